// Packs as they are spoken with: models made for tests, loaded by the code that loads real ones, in processes of their own.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ABORTING_LETTER,
  HUNGRY_LETTER,
  TOY_LETTER_SECONDS,
  TOY_SAMPLE_RATE,
} from '../../../../node/testing/toy-models/toy-graphs.ts';
import {
  toyKittenPack,
  toyKokoroPack,
  toyMatchaPack,
  toyPack,
  writePack,
} from '../../../../node/testing/toy-models/toy-pack.ts';
import { readVoicePack } from '../../../../node/voice-packs/read-pack.ts';
import { createLogger } from '../../common/log.ts';
import { temporaryFolder } from '../../testing/test-service.ts';
import type { RemoteUtterance } from '../elsewhere/speech-source.ts';
import { SpeechError, type SpeechRequest } from '../speech-engine.ts';
import { PackLostError } from './pack-process.ts';
import { PackShelf } from './pack-shelf.ts';
import { PackSource, type PackSourceOptions } from './pack-source.ts';

const LOW = 'lectern://voices/packs/toy-letters/low/manifest.json';
const HIGH = 'lectern://voices/packs/toy-letters/high/manifest.json';

/** The native code and WebAssembly. */
const RUNTIMES = ['any', 'wasm'] as const;

let folder: ReturnType<typeof temporaryFolder>;
const shelves: PackShelf[] = [];
const logged: string[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  logged.length = 0;
});
afterEach(() => {
  for (const one of shelves.splice(0)) one.close();
  vi.unstubAllEnvs();
  folder.remove();
});

function shelf(options: PackSourceOptions = {}): PackShelf {
  const opened = new PackShelf(
    folder.path,
    createLogger('info', (row) => void logged.push(row)),
    options,
  );
  shelves.push(opened);
  return opened;
}

const request = (text: string, voice = LOW, speed = 1): SpeechRequest => ({
  turns: [{ voice, text }],
  speed,
  seed: 1,
  temperature: 1,
  language: undefined,
});

/** What a pack itself is asked for. */
const utterance = (text: string): RemoteUtterance => ({
  text,
  voice: undefined,
  model: undefined,
  speaker: 0,
  speed: 1,
  temperature: 1,
});

async function* pieces(packs: PackShelf, wanted: SpeechRequest, signal = new AbortController().signal) {
  const engine = packs.engines.find(({ voices }) => voices.some(({ id }) => id === wanted.turns[0]?.voice));
  if (engine === undefined) throw new Error('No pack has the voice.');
  yield* engine.synthesize(wanted, signal);
}

async function speech(packs: PackShelf, wanted: SpeechRequest): Promise<Int16Array> {
  const all: number[] = [];
  for await (const piece of pieces(packs, wanted)) all.push(...piece);
  return Int16Array.from(all);
}

/** Hz, told from how often the sound passes zero within its loud part. */
function pitchOf(samples: Int16Array, sampleRate = TOY_SAMPLE_RATE): number {
  let crossings = 0;
  let loud = 0;
  for (let at = 1; at < samples.length; at += 1) {
    const [before = 0, now = 0] = [samples[at - 1], samples[at]];
    if (Math.abs(now) > 20) loud += 1;
    if (before < 0 && now >= 0) crossings += 1;
  }
  return (crossings / loud) * sampleRate;
}

/** The most by which two sounds of one length differ. */
function differenceOf(one: Int16Array, other: Int16Array): number {
  expect(one.length).toBe(other.length);
  return Math.max(...one.map((sample, at) => Math.abs(sample - (other[at] ?? 0))));
}

/** What the process of the pack has loaded. */
const mapsOf = (packs: PackShelf): string => readFileSync(`/proc/${packs.processIdOf('toy-letters')}/maps`, 'utf8');

