// A node and a worker that share a bucket.
import { encode } from '@lectern/audio';
import { batchJobSchema, clonedVoiceSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseS3Address } from './s3/s3-address.ts';
import { S3Objects } from './s3/s3-objects.ts';
import { namesIn } from './testing/object-store-contract.ts';
import { S3_CREDENTIALS, S3Server } from './testing/s3-server.ts';
import { SharedService } from './testing/shared-service.ts';
import { ACCOUNT, credentials, job } from './testing/test-service.ts';
import { SampleSpeaker } from './testing/voice-sample.ts';
import { ObjectCloneSamples } from './voices/object-clone-samples.ts';

const BATCHES = '/api/v2/tts/batches';
const CLONES = '/api/v2/cloned-voices';

const store = new S3Server();
let service: SharedService;
beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  await store.start();
  service = await SharedService.start(0, 0);
  const storage = ['--storage', store.address('audio')];
  await service.addNode(...storage);
  await service.addWorker('--speech', 'silent', ...storage);
});
afterAll(async () => {
  await service?.stop();
  await store.remove();
  vi.unstubAllEnvs();
});

async function order(): Promise<string> {
  const batch = await service.json(BATCHES, { method: 'POST', body: JSON.stringify({ jobs: [job()] }) });
  return batchJobSchema.parse(batch).id;
}

const read = async (id: string) => batchJobSchema.parse(await service.json(`${BATCHES}/${id}`));

async function expectAudio(id: string): Promise<void> {
  await expect.poll(async () => (await read(id)).status).toBe('completed');
  const [{ output } = {}] = (await read(id)).jobs;
  const { pathname, search } = new URL(output?.url ?? '');
  const address = new URL(pathname + search, service.address);
  const whole = new Uint8Array(await (await fetch(address)).arrayBuffer());
  expect(whole.byteLength).toBe(output?.size);
  const part = await fetch(address, { headers: { range: 'bytes=100-199' } });
  expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, whole.slice(100, 200)]);
}

test('the worker puts audio into the bucket, and the node sends it', async () => {
  await expectAudio(await order());
});

test('while the bucket can’t be reached, jobs wait, and the node isn’t ready', async () => {
  const ready = async () => (await fetch(new URL('/ready', service.address))).status;
  expect(await ready()).toBe(200);
  await store.kill();
  expect(await ready()).toBe(503);
  const id = await order();
  await expect.poll(async () => (await read(id)).status).toBe('in_progress');
  await store.start();
  await expectAudio(id);
  expect(await ready()).toBe(200);
});

test('the recording of a clone is in the bucket until the clone is deleted, and never listed with audio', async () => {
  const recording = await encode(
    (await SampleSpeaker.load()).speak({ variant: 'm5', rate: 150, pitch: 70, range: 50 }),
    'wav',
  );
  const body = new FormData();
  body.append('voice_name', 'Mine');
  body.append('sample_file', new Blob([Uint8Array.from(recording)]), 'me.wav');
  const headers = credentials(ACCOUNT);
  const created = await fetch(new URL(`${CLONES}/instant`, service.address), { method: 'POST', headers, body });
  expect(created.status).toBe(201);
  const { id } = clonedVoiceSchema.parse(await created.json());

  const bucket = parseS3Address(store.address('audio'));
  const recordings = await S3Objects.load({ ...bucket, prefix: `${bucket.prefix}clone-samples/` });
  const kept = new ObjectCloneSamples(recordings, 'unused');
  expect(new TextDecoder().decode((await kept.read(id)).subarray(0, 4))).toBe('RIFF');
  const audio = await S3Objects.load(bucket);
  const tomorrow = Date.now() + 86_400_000;
  expect(await namesIn(audio, tomorrow)).not.toContainEqual(expect.stringContaining('wav'));

  await service.json(CLONES, { method: 'DELETE', body: JSON.stringify({ voice_id: id }) });
  await expect(kept.read(id)).rejects.toThrow('no sample');
});
