import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, durationSeconds } from '@lectern/audio';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { CombinedEngine } from '../speech/combined-engine.ts';
import { humEngine } from '../testing/spoken.ts';
import { type TestService, temporaryFolder, testService } from '../testing/test-service.ts';
import { answering, HUM_SECONDS, VoiceServer } from '../testing/voice-server.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { SpeechRenderer } from './renderer.ts';
import { RenderPool } from './worker-pool.ts';

const pool = new RenderPool(1);
const folder = temporaryFolder();
let server: VoiceServer;
let service: TestService;

function start(different: Readonly<Record<string, unknown>> = {}): void {
  const engine = new CombinedEngine(new EmbeddedEngine(pool), [humEngine(server.url, different)]);
  service = testService(new SpeechRenderer(engine, pool), { sampleFolder: folder.path });
}

beforeEach(async () => {
  server = await new VoiceServer().start();
  start();
});
afterEach(async () => {
  await service.close();
  await server.stop();
});
afterAll(async () => {
  await pool.close();
  folder.remove();
});

/** The address of a sample, as the listing has it. */
async function sampleOf(id: string): Promise<string> {
  const voices = (await service.ask({ url: '/api/v2/voices' })).json<{ id: string; sample: string }[]>();
  return new URL(voices.find((voice) => voice.id === id)?.sample ?? '').pathname;
}

const LOW = 'lectern://voices/hums/low/manifest.json';

test('a voice from elsewhere whose engine fails has no sample and no half of one; later it has', async () => {
  const path = await sampleOf(LOW);
  server.usual = answering(401, '{}');
  const refused = await service.app.inject({ url: path });
  expect(refused.statusCode).toBe(500);
  expect(refused.json()).toEqual({
    message: 'The voice server "hums" requires a key (401): add one to the configuration.',
    error: 'SPEECH_FAILED',
  });
  expect(readdirSync(folder.path)).toEqual([]);
  server.usual = (request, response) => void response.end(answerOf(request.body['input']));
  const good = await service.app.inject({ url: path });
  expect(good.statusCode).toBe(200);
  expect(good.headers['content-type']).toBe('audio/mpeg');
});

function answerOf(text: unknown): Buffer {
  const samples = new Int16Array(Math.round(String(text).length * HUM_SECONDS * 24_000)).fill(2000);
  const head = Buffer.from(
    'RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0',
    'latin1',
  );
  return Buffer.concat([head, Buffer.from('data\xff\xff\xff\xff', 'latin1'), Buffer.from(samples.buffer)]);
}

test('a sample is in the voice’s own words, kept, and made again when the voice is mapped to another one', async () => {
  const path = await sampleOf(LOW);
  const first = await service.app.inject({ url: path });
  const asked = String(server.requests[0]?.body['input']);
  expect(asked).toMatch(/^Good morning\./);
  expect(durationSeconds(await decode(first.rawPayload))).toBeCloseTo(asked.length * HUM_SECONDS, 0);
  await service.app.inject({ url: path });
  expect(server.requests).toHaveLength(1);
  await service.close();
  start({ voices: [{ id: 'low', voice: 'high', name: 'Low', language: 'english' }] });
  const second = await service.app.inject({ url: await sampleOf(LOW) });
  expect(server.requests).toHaveLength(2);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(false);
  expect(readdirSync(folder.path).every((name) => readFileSync(join(folder.path, name)).length > 1000)).toBe(true);
});
