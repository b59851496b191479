// Clones where a pack of Pocket TTS is installed: it speaks like the samples that they were made of.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@lectern/audio';
import { type ClonedVoice, clonedVoiceListSchema, clonedVoiceSchema } from '@lectern/tts-protocol';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toneFile, toyPocketPack, writePack } from '../../../node/testing/toy-models/toy-pack.ts';
import { createLogger } from '../common/log.ts';
import { EmbeddedEngine } from '../rendering/embedded-engine.ts';
import { SpeechRenderer } from '../rendering/renderer.ts';
import { RenderPool } from '../rendering/worker-pool.ts';
import { CombinedEngine } from '../speech/combined-engine.ts';
import { PackShelf } from '../speech/packs/pack-shelf.ts';
import { SqliteCloneStore } from '../store/sqlite-clone-store.ts';
import { toneOf } from '../testing/listening.ts';
import { ACCOUNT, job, type TestService, temporaryFolder, testService, VOICE } from '../testing/test-service.ts';
import { SampleSpeaker } from '../testing/voice-sample.ts';
import { CloneSamples } from '../voices/clone-samples.ts';
import { cloneIdentifier, createResolver } from '../voices/voice-directory.ts';

const CLONES = '/api/v2/cloned-voices';
const TEXT = 'It was a bright cold day in April, and the clocks were striking thirteen.';

const pool = new RenderPool(1);
let folder: ReturnType<typeof temporaryFolder>;
let samples: CloneSamples;
let shelf: PackShelf;
let service: TestService;

function start(): void {
  samples = new CloneSamples(join(folder.path, 'clone-samples'));
  shelf = new PackShelf(
    join(folder.path, 'packs'),
    createLogger('error', () => {}),
    { cloneSamples: samples },
  );
  const resolve = (id: string) => createResolver(new SqliteCloneStore(service.database))(id);
  const engine = new CombinedEngine(new EmbeddedEngine(pool, pool, resolve), [], shelf);
  service = testService(new SpeechRenderer(engine, pool), {
    folder: folder.path,
    cloneSamples: samples,
    refreshVoices: () => shelf.refresh(),
    cloneSpeech: (clone) => shelf.cloneSpeech(clone),
  });
}

async function stop(): Promise<void> {
  shelf.close();
  await service.close();
}

beforeEach(() => {
  folder = temporaryFolder();
  start();
});
afterEach(async () => {
  await stop();
  folder.remove();
});
afterAll(() => pool.close());

/** A clone whose sample was a tone; undefined: of which no sample was kept. */
function clone(key: string, hertz?: number): string {
  const id = cloneIdentifier(key);
  if (hertz !== undefined) samples.write(id, toneFile(hertz));
  new SqliteCloneStore(service.database).add({
    id,
    user_id: ACCOUNT.userId,
    name: key,
    gender: 'male',
    created_at: 1000,
    based_on: VOICE,
    timbre: { variant: 'm3', pitch: 61, range: 40, rate: 150 },
  });
  return id;
}

/** The clones as they are listed, which is when packs are looked for. */
async function listing(): Promise<ClonedVoice[]> {
  return clonedVoiceListSchema.parse((await service.ask({ url: CLONES })).json());
}

async function install(): Promise<void> {
  const { pack, files } = toyPocketPack();
  const rights = { ...pack.rights, commercialUse: false, forbiddenUses: ['Imitating a living person.'] };
  writePack(join(folder.path, 'packs', pack.id), { ...pack, rights }, files);
  await listing();
}

async function uninstall(): Promise<void> {
  rmSync(join(folder.path, 'packs', 'toy-pocket'), { recursive: true });
  await listing();
}

async function spoken(voice: string, different: Readonly<Record<string, unknown>> = {}): Promise<Buffer> {
  const payload = { text: TEXT, voice, output_format: 'wav', seed: 7, temperature: 0, ...different };
  const reply = await service.ask({ method: 'POST', url: '/api/v2/tts/stream', payload });
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
}

/** Hz. */
async function pitch(audio: Uint8Array): Promise<number> {
  const { channels, sampleRate } = await decode(audio);
  return toneOf(channels[0] ?? new Float32Array(0), sampleRate);
}

const remove = (id: string) => service.ask({ method: 'DELETE', url: CLONES, payload: { voice_id: id } });

const filesOf = (sub: string, key: string): string[] =>
  existsSync(join(folder.path, sub)) ? readdirSync(join(folder.path, sub)).filter((name) => name.startsWith(key)) : [];

