// Audio that a service names with a plain http address.
import { describe, expect, it } from 'vitest';
import type { TransportFailure } from '../../../shared/model/problems/service-problem.ts';
import { type HttpReply, type HttpTransport, TransportError } from '../ports.ts';
import { createServiceClient } from './service-client.ts';
import { ServiceError } from './service-error.ts';
import { downloadBytes } from './testing/download-bytes.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const FILE = new Uint8Array([1, 2, 3]);
const LIMIT = { bytes: 1_000_000, seconds: null };

/** A client of a service, and the addresses that it asked for. `failure`: what any https address but its own comes to. */
function clientOf(baseUrl: string, failure: TransportFailure | null = null) {
  const seen: string[] = [];
  const transport: HttpTransport = {
    async send({ url }): Promise<HttpReply> {
      seen.push(url.href);
      if (failure && url.protocol === 'https:') {
        throw new TransportError({ phase: 'not-sent', kind: failure, origin: url.origin });
      }
      const body = (async function* () {
        yield FILE;
      })();
      return { status: 200, headers: {}, body, discard: () => {} };
    },
  };
  const client = createServiceClient({
    baseUrl: new URL(baseUrl),
    credentials: { key: 'key', userId: 'user' },
    transport,
    clock: new SkippingClock(),
    random: { next: () => 0 },
  });
  return { client, seen };
}

describe('audio that an https service names with http', () => {
  it.each([
    ['http://audio.example/a.wav?sig=1', 'https://audio.example/a.wav?sig=1'],
    ['http://audio.example:80/a.wav', 'https://audio.example/a.wav'],
    ['http://audio.example:8080/a.wav', 'https://audio.example:8080/a.wav'],
  ])('is fetched over https from the same host: %s', async (named, fetched) => {
    const { client, seen } = clientOf('https://speech.example');
    expect([...(await downloadBytes(client, named, { limit: LIMIT }))]).toEqual([...FILE]);
    expect(seen).toEqual([fetched]);
  });

  it.each(['refused-connection', 'tls', 'connect-timeout', 'malformed'] as const)(
    'is not fetched at all where the host has no https (%s), and that is said',
    async (failure) => {
      const { client, seen } = clientOf('https://speech.example', failure);
      const error = await downloadBytes(client, 'http://audio.example/a.wav', { limit: LIMIT }).catch(
        (caught: unknown) => caught,
      );
      if (!(error instanceof ServiceError)) throw error;
      expect(error.problem).toEqual({ kind: 'insecure-audio', origin: 'http://audio.example' });
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((address) => address.startsWith('http:'))).toEqual([]);
    },
  );

  it('tells other trouble of the host as what it is', async () => {
    const { client } = clientOf('https://speech.example', 'refused-connection');
    await expect(downloadBytes(client, 'https://audio.example/a.wav', { limit: LIMIT })).rejects.toMatchObject({
      problem: { kind: 'connection' },
    });
  });
});

it('audio that a service on this very machine names with http is fetched as it is', async () => {
  const { client, seen } = clientOf('http://127.0.0.1:8765');
  await downloadBytes(client, 'http://127.0.0.1:8765/audio/1', { limit: LIMIT });
  expect(seen).toEqual(['http://127.0.0.1:8765/audio/1']);
});
