import { afterEach, describe, expect, it } from 'vitest';
import { ClientSession, KEY, problemOf, recordingBudget } from './testing/client-session.ts';
import { closedPort } from './testing/local-server.ts';
import { throughSilence } from './testing/silence.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const session = new ClientSession();
afterEach(() => session.end());

const ASKED = { text: 'Good morning.', voice: 's3://voices/anna/manifest.json' };

async function gather(audio: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of audio) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('streaming', () => {
  it('asks with credentials for the format it wants, and gives the audio as it comes', async () => {
    const rest = Promise.withResolvers<void>();
    const { url, received } = await session.serve(async (response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' });
      response.write('RIFF');
      await rest.promise;
      response.end('WAVE');
    });
    const client = session.client(new URL('/service', url));
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
    expect(JSON.parse(`${body}`)).toEqual({ ...ASKED, output_format: 'wav' });
  });

  it('tells how long the first byte took', async () => {
    const clock = new SkippingClock();
    const { url } = await session.serve(async (response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      await clock.sleep(350);
      response.end('audio');
    });
    const stream = await session.client(url, { clock }).stream(ASKED);
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
    [200, '{"id": "job"}', { kind: 'not-the-service', contentType: 'application/json' }],
    [200, '', { kind: 'unreadable-reply' }],
  ])('names what a status %i with the body %s means, and asks once', async (status, body, expected) => {
    const { url, received } = await session.serve((response) => {
      const type = body.startsWith('<') ? 'text/html' : body === '' ? 'audio/mpeg' : 'application/json';
      response.writeHead(status, { 'content-type': type, 'retry-after': '7' }).end(body);
    });
    expect(await problemOf(session.client(url).stream(ASKED))).toMatchObject({ status, ...expected });
    expect(received).toHaveLength(1);
  });

  it.each(['<!DOCTYPE html><p>', ' <html>', '{"id": "job"}', '[{"id": 1}]'])(
    'does not play %s, though nothing says what it is, nor what says that it is octets',
    async (body) => {
      for (const type of ['', 'application/octet-stream']) {
        const { url } = await session.serve((response) => response.writeHead(200, { 'content-type': type }).end(body));
        expect(await problemOf(session.client(url).stream(ASKED))).toMatchObject({ kind: 'not-the-service' });
      }
    },
  );

  it('plays what begins like a page where the service says that it is audio', async () => {
    const type = { 'content-type': 'audio/basic' };
    const { url } = await session.serve((response) => response.writeHead(200, type).end('<html>, by chance'));
    expect(await gather((await session.client(url).stream(ASKED)).audio)).toBe('<html>, by chance');
  });

  it('fails where the last piece does not come', async () => {
    const { url } = await session.serve((response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('audio');
      setImmediate(() => response.socket?.end());
    });
    const stream = await session.client(url).stream(ASKED);
    expect(await problemOf(gather(stream.audio))).toMatchObject({ failure: 'ended-early' });
  });

  it('ends where there is more than the text can last', async () => {
    const { url } = await session.serve((response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', pour);
      response.writeHead(200, { 'content-type': 'audio/wav' });
      pour();
    });
    const stream = await session.client(url).stream({ ...ASKED, text: 'Hi.' });
    const problem = await problemOf(gather(stream.audio));
    expect(problem).toMatchObject({ kind: 'oversized-download', bound: { seconds: 36 } });
  });

  it('follows no redirect, neither with credentials nor without', async () => {
    const other = await session.serve((response) => response.end('audio'));
    const { url } = await session.serve((response) => response.writeHead(307, { location: other.url.href }).end());
    expect(await problemOf(session.client(url).stream(ASKED))).toMatchObject({
      kind: 'redirected',
      origin: other.url.origin,
    });
    expect(other.received).toHaveLength(0);
  });

  it('fails where nothing answers, where it goes silent, and where it breaks off', async () => {
    expect(await problemOf(session.client(await closedPort()).stream(ASKED))).toMatchObject({ phase: 'not-sent' });
    const idleMs = 60_000;
    const mute = await session.serve(() => {});
    const unheard = throughSilence(
      idleMs,
      () => mute.received.length > 0,
      () => problemOf(session.client(mute.url, { timeouts: { idleMs } }).stream(ASKED)),
    );
    expect(await unheard).toMatchObject({ failure: 'timeout' });
    const silent = await session.serve((response) => void response.writeHead(200).write('audio'));
    let heard = 0;
    const half = throughSilence(
      idleMs,
      () => heard > 0,
      async () => {
        const { audio } = await session.client(silent.url, { timeouts: { idleMs } }).stream(ASKED);
        return problemOf(
          (async () => {
            for await (const piece of audio) heard += piece.length;
          })(),
        );
      },
    );
    expect(await half).toMatchObject({ kind: 'connection', failure: 'timeout' });
    const cut = await session.serve((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('audio');
      setImmediate(() => response.destroy());
    });
    const broken = await session.client(cut.url).stream(ASKED);
    expect(await problemOf(gather(broken.audio))).toMatchObject({ failure: 'ended-early' });
  });
});

describe('a caller that does not want the rest', () => {
  async function endless() {
    const gone = Promise.withResolvers<void>();
    const service = await session.serve((response) => {
      response.on('close', () => gone.resolve());
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('audio');
    });
    return { url: service.url, gone: gone.promise };
  }

  it('stops the transfer by leaving', async () => {
    const { url, gone } = await endless();
    const stream = await session.client(url).stream(ASKED);
    for await (const _ of stream.audio) break;
    await gone;
  });

  it('stops it without having begun, and while waiting for more', async () => {
    for (const begin of [false, true]) {
      const { url, gone } = await endless();
      const audio = (await session.client(url).stream(ASKED)).audio[Symbol.asyncIterator]();
      if (begin) expect((await audio.next()).done).toBe(false);
      const waiting = begin ? audio.next() : null;
      await audio.return?.();
      await gone;
      if (waiting) expect(await waiting).toMatchObject({ done: true });
      expect(await audio.next()).toMatchObject({ done: true });
    }
  });

  it('stops it by the signal, while the audio comes and before', async () => {
    const { url, gone } = await endless();
    const leaving = new AbortController();
    const stream = await session.client(url).stream(ASKED, { signal: leaving.signal });
    const heard = gather(stream.audio);
    leaving.abort(new Error('enough'));
    await expect(heard).rejects.toThrow('enough');
    await gone;
    await expect(session.client(url).stream(ASKED, { signal: leaving.signal })).rejects.toThrow('enough');
    const mute = await session.serve(() => early.abort(new Error('no more')));
    const early = new AbortController();
    await expect(session.client(mute.url).stream(ASKED, { signal: early.signal })).rejects.toThrow('no more');
  });
});

describe('the rate budget', () => {
  it('is asked first, with the characters of the text, and told what became of it', async () => {
    const { told, beforeSend } = recordingBudget();
    const good = await session.serve((response) => response.end('audio'));
    const busy = await session.serve((response) => response.writeHead(429, { 'retry-after': '3' }).end('"Wait."'));
    const audio = await session.client(good.url, { beforeSend }).stream({ ...ASKED, text: '𝄞𝄞' });
    await gather(audio.audio);
    for (const url of [busy.url, await closedPort()]) {
      await problemOf(session.client(url, { beforeSend }).stream({ ...ASKED, text: '𝄞𝄞' }));
    }
    expect(told).toEqual(['stream 2', 'settled', 'stream 2', 'refused 3000', 'stream 2', 'released']);
  });
});