describe('a clone with a sample', () => {
  test('is spoken by the pack, like its sample, and by the embedded engine where the pack is not there', async () => {
    const [low, high] = [clone('low', 150), clone('high', 300)];
    const embedded = await spoken(low);
    await install();
    const both = [await spoken(low), await spoken(high)] as const;
    const [lower, higher] = [await pitch(both[0]), await pitch(both[1])];
    expect(higher - lower).toBeGreaterThan(130);
    expect(higher - lower).toBeLessThan(170);
    expect(await spoken(low)).toEqual(both[0]);
    await uninstall();
    expect(await spoken(low)).toEqual(embedded);
    await install();
    expect(await spoken(low)).toEqual(both[0]);
  });

  test('has the pack’s licence as long as that speaks with it', async () => {
    clone('low', 150);
    expect(await listing()).toMatchObject([{ name: 'low' }]);
    expect((await listing())[0]).not.toHaveProperty('rights');
    await install();
    expect(await listing()).toMatchObject([
      {
        name: 'low',
        synthesizer: 'Toy Pocket',
        rights: {
          licence: 'CC-BY-4.0',
          licence_address: null,
          attribution: 'Toy letters by the makers of tests',
          commercial_use: false,
          forbidden_uses: ['Imitating a living person.'],
        },
      },
    ]);
    await uninstall();
    expect((await listing())[0]).not.toHaveProperty('rights');
  });

  test('is spoken by the embedded engine in a language that the pack has no voice of', async () => {
    const low = clone('low', 150);
    const embedded = await spoken(low, { language: 'german' });
    await install();
    expect(await spoken(low, { language: 'german' })).toEqual(embedded);
    expect(await spoken(low, { language: 'english' })).not.toEqual(await spoken(low, { language: 'german' }));
  });

  test('that is deleted takes its samples with it, and what was accepted is still spoken', async () => {
    const low = clone('low', 150);
    const [before] = await listing();
    const heard = async (address = ''): Promise<Buffer> => {
      const { pathname, search } = new URL(address);
      return (await service.ask({ url: pathname + search })).rawPayload;
    };
    const embedded = await heard(before?.sample);
    await install();
    const [after] = await listing();
    expect(await heard(after?.sample)).not.toEqual(embedded);
    expect(filesOf('samples', 'low')).toHaveLength(2);
    const made = await service.submit(Array.from({ length: 5 }, () => job({ voice: low, text: TEXT })));
    expect(made.statusCode).toBe(201);
    expect((await remove(low)).json()).not.toHaveProperty('deleted.rights');
    expect(filesOf('clone-samples', 'low')).toEqual([]);
    expect(filesOf('samples', 'low')).toEqual([]);
    for (;;) {
      const { pathname } = new URL(String(made.headers.location));
      const { status, jobs } = (await service.ask({ url: pathname })).json<{
        status: string;
        jobs: readonly { status: string }[];
      }>();
      if (status === 'completed') return expect(jobs.map((one) => one.status)).toEqual(Array(5).fill('completed'));
      expect(status).not.toBe('failed');
      await service.settle();
    }
  });
});

test('a clone of which no sample was kept is spoken as before, and has no licence of a pack', async () => {
  const old = clone('old');
  const embedded = await spoken(old);
  await install();
  expect(await spoken(old)).toEqual(embedded);
  expect((await listing())[0]).not.toHaveProperty('rights');
});

test('a clone that is made where there is a pack is spoken by it at once, and after a restart', async () => {
  await install();
  const sample = await encode(
    (await SampleSpeaker.load()).speak({ variant: 'm5', rate: 150, pitch: 70, range: 50 }),
    'wav',
  );
  const body = new FormData();
  body.append('voice_name', 'Mine');
  body.append('sample_file', new Blob([Uint8Array.from(sample)]), 'me.wav');
  const form = new Response(body);
  const reply = await service.ask({
    method: 'POST',
    url: `${CLONES}/instant`,
    headers: { 'content-type': form.headers.get('content-type') ?? '' },
    payload: Buffer.from(await form.arrayBuffer()),
  });
  expect(reply.statusCode).toBe(201);
  const made = clonedVoiceSchema.parse(reply.json());
  expect(made).toMatchObject({ name: 'Mine', synthesizer: 'Toy Pocket' });
  const heard = await spoken(made.id);
  expect((await decode(heard)).sampleRate).toBe(toyPocketPack().pack.sampleRate);
  await stop();
  start();
  expect(await spoken(made.id)).toEqual(heard);
  expect(await listing()).toMatchObject([{ id: made.id, synthesizer: 'Toy Pocket' }]);
});
