import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import type { FullServiceClient } from './service-client.ts';
import { ClientSession, KEY, problemOf, recordingBudget } from './testing/client-session.ts';
import {
  ASKED,
  all,
  COMPLETED,
  COMPLETED_EVENT,
  EVENTS,
  events,
  frame,
  generationDesk,
  HALF,
  kindsOf,
  PENDING,
  PING,
  QUEUED,
} from './testing/generation-scene.ts';
import { closedPort, serveRaw } from './testing/local-server.ts';
import { throughSilence } from './testing/silence.ts';

const session = new ClientSession();
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  await session.end();
  for (const step of undo.splice(0)) await step();
});

const serve = generationDesk(session);

describe('single generation', () => {
  it('asks once, with credentials, for events, and tells them in order', async () => {
    const { posts, reads, generate } = await serve(events(QUEUED + PING + HALF + COMPLETED));
    expect(await generate()).toEqual([
      { kind: 'generating', id: 'job', progress: 0, stage: 'queued', stageProgress: null },
      { kind: 'ping', at: '2026-01-01T00:00:00.000Z' },
      { kind: 'generating', id: 'job', progress: 0.5, stage: 'generate', stageProgress: 0.5 },
      COMPLETED_EVENT,
    ]);
    expect(reads).toEqual([]);
    const [{ request, body } = { request: null, body: '' }] = posts;
    expect(request?.url).toBe('/api/v2/tts');
    expect(request?.headers).toMatchObject({
      accept: 'text/event-stream',
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'x-user-id': 'user',
    });
    expect(JSON.parse(`${body}`)).toEqual(ASKED);
  });

  it('sends nothing for a body that the interface does not allow, nor before the first event is asked for', async () => {
    const { client, posts } = await serve(events(COMPLETED));
    expect(() => client.generate({ ...ASKED, speed: 9 })).toThrow();
    const untouched = client.generate(ASKED);
    await untouched.return?.();
    expect(posts).toHaveLength(0);
  });

  it('is gone through once: another time sends nothing', async () => {
    const { client, posts } = await serve(events(COMPLETED));
    const iterator = client.generate(ASKED);
    expect(kindsOf(await all(iterator))).toEqual(['completed']);
    expect(await all(iterator)).toEqual([]);
    expect(posts).toHaveLength(1);
  });

  it('gives what the interface does not know, and leaves out and notes what can’t be read', async () => {
    const text = `: hello\n\n${frame('news', '{"a": 1}')}${frame('generating', '{"id": "jo')}${QUEUED}${COMPLETED}`;
    const { generate, doubts } = await serve(events(text));
    expect(kindsOf(await generate())).toEqual(['other', 'generating', 'completed']);
    expect(doubts).toEqual([{ kind: 'unreadable-event', name: 'generating' }]);
  });

  it('hears nothing after the last event, and ends the connection by itself', async () => {
    const gone = Promise.withResolvers<void>();
    const { client } = await serve((response) => {
      response.on('close', () => gone.resolve());
      response.writeHead(200, EVENTS).write(COMPLETED + QUEUED + COMPLETED);
    });
    const iterator = client.generate(ASKED);
    expect(await iterator.next()).toMatchObject({ value: COMPLETED_EVENT });
    await gone.promise;
    expect(await iterator.next()).toMatchObject({ done: true });
  });

  it.each(['text/event-stream; charset=utf-8', 'Text/Event-Stream', 'text/plain', 'application/octet-stream', ''])(
    'reads events that come as "%s"',
    async (type) => {
      const { generate, reads } = await serve(events(`\ufeff\n: hi\n\n${COMPLETED}`, { 'content-type': type }));
      expect(await generate()).toEqual([COMPLETED_EVENT]);
      expect(reads).toEqual([]);
    },
  );

  it('tells the same events wherever the network cuts them', async () => {
    const text = `\ufeff${QUEUED}: ü\n\n${frame('news', 'é€𝄞')}${PING}${HALF}${COMPLETED}`.replaceAll('\n', '\r\n');
    const bytes = Buffer.from(text);
    const cuts: number[][] = [];
    const { client } = await serve((response) => {
      const at = [0, ...(cuts.shift() ?? []), bytes.length];
      response.writeHead(200, EVENTS);
      for (const [index, end] of at.slice(1).entries()) response.write(bytes.subarray(at[index], end));
      response.end();
    });
    const whole = await all(client.generate(ASKED));
    expect(whole).toHaveLength(5);
    const where = fc.array(fc.nat(bytes.length), { maxLength: 12 }).map((at) => at.toSorted((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(where, async (at) => {
        cuts.push(at);
        expect(await all(client.generate(ASKED))).toEqual(whole);
      }),
      { numRuns: rounds(40) },
    );
  });
});

describe('a request that fails', () => {
  it.each([
    [400, '{"error_id":"INVALID_PARAMETERS","error_message":"text is missing"}', { kind: 'invalid-parameters' }],
    [401, '{"error_id":"UNAUTHORIZED","error_message":"who?"}', { kind: 'unauthorized', message: 'who?' }],
    [403, '{"error_id":"UNSUPPORTED_PLAN","error_message":"no"}', { kind: 'unsupported-plan' }],
    [404, '{"error_message":"nothing here"}', { kind: 'not-found' }],
    [404, '<html>Not found</html>', { kind: 'not-the-service' }],
    [429, '"Wait."', { kind: 'rate-limited', message: 'Wait.', retryAfterMs: 7000 }],
    [500, '{"message":"oh"}', { kind: 'server-error', message: 'oh' }],
    [502, '<html>Bad gateway</html>', { kind: 'server-error' }],
    [307, '', { kind: 'redirected' }],
    [200, '<html>Welcome</html>', { kind: 'not-the-service' }],
    [200, '<!doctype html>', { kind: 'not-the-service' }],
  ])('is told as what it is: status %i with %s', async (status, body, expected) => {
    for (const type of ['text/html', 'application/json', 'text/event-stream']) {
      const headers = { 'content-type': type, 'retry-after': '7', 'content-location': '/index' };
      const { generate, posts, reads } = await serve((response) => response.writeHead(status, headers).end(body));
      expect(await problemOf(generate())).toMatchObject({ status, ...expected });
      expect([posts.length, reads.length]).toEqual([1, 0]);
    }
  });

  it('is certain where nothing was sent, and in doubt where the answer was lost', async () => {
    expect(await problemOf(all(session.client(await closedPort()).generate(ASKED)))).toMatchObject({
      kind: 'connection',
      phase: 'not-sent',
    });
    const cut = await serve((response) => response.destroy());
    const mute = await serve(() => {}, [], { timeouts: { idleMs: 60_000 } });
    const generated = () => problemOf(mute.generate());
    const problems = [
      await problemOf(cut.generate()),
      await throughSilence(60_000, () => mute.posts.length > 0, generated),
    ];
    expect([cut.posts.length, mute.posts.length]).toEqual([1, 1]);
    for (const problem of problems) {
      expect(problem).toMatchObject({ kind: 'in-doubt', what: 'generation', why: { kind: 'connection' }, self: null });
    }
  });

  it('tells the rate budget what became of it', async () => {
    const { told, beforeSend } = recordingBudget();
    const good = await serve(events(COMPLETED));
    const busy = await serve((response) => response.writeHead(429, { 'retry-after': '3' }).end('"Wait."'));
    const cut = await serve((response) => response.destroy());
    for (const url of [good.url, busy.url, cut.url, await closedPort()]) {
      await all(session.client(url, { beforeSend }).generate({ ...ASKED, text: '𝄞𝄞' })).catch(() => {});
    }
    const [place, ...rest] = ['single 2', 'settled', 'single 2', 'refused 3000', 'single 2', 'lost', 'single 2'];
    expect(told).toEqual([place, ...rest, 'released']);
  });
});

describe('a caller that no longer wants to wait', () => {
  async function endless(text: string) {
    const gone = Promise.withResolvers<void>();
    const service = await serve((response) => {
      response.on('close', () => gone.resolve());
      if (text !== '') response.writeHead(200, EVENTS).write(text);
    });
    return { ...service, gone: gone.promise };
  }

  it('leaves by a break, which ends the connection', async () => {
    const { client, gone, reads } = await endless(QUEUED + PING);
    for await (const _ of client.generate(ASKED)) break;
    await gone;
    expect(reads).toEqual([]);
  });

  it.each(['', QUEUED])('leaves while it waits, after "%s"', async (text) => {
    const { client, gone, posts } = await endless(text);
    const iterator = client.generate(ASKED);
    if (text !== '') await iterator.next();
    const waiting = iterator.next();
    while (posts.length === 0) await new Promise(setImmediate);
    await iterator.return?.();
    expect(await waiting).toMatchObject({ done: true });
    await gone;
  });

  it('aborts by the signal: before, while it waits for an answer, and between events', async () => {
    const early = await endless('');
    const aborted = { signal: AbortSignal.abort(new Error('no more')) };
    await expect(all(early.client.generate(ASKED, aborted))).rejects.toThrow('no more');
    expect(early.posts).toHaveLength(0);
    for (const text of ['', QUEUED]) {
      const { client, gone, posts, reads } = await endless(text);
      const leaving = new AbortController();
      const waiting = all(client.generate(ASKED, { signal: leaving.signal }));
      while (posts.length === 0) await new Promise(setImmediate);
      leaving.abort(new Error('no more'));
      await expect(waiting).rejects.toThrow('no more');
      await gone;
      expect(reads).toEqual([]);
    }
  });

  it('aborts by the signal while the job is read', async () => {
    const leaving = new AbortController();
    const { client, reads } = await serve(events(QUEUED), [
      (response, received) => {
        leaving.abort(new Error('no more'));
        PENDING(response, received);
      },
    ]);
    await expect(all(client.generate(ASKED, { signal: leaving.signal }))).rejects.toThrow('no more');
    expect(reads).toHaveLength(1);
  });
});

describe('a whole generation against bytes that are no HTTP, or half of it', () => {
  it.each(['HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n', 'SSH-2.0-x\r\n', ''])(
    'is in doubt, and sent once: %j',
    async (bytes) => {
      let connections = 0;
      const server = await serveRaw('http', (socket) => {
        connections += 1;
        socket.once('data', () => socket.end(bytes));
      });
      undo.push(() => server.close());
      const client: FullServiceClient = session.client(server.url);
      expect(await problemOf(all(client.generate(ASKED)))).toMatchObject({ kind: 'in-doubt' });
      expect(connections).toBe(1);
    },
  );
});
