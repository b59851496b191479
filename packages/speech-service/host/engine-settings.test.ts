// Changes engines over HTTP while the service is speaking, with its real queue.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  batchJobSchema,
  ENGINES_PATH,
  type EngineSetup,
  engineListSchema,
  engineRefusalSchema,
  foundEngineSchema,
  voiceListSchema,
} from '@lectern/tts-protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KOKORO, ListingServer } from '../testing/listing-server.ts';
import { type LiveService, startLive } from '../testing/service-process.ts';
import { HIGH, LOW } from '../testing/spoken.ts';
import { job, temporaryFolder, VOICE } from '../testing/test-service.ts';
import { type Behaviour, hummed, VoiceServer } from '../testing/voice-server.ts';

const KEY = 'sk-of-an-engine-0123456789';

let folder: ReturnType<typeof temporaryFolder>;
let service: LiveService;
let server: VoiceServer;
beforeAll(async () => {
  folder = temporaryFolder();
  service = await startLive(folder.path);
});
beforeEach(async () => {
  server = await new VoiceServer().start();
});
afterEach(async () => {
  await post('/hums/remove');
  rmSync(join(folder.path, 'speech.json'), { force: true });
  await server.stop();
});
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended;
  folder.remove();
});

const voice = (name: string) => ({
  voice: name,
  name,
  languageCode: 'en-US',
  gender: 'female' as const,
  model: null,
  speaker: null,
});

const setup = (different: Partial<EngineSetup> = {}): EngineSetup => ({
  kind: 'openai',
  url: server.url,
  model: 'hum-1',
  speeds: [0.25, 4],
  maxCharacters: 4096,
  concurrency: 2,
  voices: [voice('low'), voice('high')],
  ...different,
});

const post = (path: string, body: unknown = {}): Promise<unknown> =>
  service.json(`${ENGINES_PATH}${path}`, { method: 'POST', body: JSON.stringify(body) });

const save = async (change: Partial<EngineSetup> = {}, key: string | null = null, isNew = true) =>
  engineListSchema.parse(await post('/hums/save', { setup: setup(change), key, isNew })).engines;

const problemOf = (body: unknown) => engineRefusalSchema.parse(body).problem;

const voicesOf = async (): Promise<string[]> =>
  voiceListSchema.parse(await service.json('/api/v2/voices')).map(({ id }) => id);

const written = (): { engines: Record<string, unknown>[] } =>
  JSON.parse(readFileSync(join(folder.path, 'speech.json'), 'utf8'));

async function submitted(...voices: readonly string[]): Promise<string> {
  const jobs = voices.map((one) => job({ voice: one, text: 'A line that somebody else says.', output_format: 'wav' }));
  const init = { method: 'POST', body: JSON.stringify({ jobs }) };
  return batchJobSchema.parse(await service.json('/api/v2/tts/batches', init)).id;
}

async function ended(id: string): Promise<string[]> {
  for (;;) {
    const { status, jobs } = batchJobSchema.parse(await service.json(`/api/v2/tts/batches/${id}`));
    if (status === 'completed' || status === 'failed') return jobs.map((one) => one.status);
    await sleep(20);
  }
}

/** Returns a behaviour that doesn't respond until `go` is called. */
function held(): { readonly behaviour: Behaviour; go(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    go: resolve,
    async behaviour(request, response) {
      await promise;
      response.writeHead(200, { 'content-type': 'audio/wav' }).end(hummed(request));
    },
  };
}

