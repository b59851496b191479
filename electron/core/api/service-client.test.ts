import { afterEach, describe, expect, it } from 'vitest';
import type { HostileBehaviours, ReadMisfortune } from '../../../e2e/hostile-service/behaviours.ts';
import { batchOfLines, type HostileSession, startHostileSession } from '../../../e2e/hostile-service/client-session.ts';
import { englishProblems } from '../../../shared/words/testing/english-problems.ts';
import type { HttpRequest, HttpTransport } from '../ports.ts';
import { createNodeTransport } from './node-transport.ts';
import { createServiceClient, type ServiceClientOptions } from './service-client.ts';
import { ServiceError } from './service-error.ts';
import { downloadBytes } from './testing/download-bytes.ts';
import { type LocalServer, serveHttp } from './testing/local-server.ts';
import { throughSilence } from './testing/silence.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

let session: HostileSession;
const servers: LocalServer[] = [];

afterEach(async () => {
  await session?.end();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(behaviours: HostileBehaviours = {}, more: Partial<ServiceClientOptions> = {}, lines = 3) {
  session = await startHostileSession(behaviours, more);
  const outcome = await session.client.submitBatch(batchOfLines(lines));
  if (outcome.kind !== 'accepted') throw outcome.error;
  return outcome.self;
}

async function failure(run: Promise<unknown>): Promise<ServiceError> {
  const error = await run.then(
    () => new Error('no failure'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}

const LIMIT = { bytes: 1_000_000, seconds: null };
const credentials = { key: 'key-of-the-account', userId: 'user' };

/** A transport that only remembers, and answers an empty list. */
function remembering() {
  const requests: HttpRequest[] = [];
  const transport: HttpTransport = {
    send: async (request) => {
      requests.push(request);
      const body = (async function* () {
        yield Buffer.from('[]');
      })();
      return { status: 200, headers: {}, body, discard: () => {} };
    },
  };
  return { requests, transport };
}

describe('reading a batch', () => {
  it('follows links whether absolute or relative, however opaque, with nulls and unknown fields', async () => {
    for (const links of ['absolute', 'relative'] as const) {
      const self = await start({ links, freshLinks: true, nulls: true, unknownFields: true, shuffle: true });
      const batch = await session.client.readBatch(self);
      expect(batch.jobs?.map((job) => job.custom_id).sort()).toEqual(['line-0', 'line-1', 'line-2']);
      for (const job of batch.jobs ?? []) {
        const child = await session.client.readChild(job._links?.self?.href ?? '');
        expect([child.id, child.custom_id]).toEqual([job.id, job.custom_id]);
        const again = await session.client.readBatch(child._links?.batch?.href ?? '');
        expect(again.id).toBe(batch.id);
        const bytes = await downloadBytes(session.client, child.output?.url ?? '', {
          limit: LIMIT,
          sizeBytes: child.output?.size,
        });
        expect(bytes.length).toBe(child.output?.size);
      }
      await session.end();
    }
  });

  it('takes a status that is not in the interface for "not finished"', async () => {
    const self = await start({ unknownChildStatus: true, readsUntilDone: 9, batchStatus: 'unknown' }, {}, 9);
    const batch = await session.client.readBatch(self);
    expect(batch.status).toBeUndefined();
    expect(batch.jobs?.some((job) => job.status === undefined)).toBe(true);
  });

  it.each([
    'reset',
    'half',
    '500',
    '502-text',
    '503-text',
    '429',
    '429-retry-after',
    'html',
    'not-json',
    'silence',
  ] as const)('is repeated after %s, but only as often as it may be', async (misfortune: ReadMisfortune) => {
    const sequence = [misfortune, misfortune];
    const self = await start({ read: { sequence }, retryAfterSeconds: 9 }, { timeouts: { idleMs: 60_000 } });
    const isSilent = (reads: number) => misfortune === 'silence' && session.service.stats().requests.read === reads;
    const reading = <T>(reads: number, run: () => Promise<T>): Promise<T> =>
      throughSilence(60_000, () => isSilent(reads), run);
    await reading(1, () => failure(session.client.readBatch(self, undefined, 1)));
    expect(session.clock.waits).toEqual([]);
    expect((await reading(2, () => session.client.readBatch(self))).jobs).toHaveLength(3);
    expect(session.clock.waits).toHaveLength(1);
    if (misfortune === '429-retry-after') expect(session.clock.waits).toEqual([9_000]);
  });

  it('is not repeated where nothing will change: a page that says "not found", a redirect', async () => {
    const self = await start({ read: { sequence: ['404-html', 'redirect'] } });
    expect((await failure(session.client.readBatch(self))).problem.kind).toBe('not-the-service');
    expect((await failure(session.client.readBatch(self))).problem.kind).toBe('redirected');
    expect((await failure(session.client.readBatch('/none'))).problem.kind).toBe('not-found');
    expect(session.clock.waits).toEqual([]);
  });

  it('stops when the caller gives up', async () => {
    const controller = new AbortController();
    const beforeRead = async () => {
      controller.abort('enough');
      return { settle() {} };
    };
    const self = await start({ read: { sequence: ['500'] } }, { beforeRead });
    await expect(session.client.readBatch(self, controller.signal)).rejects.toBe('enough');
    expect(session.service.stats().requests.read).toBe(0);
  });

  it('asks for room in the budget before each try, gives it back after, and does neither for downloads', async () => {
    const scopes: string[] = [];
    const beforeRead = async (scope: string) => {
      scopes.push(scope);
      return { settle: () => void scopes.push('settled') };
    };
    const self = await start({ read: { sequence: ['500'] } }, { beforeRead });
    const [child] = (await session.client.readBatch(self)).jobs ?? [];
    await session.client.listVoices();
    await downloadBytes(session.client, child?.output?.url ?? '', { limit: LIMIT });
    expect(scopes.filter((entry) => entry !== 'settled')).toEqual(['read', 'read', 'list', 'list']);
    expect(scopes.map((entry) => entry === 'settled')).toEqual(Array.from({ length: 8 }, (_, i) => i % 2 === 1));
  });

  it.each(['{}', '[]', 'null', '7', '{"message": "hello"}', ''])(
    'does not take %s for a batch or a child',
    async (body) => {
      const server = await serveHttp((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      );
      servers.push(server);
      const transport = createNodeTransport();
      const client = createServiceClient({ baseUrl: server.url, credentials, transport, clock: new SkippingClock() });
      expect((await failure(client.readBatch('/b'))).problem.kind).toBe('unreadable-reply');
      expect((await failure(client.readChild('/c'))).problem.kind).toBe('unreadable-reply');
      transport.close();
    },
  );

  it('survives a kept connection that the server closes under it, without spending a try', async () => {
    const seen = new Map<unknown, number>();
    const server = await serveHttp((request, response) => {
      const count = (seen.get(request.socket) ?? 0) + 1;
      seen.set(request.socket, count);
      if (count > 1) request.socket.resetAndDestroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"jobs": []}');
    });
    servers.push(server);
    const transport = createNodeTransport();
    const client = createServiceClient({ baseUrl: server.url, credentials, transport, clock: new SkippingClock() });
    for (let i = 0; i < 3; i += 1) expect(await client.readBatch('/b', undefined, 1)).toMatchObject({ jobs: [] });
    transport.close();
  });
});

describe('the voices', () => {
  it('are those that have an id; null traits and entries that are none are left out', async () => {
    session = await startHostileSession({});
    const voices = await session.client.listVoices();
    expect(voices.map((voice) => voice.id.split('/')[3])).toEqual(['anna', 'ben', 'cora', 'dan', 'eve']);
    expect(voices[0]?.loudness).toBeUndefined();
    expect(voices[0]?.sample).toBe(new URL('/samples/anna.wav', session.service.baseUrl).href);
    expect(voices[4]?.loudness).toBe('3');
  });

  it('are none where the answer is no list', async () => {
    for (const voices of [{ voices: [] }, null, 'voices', 7]) {
      session = await startHostileSession({ voices: voices ?? 'null' });
      expect((await failure(session.client.listVoices())).problem.kind).toBe('unreadable-reply');
      await session.end();
    }
  });
});

describe('credentials', () => {
  it('go in both headers with every request to the base address', async () => {
    const { requests, transport } = remembering();
    const baseUrl = new URL('https://tts.example/prefix/');
    const client = createServiceClient({ baseUrl, credentials, transport, clock: new SkippingClock() });
    await client.listVoices();
    await client.submitBatch(batchOfLines(1));
    expect(requests.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
      'GET https://tts.example/prefix/api/v2/voices',
      'POST https://tts.example/prefix/api/v2/tts/batches',
    ]);
    for (const { headers } of requests) {
      expect(headers).toMatchObject({ AUTHORIZATION: 'Bearer key-of-the-account', 'X-USER-ID': 'user' });
    }
    expect(requests.map(({ freshConnection }) => freshConnection ?? false)).toEqual([false, true]);
  });

  it('do not go to another origin: another host, port or scheme', async () => {
    const { requests, transport } = remembering();
    const baseUrl = new URL('https://tts.example/');
    const client = createServiceClient({ baseUrl, credentials, transport, clock: new SkippingClock() });
    for (const link of ['https://other.example/b', 'https://tts.example:8443/b', 'http://tts.example/b']) {
      expect((await failure(client.readBatch(link, undefined, 1))).problem.kind).toBe('unreadable-reply');
      await downloadBytes(client, link, { limit: LIMIT });
    }
    await downloadBytes(client, 'https://tts.example/audio/1', { limit: LIMIT });
    expect(requests).toHaveLength(7);
    expect(JSON.stringify(requests)).not.toMatch(/key-of-the-account|X-USER-ID|AUTHORIZATION/i);
  });

  it('do not go to the origin of the audio, nor where audio or readings are redirected to', async () => {
    const self = await start({ audioOrigin: 'foreign', read: { sequence: ['none', 'redirect'] } });
    const { jobs = [] } = await session.client.readBatch(self);
    for (const { output } of jobs)
      await downloadBytes(session.client, output?.url ?? '', { limit: LIMIT, sizeBytes: output?.size });
    await failure(session.client.readBatch(self));
    expect(session.service.stats()).toMatchObject({ leaks: [], foreignRequests: 3, cookies: 0 });
    await session.end();

    const again = await start({ audio: { sequence: ['redirect'] } });
    for (const { output } of (await session.client.readBatch(again)).jobs ?? []) {
      await downloadBytes(session.client, output?.url ?? '', { limit: LIMIT, sizeBytes: output?.size });
    }
    expect(session.service.stats()).toMatchObject({ leaks: [], foreignRequests: 3, cookies: 0 });
  });

  it('make a client only for https, or for plain http on this very machine', () => {
    const { transport } = remembering();
    const make = (address: string) => () =>
      createServiceClient({ baseUrl: new URL(address), credentials, transport, clock: new SkippingClock() });
    for (const address of ['http://tts.example/', 'http://10.0.0.1/', 'http://127.0.0.1.evil.example/']) {
      expect(make(address)).toThrow(
        expect.objectContaining({ problem: { kind: 'insecure-address', origin: new URL(address).origin } }),
      );
    }
    expect(make('ftp://127.0.0.1/')).toThrow(expect.objectContaining({ problem: { kind: 'unusable-address' } }));
    for (const address of ['https://tts.example/', 'http://localhost:1/', 'http://127.3.2.1/', 'http://[::1]/'])
      make(address)();
  });

  it('that cannot be sent as they are make no client, and are not shown', () => {
    const { transport } = remembering();
    for (const key of ['', ' padded', 'two\r\nX-Evil: 1', 'schlüssel-ß']) {
      const options = { baseUrl: new URL('https://tts.example/'), transport, clock: new SkippingClock() };
      try {
        createServiceClient({ ...options, credentials: { key, userId: 'user' } });
        throw new Error(`made with ${key}`);
      } catch (error) {
        expect(error).toMatchObject({ problem: { kind: 'unusable-credentials' } });
        if (key) expect(String(error)).not.toContain(key);
      }
    }
  });

  it('never show in an error, however the server echoes the key', async () => {
    const misfortunes = ['500', '502-text', '503-text', '429', '404-html'] as const;
    const self = await start({ echoKey: true, read: { sequence: [...misfortunes] } });
    for (const _ of misfortunes) {
      const error = await failure(session.client.readBatch(self, undefined, 1));
      const shown = `${JSON.stringify(error.problem)} ${englishProblems.service(error.problem)} ${error.stack} ${String(error.cause)}`;
      expect(shown).not.toContain(session.service.key);
    }
  });

  it('never show in the reason for which a job failed', async () => {
    session = await startHostileSession({});
    const reason = `bad key ${session.service.key}`;
    await session.end();
    const self = await start({ fails: () => true, failReason: reason });
    for (const job of (await session.client.readBatch(self)).jobs ?? [])
      expect(job.error_message).toBe('bad key [key]');
  });
});

describe('audio', () => {
  it('that is cut short the first times comes whole in the end', async () => {
    for (const ranges of ['honoured', 'ignored', 'wrong-offset'] as const) {
      const sequence = ['half-with-length', 'half-without-length', 'half-broken'] as const;
      const self = await start({ audio: { sequence: [...sequence] }, ranges, chunkedAudio: true });
      const [child] = (await session.client.readBatch(self)).jobs ?? [];
      const { url = '', size } = child?.output ?? {};
      const bytes = await downloadBytes(session.client, url, { limit: LIMIT, sizeBytes: size });
      expect(Buffer.from(bytes.subarray(0, 4)).toString()).toBe('RIFF');
      expect(bytes.length).toBe(size);
      expect(session.service.stats().rangeRequests).toBeGreaterThan(0);
      await session.end();
    }
  });

  it('whose address has expired has a new one when its child is read again', async () => {
    const self = await start({ audio: { sequence: ['expired'] } });
    const [child] = (await session.client.readBatch(self)).jobs ?? [];
    const old = child?.output?.url ?? '';
    expect((await failure(downloadBytes(session.client, old, { limit: LIMIT }))).problem).toEqual({
      kind: 'address-expired',
      status: 403,
    });
    expect((await failure(downloadBytes(session.client, old, { limit: LIMIT }))).problem.kind).toBe('address-expired');
    const renewed = await session.client.readChild(child?._links?.self?.href ?? '');
    expect(renewed.output?.url).not.toBe(old);
    const bytes = await downloadBytes(session.client, renewed.output?.url ?? '', { limit: LIMIT });
    expect(bytes.length).toBe(child?.output?.size);
  });
});

describe('a service that does everything wrong at once', () => {
  it.each([1, 2, 3, 4, 5])('still gives all that it has (seed %i)', async (seed) => {
    const behaviours: HostileBehaviours = {
      shuffle: true,
      links: 'relative',
      freshLinks: true,
      nulls: true,
      unknownFields: true,
      echoCustomId: false,
      readsUntilDone: 3,
      batchStatus: seed % 2 ? 'completed' : 'failed',
      failChance: 0.1,
      failReason: null,
      audioOrigin: seed % 2 ? 'foreign' : 'own',
      ranges: seed % 3 ? 'honoured' : 'ignored',
      read: { chances: { reset: 0.1, half: 0.1, '500': 0.1, html: 0.1, '429': 0.05, redirect: 0 }, atMost: 6 },
      audio: { chances: { reset: 0.1, 'half-with-length': 0.1, 'half-without-length': 0.1, redirect: 0.2 }, atMost: 3 },
    };
    session = await startHostileSession(behaviours, { retry: { tries: 8 } }, seed);
    const outcome = await session.client.submitBatch(batchOfLines(20));
    if (outcome.kind !== 'accepted') throw outcome.error;
    let jobs = outcome.batch?.jobs ?? [];
    while (jobs.some((job) => job.status !== 'completed' && job.status !== 'failed')) {
      jobs = (await session.client.readBatch(outcome.self)).jobs ?? [];
    }
    expect(jobs.map((job) => job.input?.text).sort()).toEqual(
      batchOfLines(20)
        .jobs.map((job) => job.text)
        .sort(),
    );
    for (const { status, output } of jobs) {
      if (status !== 'completed') continue;
      const bytes = await downloadBytes(session.client, output?.url ?? '', { limit: LIMIT, sizeBytes: output?.size });
      expect(bytes.length).toBe(output?.size);
    }
    const stats = session.service.stats();
    expect([...stats.byText.values()].every(({ arrived, made }) => arrived === 1 && made === 1)).toBe(true);
    expect(stats).toMatchObject({ leaks: [], cookies: 0, jobs: 20 });
  });
});
