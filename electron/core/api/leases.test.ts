import { afterEach, describe, expect, it } from 'vitest';
import { leaseOf } from './leases.ts';
import { ClientSession, KEY, problemOf } from './testing/client-session.ts';

const session = new ClientSession();
afterEach(() => session.end());

/** A record as public documentation describes it. */
function record(created: number, duration: number, metadata: string): Buffer {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(created, 0);
  numbers.writeUInt32BE(duration, 4);
  return Buffer.concat([Buffer.alloc(64, 0x3c), numbers, Buffer.from(metadata)]);
}

describe('a lease', () => {
  it('is taken with a POST, and given with what it says', async () => {
    const bytes = record(100, 3600, '{"inference_address": "https://x"}');
    const { url, received } = await session.serve((response) => response.writeHead(201).end(bytes));
    const lease = await session.client(url).lease();
    expect(Buffer.from(lease.bytes).equals(bytes)).toBe(true);
    expect(lease).toMatchObject({
      createdAt: Date.parse('2018-02-21T23:59:40Z'),
      durationSeconds: 3600,
      metadata: { inference_address: 'https://x' },
    });
    const [only] = received;
    expect([only?.request.method, only?.request.url]).toEqual(['POST', '/api/v2/leases']);
    expect(only?.request.headers['authorization']).toBe(`Bearer ${KEY}`);
  });

  it.each([
    ['short', Buffer.from('opaque')],
    ['without JSON at its end', record(1, 2, 'not JSON')],
    ['with a number at its end', record(1, 2, '7')],
  ])('of another form is given as it is: %s', (_, bytes) => {
    expect(leaseOf(bytes)).toEqual({ bytes, createdAt: null, durationSeconds: null, metadata: null });
  });

  it.each([
    [201, '', '', { kind: 'unreadable-reply' }],
    [200, '<!DOCTYPE html>', 'application/octet-stream', { kind: 'not-the-service' }],
    [200, 'Welcome', 'text/html', { kind: 'not-the-service' }],
    [429, '"Wait."', 'application/json', { kind: 'rate-limited' }],
    [401, '{"error_message": "who?"}', 'application/json', { kind: 'unauthorized' }],
  ])('is none: %i with %s', async (status, body, type, expected) => {
    const { url, received } = await session.serve((response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    expect(await problemOf(session.client(url).lease())).toMatchObject(expected);
    expect(received).toHaveLength(1);
  });
});