describe('an engine', () => {
  test('speaks as soon as it is saved, and its key is only in a separate file', async () => {
    expect(await save({}, KEY)).toMatchObject([{ name: 'hums', hasKey: true, voices: ['low', 'high'] }]);
    expect((await voicesOf()).slice(-2)).toEqual([LOW, HIGH]);
    expect(await ended(await submitted(LOW))).toEqual(['completed']);
    expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    expect(JSON.stringify(written())).not.toContain(KEY);
    const keyFile = join(folder.path, 'engine-keys', 'hums.key');
    expect(readFileSync(keyFile, 'utf8')).toBe(KEY);
    expect(statSync(keyFile).mode & 0o077).toBe(0);
    expect(JSON.stringify(await service.json(ENGINES_PATH))).not.toContain(KEY);
  });

  test('can be changed and removed while it speaks: jobs in progress finish, waiting jobs fail', async () => {
    await save({ concurrency: 1 });
    const first = held();
    server.next.push(first.behaviour);
    const id = await submitted(LOW, HIGH, VOICE);
    await server.until(() => server.requests.length > 0);
    await save({ concurrency: 1, voices: [voice('low')] }, null, false);
    expect((await voicesOf()).slice(-1)).toEqual([LOW]);
    await post('/hums/remove');
    expect((await voicesOf()).includes(LOW)).toBe(false);
    first.go();
    expect(await ended(id)).toEqual(['completed', 'failed', 'completed']);
  });

  test('can be restored with its key after it was removed', async () => {
    await save({}, KEY);
    await post('/hums/remove');
    expect(existsSync(join(folder.path, 'engine-keys', 'hums.key'))).toBe(false);
    expect(written().engines).toEqual([]);
    expect(engineListSchema.parse(await post('/hums/restore')).engines).toMatchObject([{ hasKey: true }]);
    expect(await ended(await submitted(LOW))).toEqual(['completed']);
  });

  test('keeps fields that were added by hand, but its key only for the same server', async () => {
    const own = { name: 'hums', kind: 'openai', url: server.url, model: 'hum-1', key: KEY, gain: 2 };
    const low = { voice: 'low', name: 'Low', language: 'english', age: 'older', style: 'whisper' };
    writeFileSync(join(folder.path, 'speech.json'), JSON.stringify({ engines: [{ ...own, voices: [low] }] }));
    await save({ voices: [{ ...voice('low'), languageCode: null }, voice('high')] }, null, false);
    expect(written().engines[0]).toMatchObject({
      key: KEY,
      gain: 2,
      voices: [{ ...low, name: 'low' }, { id: 'high' }],
    });
    await save({ url: 'http://127.0.0.1:1/' }, null, false);
    expect(written().engines[0]).not.toHaveProperty('key');
  });

  test('is rejected with the name of an invalid field, and nothing is changed', async () => {
    await save();
    const before = readFileSync(join(folder.path, 'speech.json'), 'utf8');
    const refused = async (change: Partial<EngineSetup>, key: string | null, isNew = false) =>
      problemOf(await post('/hums/save', { setup: setup(change), key, isNew }));
    expect(await refused({}, null, true)).toMatchObject({ kind: 'name-taken' });
    expect(await refused({ model: '' }, null)).toMatchObject({
      kind: 'unusable-setup',
      detail: expect.stringContaining('model'),
    });
    expect(await refused({ url: 'http://host.example' }, KEY)).toMatchObject({ kind: 'insecure-key' });
    expect(await refused({}, 'two words')).toMatchObject({ kind: 'unusable-key' });
    expect(readFileSync(join(folder.path, 'speech.json'), 'utf8')).toBe(before);
  });
});

describe('before an engine is saved', () => {
  test('a server can be queried, and tested with a sentence', async () => {
    const kokoro = await new ListingServer(KOKORO).start();
    try {
      const question = { name: null, url: kokoro.url, key: KEY };
      const { kind, url, voices } = foundEngineSchema.parse(await post('/ask', question));
      const trial = {
        ...question,
        setup: setup({ kind, url, voices, model: 'kokoro' }),
        voice: 1,
        text: 'Can you hear me?',
      };
      const init = { method: 'POST', headers: service.headers, body: JSON.stringify(trial) };
      const heard = await fetch(new URL(`${ENGINES_PATH}/try`, service.address), init);
      expect(heard.headers.get('content-type')).toBe('audio/wav');
      expect((await heard.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
      const spoken = kokoro.requests.at(-1);
      expect(spoken).toMatchObject({ authorization: `Bearer ${KEY}`, body: { voice: 'bm_george', model: 'kokoro' } });

      const unknown = await post('/try', { ...trial, setup: { ...trial.setup, model: 'other' } });
      expect(problemOf(unknown)).toMatchObject({ kind: 'refused', status: 400, detail: 'Unsupported model: other' });
      kokoro.program = { 'POST /v1/audio/speech': (_request, response) => void response.end('<html>Not here</html>') };
      expect(problemOf(await post('/try', trial))).toMatchObject({ kind: 'unusable-sound' });
      kokoro.program = { 'POST /v1/audio/speech': (_request, response) => void response.end() };
      expect(problemOf(await post('/try', trial))).toMatchObject({ kind: 'no-sound' });
      expect(existsSync(join(folder.path, 'speech.json'))).toBe(false);
    } finally {
      await kokoro.stop();
    }
  });
});
