// Voices that a single worker has: all nodes offer them, for jobs, streams and samples.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, durationSeconds } from '@lectern/audio';
import { batchJobSchema, voiceListSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from './postgres/connection.ts';
import { readMonthlyUsage, readRenderedJobs } from './postgres/postgres-usage.ts';
import { SharedService } from './testing/shared-service.ts';
import { HIGH, LOW } from './testing/spoken.ts';
import { ACCOUNT, credentials, job, temporaryFolder, VOICE } from './testing/test-service.ts';
import { answering, HUM_SECONDS, humming, VoiceServer } from './testing/voice-server.ts';

const TEXT = 'Only one of the machines can say this.';
const SPOKEN_SECONDS = TEXT.length * HUM_SECONDS;

let folder: ReturnType<typeof temporaryFolder>;
let server: VoiceServer;
let service: SharedService;
beforeAll(async () => {
  folder = temporaryFolder();
  server = await new VoiceServer().start();
  const path = join(folder.path, 'speech.json');
  const voices = ['low', 'high'].map((voice) => ({ voice, name: voice, language: 'english' }));
  const engine = { name: 'hums', kind: 'openai', url: server.url, model: 'hum-1', key: 'sk-hums', voices };
  writeFileSync(path, JSON.stringify({ engines: [engine] }));
  service = await SharedService.start(2, 1);
  await service.addWorker('--speech-config', path);
  // Each node answers every other request.
  const offered = async (): Promise<boolean> => (await listed()).some(({ id }) => id === LOW);
  await vi.waitFor(async () => expect([await offered(), await offered()]).toEqual([true, true]), { timeout: 20_000 });
});
afterAll(async () => {
  await service?.stop();
  await server?.stop();
  folder.remove();
});

const listed = async () => voiceListSchema.parse(await service.json('/api/v2/voices'));
const headers = { 'content-type': 'application/json', ...credentials(ACCOUNT) };

const stream = (voice: string, more: object = {}, signal?: AbortSignal): Promise<Response> =>
  fetch(new URL('/api/v2/tts/stream', service.address), {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: TEXT, voice, output_format: 'wav', ...more }),
    ...(signal && { signal }),
  });

async function secondsOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  return durationSeconds(await decode(new Uint8Array(await response.arrayBuffer())));
}

/** Returns the audio files that are stored. */
const stored = (): string[] => readdirSync(join(service.storage, 'audio'));

async function usage() {
  const pool = openPool(service.url, 1);
  try {
    const jobs = [];
    for await (const group of readRenderedJobs(pool, {})) jobs.push(...group);
    return { months: await readMonthlyUsage(pool, {}), jobs };
  } finally {
    await pool.end();
  }
}

test('streams are rendered by the worker that has the voice, and leave nothing behind', async () => {
  const seconds = await secondsOf(await stream(LOW));
  expect(seconds).toBeGreaterThanOrEqual(SPOKEN_SECONDS);
  const fast = await stream(HIGH, { speed: 2, sample_rate: 16_000 });
  expect((await secondsOf(fast)) / seconds).toBeLessThan(0.7);
  expect(server.requests.map(({ body }) => body['voice'])).toEqual(['low', 'high']);
  expect(stored()).toEqual([]);
  const { months, jobs } = await usage();
  expect(jobs).toEqual([]);
  expect(months).toMatchObject([{ jobs: 0, streams: 2, stream_characters: 2 * TEXT.length }]);
});

test('a dialog of a local voice and one of the worker’s is streamed', async () => {
  const dialog = { text: `A: ${TEXT}\nB: ${TEXT}`, voice_2: VOICE, turn_prefix: 'A:', turn_prefix_2: 'B:' };
  expect(await secondsOf(await stream(LOW, dialog))).toBeGreaterThan(SPOKEN_SECONDS + 1);
});

test('a stream is refused with the reason if the worker can’t speak', async () => {
  server.usual = answering(401, '{}');
  const response = await stream(LOW);
  server.usual = humming;
  expect([response.status, await response.json()]).toEqual([
    500,
    { message: expect.stringContaining('rejected the key (401)'), error: 'SPEECH_FAILED' },
  ]);
});

test('a client that gives up doesn’t hold anything up', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  server.next.push((request, response) => {
    resolve();
    setTimeout(() => humming(request, response), 500);
  });
  const gone = new AbortController();
  const given = stream(LOW, {}, gone.signal);
  await arrived;
  gone.abort();
  await expect(given).rejects.toThrow();
  expect(await secondsOf(await stream(HIGH))).toBeGreaterThan(0.5);
});

test('samples are rendered by the worker, once for each node', async () => {
  const before = server.requests.length;
  const { sample = '' } = (await listed()).find(({ id }) => id === LOW) ?? {};
  for (let turn = 0; turn < 4; turn += 1) expect(await secondsOf(await fetch(sample))).toBeGreaterThan(0.5);
  expect(server.requests.length - before).toBe(2);
});

test('jobs are rendered by the worker, and counted', async () => {
  const body = JSON.stringify({ jobs: [job({ voice: LOW, text: TEXT })] });
  const { id } = batchJobSchema.parse(await service.json('/api/v2/tts/batches', { method: 'POST', body }));
  const status = async () => batchJobSchema.parse(await service.json(`/api/v2/tts/batches/${id}`)).status;
  await expect.poll(status, { timeout: 20_000 }).toBe('completed');
  expect((await usage()).jobs).toMatchObject([{ batch_id: id, characters: TEXT.length }]);
});

test('jobs for streams can’t be read, even by the account that streamed', async () => {
  const pool = openPool(service.url, 1);
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM lectern.batches WHERE kind = 'stream'");
  await pool.end();
  expect(rows.length).toBeGreaterThan(0);
  for (const { id } of rows) {
    const { status } = await fetch(new URL(`/api/v2/tts/${id}`, service.address), { headers });
    expect(status).toBe(404);
  }
});
