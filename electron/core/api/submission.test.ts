import { afterEach, describe, expect, it } from 'vitest';
import type { HostileBehaviours, SubmissionMisfortune } from '../../../e2e/hostile-service/behaviours.ts';
import { batchOfLines, type HostileSession, startHostileSession } from '../../../e2e/hostile-service/client-session.ts';
import { startHostileService } from '../../../e2e/hostile-service/hostile-service.ts';
import { createNodeTransport } from './node-transport.ts';
import { createServiceClient } from './service-client.ts';
import type { SubmitOutcome } from './submission.ts';
import { closedPort, type LocalServer, serveHttp } from './testing/local-server.ts';
import { throughSilence } from './testing/silence.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

let session: HostileSession | undefined;
const servers: LocalServer[] = [];

afterEach(async () => {
  await session?.end();
  session = undefined;
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function submitted(misfortune: SubmissionMisfortune | 'none', more: HostileBehaviours = {}) {
  const opened = await startHostileSession(
    { submission: { sequence: [misfortune] }, ...more },
    { timeouts: { idleMs: 60_000 } },
  );
  session = opened;
  const submit = () => opened.client.submitBatch(batchOfLines(3));
  if (misfortune !== 'silence-after') return submit();
  return throughSilence(60_000, () => opened.service.stats().jobs > 0, submit);
}

const problemOf = (outcome: SubmitOutcome) => (outcome.kind === 'accepted' ? null : outcome.error.problem);

describe('a submission is accepted', () => {
  it.each(['none', '201-no-location', '201-no-links', '201-html', '201-half'] as const)(
    'when the service says so and where the batch is: %s',
    async (misfortune) => {
      for (const links of ['absolute', 'relative'] as const) {
        const outcome = await submitted(misfortune, { links });
        if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
        expect(outcome.batch === null).toBe(misfortune === '201-html' || misfortune === '201-half');
        const read = await session?.client.readBatch(outcome.self);
        expect(read?.jobs?.map((job) => job.custom_id)).toEqual(['line-0', 'line-1', 'line-2']);
        expect(session?.service.stats().leaks).toEqual([]);
        await session?.end();
      }
    },
  );

  it('with a link that outlives a change of the port', async () => {
    const outcome = await submitted('none');
    expect(outcome.kind === 'accepted' && outcome.self).toMatch(/^\/[a-z0-9]/);
  });
});

describe('a submission is refused', () => {
  it.each(['429', '429-retry-after'] as const)('by %s, with the wait where it is given', async (misfortune) => {
    const outcome = await submitted(misfortune, { retryAfterSeconds: 7 });
    expect(problemOf(outcome)?.kind).toBe('rate-limited');
    expect(outcome.kind === 'refused' && outcome.retryAfterMs).toBe(misfortune === '429' ? undefined : 7_000);
  });

  it.each([400, 401, 403, 404, 405, 413, 415, 429])('by %i, whatever the body', async (status) => {
    for (const body of ['', '<html>', '{"error_message": "no"}', 'null']) {
      expect((await answering(status, body)).kind).toBe('refused');
    }
  });

  it('by a wrong key', async () => {
    const service = await startHostileService({ seed: 1 });
    const transport = createNodeTransport();
    const credentials = { key: 'another', userId: service.userId };
    const clock = new SkippingClock();
    const client = createServiceClient({ baseUrl: service.baseUrl, credentials, transport, clock });
    const outcome = await client.submitBatch(batchOfLines(1));
    expect(outcome.kind).toBe('refused');
    expect(problemOf(outcome)).toMatchObject({ kind: 'unauthorized', errorId: 'UNAUTHORIZED' });
    transport.close();
    await service.close();
  });
});

describe('a submission is not sent', () => {
  const submitTo = (baseUrl: URL, signal?: AbortSignal) => {
    const credentials = { key: 'key', userId: 'user' };
    const client = createServiceClient({
      baseUrl,
      credentials,
      transport: createNodeTransport(),
      clock: new SkippingClock(),
    });
    return client.submitBatch(batchOfLines(1), signal);
  };

  it('when nothing listens on the port, or the name is unknown', async () => {
    expect((await submitTo(await closedPort())).kind).toBe('not-sent');
    expect((await submitTo(new URL('https://no-such-host.invalid/'))).kind).toBe('not-sent');
  });

  it('when the caller had given up before', async () => {
    const outcome = await submitTo(await closedPort(), AbortSignal.abort());
    expect(outcome.kind).toBe('not-sent');
    expect(problemOf(outcome)).toMatchObject({ kind: 'connection', failure: 'aborted' });
  });
});

describe('a submission is in doubt', () => {
  it.each([
    ['reset-before', 'connection'],
    ['reset-after', 'connection'],
    ['500-before', 'server-error'],
    ['500-after', 'server-error'],
    ['500-html-after', 'server-error'],
    ['502-text', 'server-error'],
    ['503-text', 'server-error'],
    ['201-empty', 'unreadable-reply'],
    ['201-half-no-location', 'connection'],
    ['201-no-way-back', 'unreadable-reply'],
    ['202', 'unexpected-status'],
    ['redirect', 'redirected'],
    ['silence-after', 'connection'],
  ] as const)('after %s (%s), and is not sent again', async (misfortune, kind) => {
    const outcome = await submitted(misfortune);
    expect(outcome.kind).toBe('in-doubt');
    expect(problemOf(outcome)?.kind).toBe(kind);
    expect(session?.service.stats().requests.batch).toBe(1);
    expect(session?.clock.waits).toEqual([]);
  });

  it.each([200, 202, 204, 302, 307, 402, 408, 409, 422, 500, 502, 599])('after %i', async (status) => {
    expect((await answering(status, '{"jobs": []}')).kind).toBe('in-doubt');
  });

  it('when the caller gives up while it is under way', async () => {
    const controller = new AbortController();
    const server = await serveHttp(() => controller.abort());
    servers.push(server);
    const credentials = { key: 'key', userId: 'user' };
    const transport = createNodeTransport();
    const client = createServiceClient({ baseUrl: server.url, credentials, transport, clock: new SkippingClock() });
    expect((await client.submitBatch(batchOfLines(1), controller.signal)).kind).toBe('in-doubt');
    transport.close();
  });

  it('when the whole exchange takes too long, however busy it is', async () => {
    let isBusy = false;
    const server = await serveHttp((_, response) => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
      response.writeHead(201);
      isBusy = true;
    });
    servers.push(server);
    const credentials = { key: 'key', userId: 'user' };
    const transport = createNodeTransport();
    const timeouts = { exchangeMs: 300_000 };
    const client = createServiceClient({
      baseUrl: server.url,
      credentials,
      transport,
      clock: new SkippingClock(),
      timeouts,
    });
    const submit = () => client.submitBatch(batchOfLines(1));
    const outcome = await throughSilence(300_000, () => isBusy, submit);
    expect(outcome.kind).toBe('in-doubt');
    transport.close();
  });
});

it('a redirect of a submission carries nothing to the other origin', async () => {
  await submitted('redirect');
  expect(session?.service.stats()).toMatchObject({ leaks: [], foreignRequests: 0 });
});

it('a body that the interface does not allow never leaves', async () => {
  session = await startHostileSession({});
  await expect(session.client.submitBatch({ jobs: [] })).rejects.toThrow();
  await expect(session.client.submitBatch(batchOfLines(51))).rejects.toThrow();
  expect(session.service.stats().connections).toBe(0);
});

async function answering(status: number, body: string): Promise<SubmitOutcome> {
  const server = await serveHttp((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', location: '/batches/1' }).end(body);
  });
  const transport = createNodeTransport();
  const credentials = { key: 'key', userId: 'user' };
  const client = createServiceClient({ baseUrl: server.url, credentials, transport, clock: new SkippingClock() });
  const outcome = await client.submitBatch(batchOfLines(1));
  transport.close();
  await server.close();
  return outcome;
}
