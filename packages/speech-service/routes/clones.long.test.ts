import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { decode, durationSeconds, encode } from '@lectern/audio';
import {
  type ClonedVoice,
  cloneDeletionResponseSchema,
  clonedVoiceListSchema,
  clonedVoiceSchema,
  voiceListSchema,
} from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerOptions } from '../host/server.ts';
import type { ServiceAccount } from '../ports/accounts.ts';
import { EmbeddedEngine } from '../rendering/embedded-engine.ts';
import { SpeechRenderer } from '../rendering/renderer.ts';
import { RenderPool } from '../rendering/worker-pool.ts';
import { SqliteCloneStore } from '../store/sqlite-clone-store.ts';
import { medianPitch } from '../testing/listening.ts';
import {
  ACCOUNT,
  credentials,
  HandRenderer,
  job,
  type TestService,
  temporaryFolder,
  testService,
  VOICE,
} from '../testing/test-service.ts';
import { SampleSpeaker } from '../testing/voice-sample.ts';
import { createResolver } from '../voices/voice-directory.ts';

const OTHER: ServiceAccount = { ...ACCOUNT, key: 'sk-other', userId: 'user-other' };

const folder = temporaryFolder();
const pool = new RenderPool(1);
let service: TestService;
let address = '';

async function start(different: Partial<ServerOptions> = {}): Promise<void> {
  const resolve = (id: string) => createResolver(new SqliteCloneStore(service.database))(id);
  service = testService(new SpeechRenderer(new EmbeddedEngine(pool, pool, resolve), pool), {
    accounts: [ACCOUNT, OTHER],
    folder: folder.path,
    ...different,
  });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
}

const silence = (seconds: number) => ({ sampleRate: 16_000, channels: [new Float32Array(16_000 * seconds)] });

const speaker = await SampleSpeaker.load();
const timbre = { variant: 'm5', rate: 150, pitch: 70, range: 50 };
const sample = await encode(speaker.speak(timbre), 'wav');

beforeAll(() => start());
afterAll(async () => {
  await service.close();
  await pool.close();
  folder.remove();
});

const CLONES = '/api/v2/cloned-voices';

function ask(path: string, init: RequestInit = {}, account = ACCOUNT): Promise<Response> {
  return fetch(`${address}${path}`, { ...init, headers: { ...credentials(account), ...init.headers } });
}

function form(fields: Readonly<Record<string, string>>, file: Uint8Array | null = sample): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  if (file !== null) made.append('sample_file', new Blob([Uint8Array.from(file)]), 'me.wav');
  return made;
}

const post = (body: FormData, account = ACCOUNT): Promise<Response> =>
  ask(`${CLONES}/instant`, { method: 'POST', body }, account);

async function cloned(name: string, account = ACCOUNT): Promise<ClonedVoice> {
  const reply = await post(form({ voice_name: name }), account);
  expect(reply.status).toBe(201);
  return clonedVoiceSchema.parse(await reply.json());
}

async function refusal(reply: Response, status = 400, id = 'INVALID_PARAMETERS'): Promise<string> {
  const { error_id, error_message } = (await reply.json()) as { error_id: string; error_message: string };
  expect([reply.status, error_id]).toEqual([status, id]);
  return error_message;
}