describe('a voice pack', () => {
  test('is spoken with: each voice its own, as long as the text, quicker where it is asked for', async () => {
    writePack(join(folder.path, 'toy-letters'));
    const packs = shelf();
    const [low, high, quick] = [
      await speech(packs, request('abcdefghij')),
      await speech(packs, request('abcdefghij', HIGH)),
      await speech(packs, request('abcdefghij', LOW, 2)),
    ];
    const letters = 10 * TOY_LETTER_SECONDS * TOY_SAMPLE_RATE;
    const around = 0.1 * TOY_SAMPLE_RATE;
    expect(low.length - around).toBeCloseTo(letters, -2);
    expect(quick.length - around / 2).toBeCloseTo(letters / 2, -2);
    expect(pitchOf(high)).toBeGreaterThan(pitchOf(low) + 40);
  });

  test('of a slower model is as much slower at each speed', async () => {
    const pack = toyPack();
    writePack(join(folder.path, pack.id), { ...pack, engine: { ...pack.engine, lengthScale: 2 } });
    const packs = shelf();
    const [usual, quick] = [
      await speech(packs, request('abcdefghij')),
      await speech(packs, request('abcdefghij', LOW, 2)),
    ];
    const letters = 10 * TOY_LETTER_SECONDS * TOY_SAMPLE_RATE;
    const around = 0.1 * TOY_SAMPLE_RATE;
    expect(usual.length - around).toBeCloseTo(2 * letters, -2);
    expect(quick.length - around / 2).toBeCloseTo(letters, -2);
  });

  test.each([
    ['Kokoro', toyKokoroPack],
    ['Kitten', toyKittenPack],
    ['Matcha', toyMatchaPack],
  ])(
    'of a %s model speaks what eSpeak NG makes of a text: each voice its own, as long as the text',
    async (_kind, toy) => {
      const { pack, files } = toy();
      writePack(join(folder.path, pack.id), pack, files);
      const packs = shelf();
      const [low = '', high = ''] = packs.engines.flatMap(({ voices }) => voices.map(({ id }) => id));
      const text = 'Seven words, and then some more of them.';
      const once = await speech(packs, request(text, low));
      const [twice, quick, higher] = [
        await speech(packs, request(`${text} ${text}`, low)),
        await speech(packs, request(text, low, 2)),
        await speech(packs, request(text, high)),
      ];
      expect(once.some((sample) => sample > 1000)).toBe(true);
      expect(once.length / pack.sampleRate).toBeGreaterThan(1);
      expect(twice.length / once.length).toBeCloseTo(2, 0);
      expect(once.length / quick.length).toBeCloseTo(2, 0);
      expect(pitchOf(higher, pack.sampleRate)).toBeGreaterThan(pitchOf(once, pack.sampleRate) + 40);
      const source = new PackSource(join(folder.path, pack.id), readVoicePack(join(folder.path, pack.id)));
      const rates = new Set<number>();
      try {
        for await (const sound of source.say(utterance(text), new AbortController().signal))
          rates.add(sound.sampleRate);
      } finally {
        source.process.close();
      }
      expect([...rates]).toEqual([pack.sampleRate]);
    },
  );

  test('is spoken with in WebAssembly where that is asked for: the same sound', async () => {
    writePack(join(folder.path, 'toy-letters'));
    const there = await speech(shelf(), request('abc. def.'));
    expect(differenceOf(await speech(shelf({ runtime: 'wasm' }), request('abc. def.')), there)).toBeLessThan(200);
  });

  // Where libraries are looked for first, there is one that is none.
  test.runIf(process.platform === 'linux')(
    'is spoken with in WebAssembly where the native code can not be loaded',
    async () => {
      writePack(join(folder.path, 'toy-letters'));
      const usual = shelf();
      const there = await speech(usual, request('abc. def.'));
      const [, library = ''] = /(\S+\/sherpa-onnx\.node)$/m.exec(mapsOf(usual)) ?? [];
      expect(library).not.toBe('');
      writeFileSync(join(folder.path, 'libsherpa-onnx-c-api.so'), 'no library');
      vi.stubEnv('LD_LIBRARY_PATH', folder.path);
      const packs = shelf();
      expect(differenceOf(await speech(packs, request('abc. def.')), there)).toBeLessThan(200);
      expect(mapsOf(packs)).not.toContain(library);
    },
  );

  test('gives the first sentence before the second is spoken, and stops where no more is wanted', async () => {
    writePack(join(folder.path, 'toy-letters'));
    const packs = shelf();
    const leaving = new AbortController();
    const text = `${'a'.repeat(90)}. `.repeat(5).trim();
    const heard = async (): Promise<void> => {
      for await (const piece of pieces(packs, request(text), leaving.signal)) {
        expect(piece.length).toBeLessThan(TOY_SAMPLE_RATE * 10);
        leaving.abort(new Error('Enough.'));
      }
    };
    await expect(heard()).rejects.toThrow('Enough.');
    // It goes on with what comes next.
    expect((await speech(packs, request('abc'))).length).toBeGreaterThan(1000);
  });

  test('has no process before it speaks, and none when it has nothing to say', async () => {
    writePack(join(folder.path, 'toy-letters'));
    const packs = shelf({ idleMs: 1 });
    expect(packs.processIdOf('toy-letters')).toBeUndefined();
    await speech(packs, request('abc'));
    await expect.poll(() => packs.processIdOf('toy-letters')).toBeUndefined();
    expect((await speech(packs, request('abc'))).length).toBeGreaterThan(1000);
  });
});

