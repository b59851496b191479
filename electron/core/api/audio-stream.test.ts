import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeTransport } from './node-transport.ts';
import { createServiceClient, type ServiceClientOptions, type StreamingClient } from './service-client.ts';
import { describeProblem, ServiceError, type ServiceProblem } from './service-error.ts';
import { closedPort, type LocalServer, serveHttp } from './testing/local-server.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const KEY = 'key-of-the-account';
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function clientOf(baseUrl: URL, more: Partial<ServiceClientOptions> = {}): StreamingClient {
  const transport = createNodeTransport();
  undo.push(() => transport.close());
  const credentials = { key: KEY, userId: 'user' };
  return createServiceClient({ baseUrl, credentials, transport, clock: new SkippingClock(), ...more });
}

interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** A service of one path, and what it was asked. */
async function serve(answer: (response: ServerResponse, received: Received) => void) {
  const received: Received[] = [];
  const server: LocalServer = await serveHttp(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = { request, body: Buffer.concat(chunks).toString() };
    received.push(one);
    answer(response, one);
  });
  undo.push(() => server.close());
  return { url: server.url, received };
}

const ASKED = { text: 'Good morning.', voice: 's3://voices/anna/manifest.json' };

async function problemOf(run: Promise<unknown>): Promise<ServiceProblem> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error ?? new Error('no failure');
  expect(describeProblem(error.problem)).not.toContain(KEY);
  return error.problem;
}

async function gather(audio: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of audio) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('streaming', () => {
  it('asks with credentials for the format it wants, and gives the audio as it comes', async () => {
    const rest = Promise.withResolvers<void>();
    const { url, received } = await serve(async (response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' });
      response.write('RIFF');
      await rest.promise;
      response.end('WAVE');
    });
    const client = clientOf(new URL('/service', url));
    const stream = await client.stream({ ...ASKED, output_format: 'wav', seed: undefined });
    expect(stream.contentType).toBe('audio/wav');
    expect(stream.firstAudioMs).toBeGreaterThanOrEqual(0);
    rest.resolve();
    expect(await gather(stream.audio)).toBe('RIFFWAVE');
    const [{ request, body } = { request: null, body: '' }] = received;
    expect([request?.method, request?.url]).toEqual(['POST', '/service/api/v2/tts/stream']);
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-user-id': 'user',
      accept: 'audio/wav',
    });
    expect(JSON.parse(body)).toEqual({ ...ASKED, output_format: 'wav' });
  });

  it('tells how long the first byte took', async () => {
    const clock = new SkippingClock();
    const { url } = await serve(async (response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      await clock.sleep(350);
      response.end('audio');
    });
    const stream = await clientOf(url, { clock }).stream(ASKED);
    expect(stream.firstAudioMs).toBe(350);
    expect(await gather(stream.audio)).toBe('audio');
  });

  it.each([
    [400, '{"error_id":"INVALID_PARAMETERS","error_message":"text is missing"}', { kind: 'invalid-parameters' }],
    [401, '{"error_id":"UNAUTHORIZED","error_message":"who?"}', { kind: 'unauthorized', message: 'who?' }],
    [403, '{"error_id":"UNSUPPORTED_PLAN","error_message":"no"}', { kind: 'unsupported-plan' }],
    [404, '<html>Not found</html>', { kind: 'not-the-service' }],
    [429, '"Wait."', { kind: 'rate-limited', retryAfterMs: 7000 }],
    [500, '{"message":"oh"}', { kind: 'server-error', message: 'oh' }],
    [200, '<html>Welcome</html>', { kind: 'not-the-service', contentType: 'text/html' }],
    [200, '', { kind: 'unreadable-reply' }],
  ])('names what a status %i with the body %s means, and asks once', async (status, body, expected) => {
    const { url, received } = await serve((response) => {
      const type = body.startsWith('<') ? 'text/html' : body === '' ? 'audio/mpeg' : 'application/json';
      response.writeHead(status, { 'content-type': type, 'retry-after': '7' }).end(body);
    });
    expect(await problemOf(clientOf(url).stream(ASKED))).toMatchObject({ status, ...expected });
    expect(received).toHaveLength(1);
  });

  it('follows no redirect, neither with credentials nor without', async () => {
    const other = await serve((response) => response.end('audio'));
    const { url } = await serve((response) => response.writeHead(307, { location: other.url.href }).end());
    expect(await problemOf(clientOf(url).stream(ASKED))).toMatchObject({
      kind: 'redirected',
      origin: other.url.origin,
    });
    expect(other.received).toHaveLength(0);
  });

  it('fails where nothing answers, where it goes silent, and where it breaks off', async () => {
    expect(await problemOf(clientOf(await closedPort()).stream(ASKED))).toMatchObject({ phase: 'not-sent' });
    const mute = await serve(() => {});
    const timeouts = { idleMs: 50 };
    expect(await problemOf(clientOf(mute.url, { timeouts }).stream(ASKED))).toMatchObject({ failure: 'timeout' });
    const silent = await serve((response) => void response.writeHead(200).write('audio'));
    const stream = await clientOf(silent.url, { timeouts }).stream(ASKED);
    expect(await problemOf(gather(stream.audio))).toMatchObject({ kind: 'connection', failure: 'timeout' });
    const cut = await serve((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('audio');
      setImmediate(() => response.destroy());
    });
    const broken = await clientOf(cut.url).stream(ASKED);
    expect(await problemOf(gather(broken.audio))).toMatchObject({ failure: 'ended-early' });
  });
});

describe('whoever does not want to hear the rest', () => {
  async function endless() {
    const gone = Promise.withResolvers<void>();
    const service = await serve((response) => {
      response.on('close', () => gone.resolve());
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('audio');
    });
    return { url: service.url, gone: gone.promise };
  }

  it('stops the transfer by leaving', async () => {
    const { url, gone } = await endless();
    const stream = await clientOf(url).stream(ASKED);
    for await (const _ of stream.audio) break;
    await gone;
  });

  it('stops it by the signal, while the audio comes and before', async () => {
    const { url, gone } = await endless();
    const leaving = new AbortController();
    const stream = await clientOf(url).stream(ASKED, { signal: leaving.signal });
    const heard = gather(stream.audio);
    leaving.abort(new Error('enough'));
    await expect(heard).rejects.toThrow('enough');
    await gone;
    await expect(clientOf(url).stream(ASKED, { signal: leaving.signal })).rejects.toThrow('enough');
    const mute = await serve(() => early.abort(new Error('no more')));
    const early = new AbortController();
    await expect(clientOf(mute.url).stream(ASKED, { signal: early.signal })).rejects.toThrow('no more');
  });
});

describe('the rate budget', () => {
  it('is asked first, with the characters of the text, and told what became of it', async () => {
    const told: unknown[] = [];
    const beforeStream: ServiceClientOptions['beforeStream'] = async (characters) => {
      told.push(characters);
      return {
        settle: () => told.push('settled'),
        release: () => told.push('released'),
        refused: (wait) => told.push(`refused ${wait}`),
      };
    };
    const good = await serve((response) => response.end('audio'));
    const busy = await serve((response) => response.writeHead(429, { 'retry-after': '3' }).end('"Wait."'));
    const audio = await clientOf(good.url, { beforeStream }).stream({ ...ASKED, text: '𝄞𝄞' });
    await gather(audio.audio);
    for (const url of [busy.url, await closedPort()]) {
      await problemOf(clientOf(url, { beforeStream }).stream({ ...ASKED, text: '𝄞𝄞' }));
    }
    expect(told).toEqual([2, 'settled', 2, 'refused 3000', 2, 'released']);
  });
});
