import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, durationSeconds } from '@lectern/audio';
import { batchJobSchema, voiceListSchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type LiveService, launch, startLive } from '../testing/service-process.ts';
import { HIGH, LOW } from '../testing/spoken.ts';
import { job, temporaryFolder, VOICE } from '../testing/test-service.ts';
import { HUM_SECONDS, humming, silent, VoiceServer } from '../testing/voice-server.ts';

/** The extension field that says why a job failed. */
const reasonsSchema = z.object({ jobs: z.array(z.object({ error_message: z.string().optional() })) });

const KEY = 'sk-never-to-be-seen-anywhere';
const TEXT = 'Somebody else says this, and not for the first time.';
const GONE = 'lectern://voices/gone/low/manifest.json';

let folder: ReturnType<typeof temporaryFolder>;
let server: VoiceServer;
const services: LiveService[] = [];
beforeEach(async () => {
  folder = temporaryFolder();
  server = await new VoiceServer().start();
});
afterEach(async () => {
  for (const service of services.splice(0)) {
    service.process.kill('SIGKILL');
    await service.ended;
  }
  await server.stop();
  folder.remove();
});

async function start(...more: string[]): Promise<LiveService> {
  const service = await startLive(folder.path, ...more);
  services.push(service);
  return service;
}

const voices = ['low', 'high'].map((voice) => ({ voice, name: voice, language: 'english' }));
const hums = () => ({ name: 'hums', kind: 'openai', url: server.url, model: 'hum-1', key: KEY, voices });

function configure(...engines: unknown[]): string {
  const path = join(folder.path, 'speech.json');
  writeFileSync(path, JSON.stringify({ engines }));
  return path;
}

/** Submits a batch and waits until its jobs have finished. */
async function finished(service: LiveService, jobs: readonly unknown[]) {
  const init = { method: 'POST', body: JSON.stringify({ jobs }) };
  return settled(service, batchJobSchema.parse(await service.json('/api/v2/tts/batches', init)).id);
}

async function settled(service: LiveService, id: string) {
  for (;;) {
    const body = await service.json(`/api/v2/tts/batches/${id}`);
    const { status, jobs } = batchJobSchema.parse(body);
    const reasons = reasonsSchema.parse(body).jobs;
    if (status === 'completed' || status === 'failed') return jobs.map((one, index) => ({ ...one, ...reasons[index] }));
    await sleep(20);
  }
}

const spokenBy = (voice: string, more: Readonly<Record<string, unknown>> = {}) =>
  job({ text: TEXT, voice, output_format: 'wav', ...more });