describe('the process of a voice pack', () => {
  test('may be killed before the first sound: it is started again, and all is said', async () => {
    writePack(join(folder.path, 'toy-letters'));
    const packs = shelf();
    const whole = await speech(packs, request('abcdefghij'));
    const saying = speech(packs, request('abcdefghij'));
    const first = packs.processIdOf('toy-letters');
    if (first !== undefined) process.kill(first, 'SIGKILL');
    expect(await saying).toEqual(whole);
    expect(packs.processIdOf('toy-letters')).not.toBe(first);
  });

  test('may be killed after it: that is no verdict on the text, so that a job is tried again', async () => {
    writePack(folder.path);
    const source = new PackSource(folder.path, readVoicePack(folder.path));
    const kill = async (): Promise<void> => {
      // The second sentence takes long enough.
      const said = source.say(utterance(`Abc. Def ${HUNGRY_LETTER} ghi.`), new AbortController().signal);
      for await (const _sentence of said) process.kill(source.process.pid ?? 0, 'SIGKILL');
    };
    try {
      await expect(kill()).rejects.toBeInstanceOf(PackLostError);
    } finally {
      source.process.close();
    }
  });

  test.each(
    RUNTIMES.flatMap((runtime) => [
      [
        'fails in its graph',
        runtime,
        ABORTING_LETTER,
        /^The voice pack "Toy letters" failed while it spoke\.$/,
      ] as const,
      [
        'takes too much memory',
        runtime,
        HUNGRY_LETTER,
        /^The voice pack "Toy letters" took too much memory\.$/,
      ] as const,
    ]),
  )('%s (%s): the text is refused with a reason, and others are spoken', async (_what, runtime, letter, reason) => {
    writePack(join(folder.path, 'toy-letters'));
    const packs = shelf({ runtime, mostMemory: 400 * 1024 ** 2 });
    const error = await speech(packs, request(`abc ${letter} def`)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SpeechError);
    expect(String(error instanceof Error ? error.message : error)).toMatch(reason);
    expect((await speech(packs, request('abc'))).length).toBeGreaterThan(1000);
  });

  test.each(RUNTIMES)('may fail in what is not wanted any more: what comes then is said (%s)', async (runtime) => {
    writePack(folder.path);
    const source = new PackSource(folder.path, readVoicePack(folder.path), { runtime });
    const leaving = new AbortController();
    const heard = async (text: string): Promise<void> => {
      for await (const _sentence of source.say(utterance(text), leaving.signal)) leaving.abort(new Error('Enough.'));
    };
    try {
      // The second sentence takes long enough for the next text to be there.
      const text = `Abc. Def ${HUNGRY_LETTER} ghi. Jkl ${ABORTING_LETTER} mno.`;
      await expect(heard(text)).rejects.toThrow('Enough.');
      const first = source.process.pid;
      const sounds = await Array.fromAsync(source.say(utterance('Abc.'), new AbortController().signal));
      expect(sounds).toHaveLength(1);
      // Native code learns too late that the third is not wanted.
      if (runtime === 'wasm') expect(source.process.pid).toBe(first);
    } finally {
      source.process.close();
    }
  });

  test('may be given up as it had nothing to say when something comes: that is said by the next one', async () => {
    writePack(join(folder.path, 'toy-letters'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const packs = shelf({ idleMs: 60_000 });
      const before = await speech(packs, request('abc'));
      const first = packs.processIdOf('toy-letters');
      vi.advanceTimersByTime(60_000);
      expect(await speech(packs, request('abc'))).toEqual(before);
      expect(packs.processIdOf('toy-letters')).not.toBe(first);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(RUNTIMES)('refuses a model that is none (%s)', async (runtime) => {
    const files = { 'model.onnx': 'no model', 'tokens.txt': 'a 1\n' };
    writePack(join(folder.path, 'toy-letters'), toyPack('toy-letters', files), files);
    await expect(speech(shelf({ runtime }), request('abc'))).rejects.toThrow('could not be loaded');
  });

  test.each(RUNTIMES)('refuses a model of another kind (%s)', async (runtime) => {
    const { pack, files } = toyKokoroPack();
    writePack(join(folder.path, pack.id), { ...pack, engine: { ...pack.engine, kind: 'kitten' } }, files);
    const packs = shelf({ runtime });
    const [voice = ''] = packs.engines.flatMap(({ voices }) => voices.map(({ id }) => id));
    await expect(speech(packs, request('abc', voice))).rejects.toThrow('could not be loaded');
  });

  test('is not started for files that were changed', async () => {
    writePack(join(folder.path, 'toy-letters'));
    const packs = shelf();
    const [model] = toyPack().files;
    writeFileSync(join(folder.path, 'toy-letters', 'model.onnx'), Buffer.alloc(model?.size ?? 0));
    await expect(speech(packs, request('abc'))).rejects.toThrow('has a damaged file (model.onnx): install it again.');
    expect(packs.processIdOf('toy-letters')).toBeUndefined();
  });
});

describe('the shelf of voice packs', () => {
  test('notices packs that come, change and go', () => {
    const packs = shelf();
    expect(packs.engines).toEqual([]);
    writePack(join(folder.path, '.coming'));
    packs.refresh();
    expect(packs.engines).toEqual([]);
    renameSync(join(folder.path, '.coming'), join(folder.path, 'toy-letters'));
    packs.refresh();
    const before = packs.engines;
    expect(before.flatMap(({ voices }) => voices.map(({ id }) => id))).toEqual([LOW, HIGH]);
    packs.refresh();
    expect(packs.engines).toBe(before);
    rmSync(join(folder.path, 'toy-letters'), { recursive: true });
    packs.refresh();
    expect(packs.engines).toEqual([]);
  });

  test('has the successor of a pack from the moment in which it is there, and what was left behind goes', () => {
    writePack(join(folder.path, 'toy-letters'));
    writePack(join(folder.path, '.half'));
    const packs = shelf();
    expect(readdirSync(folder.path)).toEqual(['toy-letters']);
    const voices = () => packs.engines.flatMap((engine) => engine.voices.map(({ synthesizer }) => synthesizer));
    writePack(join(folder.path, '.coming'), { ...toyPack(), name: 'New' });
    renameSync(join(folder.path, '.coming'), join(folder.path, 'toy-letters~10'));
    packs.refresh();
    expect(voices()).toEqual(['New', 'New']);
    rmSync(join(folder.path, 'toy-letters'), { recursive: true });
    packs.refresh();
    expect(voices()).toEqual(['New', 'New']);
  });

  test('leaves out what is no pack, or has another name than its folder, and says so once', () => {
    writePack(join(folder.path, 'toy-letters'), { ...toyPack(), rights: undefined });
    writePack(join(folder.path, 'other'));
    const packs = shelf();
    packs.refresh();
    expect(packs.engines).toEqual([]);
    expect(logged.map((row) => JSON.parse(row).problem)).toEqual(expect.arrayContaining(['no-licence', 'malformed']));
    expect(logged).toHaveLength(2);
  });
});
