import { LEASE_EPOCH_SECONDS, LEASE_LAYOUT, LEASE_OPAQUE_BYTES } from '@lectern/tts-protocol';
import { afterAll, expect, test } from 'vitest';
import { HandRenderer, testService } from '../testing/test-service.ts';

const NOW = Date.parse('2026-01-02T03:04:05.678Z');
const service = testService(new HandRenderer(), { now: () => NOW, host: 'here' });
afterAll(() => service.close());

const lease = (more: object = {}) =>
  service.ask({ method: 'POST', url: '/api/v2/leases', headers: { host: 'here:1' }, ...more });

test('a lease is bytes: opaque ones, when it was made, for how long, and where to stream', async () => {
  const reply = await lease();
  expect(reply.statusCode).toBe(201);
  expect(reply.headers['content-type']).toBe('application/octet-stream');
  const bytes = reply.rawPayload;
  expect(bytes.readUInt32BE(LEASE_LAYOUT.created) + LEASE_EPOCH_SECONDS).toBe(Math.floor(NOW / 1000));
  expect(bytes.readUInt32BE(LEASE_LAYOUT.duration)).toBe(3600);
  expect(JSON.parse(bytes.subarray(LEASE_LAYOUT.metadata).toString())).toEqual({
    inference_address: 'http://here:1/api/v2/tts/stream',
    premium_inference_address: 'http://here:1/api/v2/tts/stream',
  });
});

test('no two leases have the same opaque bytes', async () => {
  const opaque = async () => (await lease()).rawPayload.subarray(0, LEASE_OPAQUE_BYTES).toString('hex');
  expect(await opaque()).not.toBe(await opaque());
});

test('nothing needs to be said to get one, and nothing else may be', async () => {
  expect((await lease({ payload: {} })).statusCode).toBe(201);
  expect((await lease({ payload: '', headers: { 'content-type': 'application/json' } })).statusCode).toBe(201);
  const reply = await lease({ payload: { duration: 5 } });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().error_message).toBe('duration is not a known field.');
});