describe('a service with voices of other engines', () => {
  test('lists them, speaks with them in jobs, dialogs and streams, and never shows their key', async () => {
    configure(hums());
    const log = join(folder.path, 'service.log');
    const service = await start('--log-file', log);
    const listed = voiceListSchema.parse(await service.json('/api/v2/voices'));
    expect(listed.slice(-2).map(({ id, name }) => [id, name])).toEqual([
      [LOW, 'low'],
      [HIGH, 'high'],
    ]);
    const dialog = { text: `A: ${TEXT}\nB: ${TEXT}`, voice_2: VOICE, turn_prefix: 'A:', turn_prefix_2: 'B:' };
    const [one, two] = await finished(service, [spokenBy(LOW), spokenBy(HIGH, dialog)]);
    expect(one?.output?.duration).toBeCloseTo(TEXT.length * HUM_SECONDS + 0.1, 2);
    expect(two?.output?.duration).toBeGreaterThan((one?.output?.duration ?? 0) + 1.5);
    const sound = await decode(new Uint8Array(await (await fetch(one?.output?.url ?? '')).arrayBuffer()));
    expect(sound.sampleRate).toBe(24_000);

    const { headers } = service;
    const body = JSON.stringify({ text: TEXT, voice: LOW, output_format: 'wav' });
    const streamed = await fetch(new URL('/api/v2/tts/stream', service.address), { method: 'POST', headers, body });
    expect(streamed.status).toBe(200);
    const stream = await decode(new Uint8Array(await streamed.arrayBuffer()));
    expect(durationSeconds(stream)).toBeCloseTo(TEXT.length * HUM_SECONDS + 0.1, 2);

    expect(server.requests.every((request) => request.headers.authorization === `Bearer ${KEY}`)).toBe(true);
    const shown = JSON.stringify([listed, one, two, readFileSync(log, 'utf8')]);
    expect(shown).not.toContain(KEY);
    expect(readFileSync(log, 'utf8')).toContain('"engines":1,"voices":2');
  });

  test('only fails the jobs of an engine that is down, with the reason', async () => {
    const gone = await new VoiceServer().start();
    await gone.stop();
    configure(hums(), { ...hums(), name: 'gone', url: gone.url });
    const service = await start();
    const jobs = await finished(service, [spokenBy(GONE), spokenBy(LOW), spokenBy(GONE), spokenBy(VOICE)]);
    expect(jobs.map(({ status }) => status)).toEqual(['failed', 'completed', 'failed', 'completed']);
    const problem = `The voice server "gone" can't be reached at ${gone.url} (ECONNREFUSED): start it, or correct its url.`;
    expect([jobs[0]?.error_message, jobs[2]?.error_message]).toEqual([problem, problem]);
    const body = JSON.stringify({ text: TEXT, voice: GONE });
    expect(await service.json('/api/v2/tts/stream', { method: 'POST', body })).toEqual({
      message: problem,
      error: 'SPEECH_FAILED',
    });
  });

  test('fails jobs that were waiting for a removed voice, and continues with the others', async () => {
    configure(hums());
    server.usual = silent;
    const first = await start();
    const init = { method: 'POST', body: JSON.stringify({ jobs: [spokenBy(LOW), spokenBy(HIGH), spokenBy(LOW)] }) };
    const { id } = batchJobSchema.parse(await first.json('/api/v2/tts/batches', init));
    await server.until(() => server.requests.length > 0);
    first.process.kill('SIGKILL');
    await first.ended;
    server.usual = humming;
    configure({ ...hums(), voices: voices.slice(1) });
    const jobs = await settled(await start(), id);
    expect(jobs.map(({ status }) => status)).toEqual(['failed', 'completed', 'failed']);
    expect(jobs[0]?.error_message).toBe(`The voice "${LOW}" no longer exists.`);
  });
});

describe('an invalid configuration', () => {
  test('prevents the service from starting, with a message that doesn’t contain the key', async () => {
    const path = configure({ ...hums(), url: 'nowhere', sppeed: 1 });
    const end = await launch(['--data', folder.path]).ended;
    expect(end.code).toBe(1);
    expect(end.stdout).toBe('');
    expect(end.stderr.trim().split('\n').at(-1)).toContain(`The speech configuration ${path} is invalid: `);
    expect(end.stderr).toContain('engines[0].url must be a URL');
    expect(end.stderr).toContain('engines[0].sppeed is not a known field');
    expect(end.stderr).not.toContain(KEY);
  });

  test('is also reported if the file given with --speech-config is missing', async () => {
    const path = join(folder.path, 'other.json');
    const end = await launch(['--data', folder.path, '--speech-config', path]).ended;
    expect(end.code).toBe(1);
    expect(end.stderr).toContain(`${path} can't be read (ENOENT)`);
    writeFileSync(path, JSON.stringify({ engines: [hums()] }));
    const service = await start('--speech-config', path);
    expect(voiceListSchema.parse(await service.json('/api/v2/voices')).at(-1)?.id).toBe(HIGH);
  });

  test('doesn’t matter with --speech silent', async () => {
    configure({ name: 'wrong' });
    const service = await start('--speech', 'silent');
    expect((await finished(service, [spokenBy(VOICE)]))[0]?.status).toBe('completed');
  });
});