const remove = (body: unknown, account = ACCOUNT): Promise<Response> =>
  ask(
    CLONES,
    { method: 'DELETE', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    account,
  );

const listing = async (account = ACCOUNT): Promise<string[]> =>
  clonedVoiceListSchema.parse(await (await ask(CLONES, {}, account)).json()).map(({ id }) => id);

/** The file of what is kept of a clone's sample. */
const keptSample = ({ id }: ClonedVoice): string => join(folder.path, 'clone-samples', `${id.split('/').at(-2)}.wav`);

const uploads = (): string[] => readdirSync(join(folder.path, 'uploads'));

async function pitchOf(audio: Response): Promise<number> {
  expect(audio.status).toBe(200);
  const sound = await decode(new Uint8Array(await audio.arrayBuffer()));
  expect(durationSeconds(sound)).toBeGreaterThan(1);
  return medianPitch(sound.channels[0] ?? new Float32Array(0), sound.sampleRate);
}

/** Hz that the clone of the sample speaks at, about. */
const near = (pitch: number): number => Math.abs(12 * Math.log2(pitch / 120));

describe('POST /api/v2/cloned-voices/instant creates an instant voice clone', () => {
  test('that is listed, plays its sample, and speaks at once and after a restart', async () => {
    const clone = await cloned('  Uncle Bob é 😀 ');
    expect(clone).toMatchObject({ name: 'Uncle Bob é 😀', type: 'instant', gender: 'male', voice_engine: 'SvcDialog' });
    expect(clone.id).toMatch(/^lectern:\/\/voices\/cloned\/[0-9A-Za-z]{22}\/manifest\.json$/);
    expect(await listing()).toContain(clone.id);
    expect(near(await pitchOf(await fetch(clone.sample)))).toBeLessThan(2);
    const say = (different = {}): Promise<Response> => {
      const asked = { text: 'Well, well, here we are again, my dear.', voice: clone.id, output_format: 'wav' };
      const body = JSON.stringify({ ...asked, temperature: 0, ...different });
      return ask('/api/v2/tts/stream', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    };
    expect(near(await pitchOf(await say()))).toBeLessThan(2);
    // "Every instant clone works with it."
    expect((await say({ voice_engine: 'Svc2.0-turbo' })).status).toBe(200);
    // Programs written for the public service ask for clones this way.
    expect((await say({ voice_engine: 'Svc2.0' })).status).toBe(200);
    await service.close();
    await start();
    expect(await listing()).toContain(clone.id);
    expect(near(await pitchOf(await say()))).toBeLessThan(2);
  });

  test('of the gender that is given', async () => {
    const reply = await post(form({ voice_name: 'Deep', gender: 'female' }));
    expect(await reply.json()).toMatchObject({ gender: 'female' });
  });

  test('and keeps nothing of the sample', async () => {
    await cloned('Gone');
    expect(uploads()).toEqual([]);
  });

  test('in whichever order the parts come', async () => {
    const reversed = new FormData();
    reversed.append('sample_file', new Blob([Uint8Array.from(sample)]), 'me.wav');
    reversed.append('voice_name', 'Last');
    expect((await post(reversed)).status).toBe(201);
  });
});

describe('what is no form of a clone', () => {
  test.each([
    ['no name', form({}), ['voice_name is missing']],
    ['a blank name', form({ voice_name: ' ' }), ['voice_name must not be blank']],
    ['a long name', form({ voice_name: 'x'.repeat(101) }), ['voice_name must be at most 100 characters long']],
    ['an unknown gender', form({ voice_name: 'x', gender: 'robot' }), ['gender must be one of "male", "female"']],
    ['an unknown field', form({ voice_name: 'x', colour: 'red' }), ['colour is not a known field']],
    ['no sample', form({ voice_name: 'x' }, null), ['sample_file is missing']],
    ['a sample that is no file', form({ voice_name: 'x', sample_file: 'y' }, null), ['sample_file must be a file']],
    [
      'an address instead of a sample',
      form({ voice_name: 'x', sample_file_url: 'https://example.org/a.wav' }, null),
      ['sample_file_url is not supported: upload the sample as sample_file instead.'],
    ],
    [
      'a sample of 4,999 bytes',
      form({ voice_name: 'x' }, sample.subarray(0, 4999)),
      ['sample_file is too small: it has 4999 bytes, but must have 5000 to 50000000'],
    ],
    [
      'a sample of something else',
      form({ voice_name: 'x' }, new Uint8Array(6000).fill(0xa5)),
      ["sample_file can't be read"],
    ],
    ['a sample that is cut', form({ voice_name: 'x' }, sample.subarray(0, 60_000)), ["sample_file can't be read"]],
    [
      'several wrongs at once',
      form({ gender: 'x', a: 'b' }, null),
      ['voice_name', 'gender', 'a is not', 'sample_file'],
    ],
  ])('%s', async (_what, body, words) => {
    const message = await refusal(await post(body));
    for (const word of words) expect(message).toContain(word);
    expect(uploads()).toEqual([]);
  });

  test('two samples, and a field twice', async () => {
    const body = form({ voice_name: 'x' });
    body.append('sample_file', new Blob(['more']), 'more.wav');
    body.append('voice_name', 'y');
    body.append('portrait', new Blob(['face']), 'face.png');
    const message = await refusal(await post(body));
    expect(message).toContain('sample_file must be a single file');
    expect(message).toContain('voice_name is given more than once');
    expect(message).toContain('portrait is not a known file field');
    expect(uploads()).toEqual([]);
  });

  test('a sample of more than 50,000,000 bytes, whether it says so or not', async () => {
    const large = form({ voice_name: 'x' }, new Uint8Array(50_000_001));
    const words = 'sample_file is too large: it must be 5000 to 50000000 bytes long.';
    expect(await refusal(await post(large), 413, 'PAYLOAD_TOO_LARGE')).toBe(words);
    const encoded = new Response(large);
    const body = encoded.body ?? '';
    const reply = await ask(`${CLONES}/instant`, {
      method: 'POST',
      body,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      duplex: 'half',
    } as RequestInit);
    expect(await refusal(reply, 413, 'PAYLOAD_TOO_LARGE')).toBe(words);
    expect(uploads()).toEqual([]);
  });

  test('no form at all', async () => {
    const sent = (body: string | undefined, type: string | undefined): Promise<Response> =>
      ask(`${CLONES}/instant`, {
        method: 'POST',
        ...(body && { body }),
        headers: type ? { 'content-type': type } : {},
      });
    expect(await refusal(await sent('{}', 'application/json'), 415, 'UNSUPPORTED_MEDIA_TYPE')).toContain('multipart');
    expect(await refusal(await sent(undefined, undefined))).toContain('The body is missing');
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      expect(await refusal(await sent('hello', type))).toContain('The form is malformed');
    }
  });

  test('a form anywhere else', async () => {
    const reply = await ask('/api/v2/tts/stream', { method: 'POST', body: form({ text: 'Hi.' }) });
    await refusal(reply, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

test('an upload that stops half way leaves nothing', async () => {
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    `POST ${CLONES}/instant HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(credentials(ACCOUNT)).map(([name, value]) => `${name}: ${value}`),
    'content-type: multipart/form-data; boundary=x',
    'content-length: 1000000',
  ];
  const part = '--x\r\ncontent-disposition: form-data; name="sample_file"; filename="a.wav"\r\n\r\n';
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'RIFF'.repeat(10_000)}`);
  const before = (await listing()).length;
  while (uploads().length === 0) await turn();
  socket.destroy();
  while (uploads().length > 0) await turn();
  expect((await listing()).length).toBe(before);
});

test('what a service that was killed left of samples is gone after the next start', async () => {
  writeFileSync(join(folder.path, 'uploads', 'left'), 'x');
  await service.close();
  await start();
  expect(uploads()).toEqual([]);
});

describe('ten seconds of a sample', () => {
  test('are kept for their owner’s eyes alone, over a restart, until the clone is deleted', async () => {
    const clone = await cloned('Kept');
    const kept = readFileSync(keptSample(clone));
    expect(durationSeconds(await decode(kept))).toBeCloseTo(10, 1);
    if (process.platform !== 'win32') expect(statSync(keptSample(clone)).mode & 0o777).toBe(0o600);
    await service.close();
    await start();
    expect(readFileSync(keptSample(clone)).equals(kept)).toBe(true);
    expect((await remove({ voice_id: clone.id })).status).toBe(200);
    expect(existsSync(keptSample(clone))).toBe(false);
  });

  test('are gone after the next start where a kill came between the clone and them', async () => {
    const [clone, living] = [await cloned('Killed'), await cloned('Living')];
    const kept = readFileSync(keptSample(clone));
    await remove({ voice_id: clone.id });
    // The service was killed before it removed the file; and another time after it wrote one, and before its clone.
    const folderOfSamples = join(folder.path, 'clone-samples');
    for (const name of ['0123456789abcdefghijkl.wav', '0123456789abcdefghijkm.wav.part'])
      writeFileSync(join(folderOfSamples, name), kept);
    writeFileSync(keptSample(clone), kept);
    await service.close();
    await start();
    expect(existsSync(keptSample(living))).toBe(true);
    const ids = await listing();
    const owned = readdirSync(folderOfSamples).map(
      (name) => `lectern://voices/cloned/${name.slice(0, 22)}/manifest.json`,
    );
    expect(owned.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('are none where no clone was made', async () => {
    const before = readdirSync(join(folder.path, 'clone-samples'));
    await refusal(await post(form({ voice_name: 'Silent' }, await encode(silence(3), 'wav'))));
    expect(readdirSync(join(folder.path, 'clone-samples'))).toEqual(before);
  });
});

describe('clones are their owner’s', () => {
  test('no other account lists, speaks with, or deletes them, nor hears them without an address', async () => {
    const clone = await cloned('Mine');
    expect(await listing(OTHER)).toEqual([]);
    const body = JSON.stringify({ jobs: [job({ voice: clone.id })] });
    const headers = { 'content-type': 'application/json' };
    const reply = await ask('/api/v2/tts/batches', { method: 'POST', body, headers }, OTHER);
    expect(await refusal(reply)).toBe('jobs[0].voice is not a voice of this service.');
    await refusal(await remove({ voice_id: clone.id }, OTHER), 404, 'NOT_FOUND');
    const plain = clone.sample.split('?')[0] ?? '';
    await refusal(await fetch(plain), 404, 'NOT_FOUND');
    await refusal(await fetch(`${clone.sample}a`), 404, 'NOT_FOUND');
    const voices = voiceListSchema.parse(await (await ask('/api/v2/voices')).json());
    expect(voices.some((voice) => voice.is_cloned || voice.id === clone.id)).toBe(false);
  });
});

describe('DELETE /api/v2/cloned-voices deletes cloned voices', () => {
  test('once, with what was deleted', async () => {
    const clone = await cloned('Short-lived');
    expect((await fetch(clone.sample)).status).toBe(200);
    const reply = await remove({ voice_id: clone.id });
    expect(reply.status).toBe(200);
    expect(cloneDeletionResponseSchema.parse(await reply.json()).deleted).toMatchObject({
      id: clone.id,
      name: 'Short-lived',
    });
    expect(await listing()).not.toContain(clone.id);
    await refusal(await remove({ voice_id: clone.id }), 404, 'NOT_FOUND');
    await refusal(await fetch(clone.sample), 404, 'NOT_FOUND');
    expect(readdirSync(join(folder.path, 'samples')).filter((name) => clone.id.includes(name.slice(0, 22)))).toEqual(
      [],
    );
  });

  test('and no prebuilt ones', async () => {
    expect(await refusal(await remove({ voice_id: VOICE }))).toBe(
      'voice_id is a prebuilt voice: only cloned voices can be deleted.',
    );
    expect(await refusal(await remove({}))).toBe('voice_id is missing.');
    expect(await refusal(await remove({ voice_id: 7, x: 1 }))).toBe(
      'voice_id must be a string; x is not a known field.',
    );
    expect(await refusal(await ask(CLONES, { method: 'DELETE' }))).toBe('The body is missing.');
  });

  test('while what was accepted with one is still spoken', async () => {
    const clone = await cloned('Last words');
    const text = 'Well, well, here we are again, my dear.';
    // There is room for three of them at once: the last one is begun after the deletion.
    const jobs = Array.from({ length: 12 }, () => job({ voice: clone.id, text, output_format: 'wav' }));
    const body = JSON.stringify({ jobs });
    const headers = { 'content-type': 'application/json' };
    const made = await ask('/api/v2/tts/batches', { method: 'POST', body, headers });
    expect(made.status).toBe(201);
    await remove({ voice_id: clone.id });
    const location = new URL(made.headers.get('location') ?? '').pathname;
    for (;;) {
      const { status, jobs: done } = (await (await ask(location)).json()) as {
        status: string;
        jobs: readonly { output: { url: string } }[];
      };
      expect(status).not.toBe('failed');
      if (status === 'completed')
        return expect(near(await pitchOf(await fetch(done.at(-1)?.output.url ?? '')))).toBeLessThan(3);
      await turn();
    }
  });
});

test('making and deleting clones share one limit; what is refused for its form does not count', async () => {
  const limited = testService(new HandRenderer(), {
    accounts: [{ ...ACCOUNT, plan: 'hacker' }],
    elapsed: () => 0,
  });
  const request = (voice: string) =>
    limited.ask({ method: 'DELETE', url: CLONES, payload: { voice_id: voice } }).then((reply) => reply.statusCode);
  const statuses: number[] = [];
  for (const voice of [VOICE, 'a', 'b', VOICE, 'c', 'd', 'e']) statuses.push(await request(voice));
  expect(statuses).toEqual([400, 404, 404, 400, 404, 404, 429]);
  // Who has nothing left is told before a sample is taken.
  const late = await limited.ask({ method: 'POST', url: `${CLONES}/instant`, payload: {} });
  expect(late.statusCode).toBe(415);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const form = await limited.ask({ method: 'POST', url: `${CLONES}/instant`, payload: '--x--\r\n', headers });
  expect(form.statusCode).toBe(429);
  // Listing has a limit of its own.
  for (let call = 0; call < 20; call += 1) expect((await limited.ask({ url: CLONES })).statusCode).toBe(200);
  expect((await limited.ask({ url: CLONES })).statusCode).toBe(429);
  await limited.close();
});
