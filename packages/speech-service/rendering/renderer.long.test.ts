import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decode, durationSeconds, mixToMono } from '@lectern/audio';
import { type InputParameters, inputParametersSchema, OUTPUT_FORMATS, STYLES } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '../speech/speech-engine.ts';
import { job, temporaryFolder, VOICE, VOICE_2 } from '../testing/test-service.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { SpeechRenderer } from './renderer.ts';
import { createRenderOrder } from './stream-order.ts';
import { RenderPool } from './worker-pool.ts';

const folder = temporaryFolder();
let renderer: SpeechRenderer;

function newRenderer(threads: number): SpeechRenderer {
  const pool = new RenderPool(threads);
  return new SpeechRenderer(new EmbeddedEngine(pool), pool);
}

beforeAll(() => {
  renderer = newRenderer(2);
});
afterAll(async () => {
  await renderer.close();
  folder.remove();
});

const TEXT = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const never = new AbortController().signal;
let files = 0;

const inputOf = (different: Readonly<Record<string, unknown>>): InputParameters =>
  inputParametersSchema.parse(job({ text: TEXT, output_format: 'wav', temperature: 0, ...different }));

interface Rendered {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly duration: number;
  readonly size: number;
}

async function render(different: Readonly<Record<string, unknown>>, seed = 0, by = renderer): Promise<Rendered> {
  files += 1;
  const path = join(folder.path, `${files}.audio`);
  const finished = await by.render(createRenderOrder(inputOf(different), seed, path), never);
  const bytes = readFileSync(path);
  rmSync(path);
  return { ...finished, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

async function soundOf({ bytes }: Rendered): Promise<{ samples: Float32Array; sampleRate: number }> {
  const { channels, sampleRate } = mixToMono(await decode(bytes));
  return { samples: channels[0] ?? new Float32Array(), sampleRate };
}

/** Zero crossings a second: a rough measure of a voice's brightness. */
function brightness(samples: Float32Array, sampleRate: number): number {
  let crossings = 0;
  for (let index = 1; index < samples.length; index += 1) {
    if ((samples[index - 1] ?? 0) < 0 !== (samples[index] ?? 0) < 0) crossings += 1;
  }
  return crossings / (samples.length / sampleRate);
}

describe('an audio file', () => {
  for (const format of OUTPUT_FORMATS) {
    test(`of ${format} decodes to the duration and size that are told`, async () => {
      const rendered = await render({ output_format: format });
      expect(rendered.size).toBe(rendered.bytes.length);
      const decoded = durationSeconds(await decode(rendered.bytes, { format }));
      expect(Math.abs(decoded - rendered.duration)).toBeLessThan(0.15);
      expect(rendered.duration).toBeGreaterThan(3);
    });
  }

  test('has the sample rate asked for, and the engine’s own where none is', async () => {
    for (const rate of [8000, 16_000, 44_100, 48_000]) {
      const rendered = await render({ sample_rate: rate });
      expect((await soundOf(rendered)).sampleRate).toBe(rate);
      expect(rendered.duration).toBeCloseTo((await render({})).duration, 2);
    }
    expect((await soundOf(await render({}))).sampleRate).toBe(22_050);
  });

  test('of a higher quality is larger', async () => {
    const sizes: number[] = [];
    for (const quality of ['draft', 'medium', 'premium']) {
      sizes.push((await render({ output_format: 'mp3', quality })).size);
    }
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  });
});

describe('the speed', () => {
  for (const speed of [0.1, 0.3, 0.5, 2, 3, 5]) {
    test(`of ${speed} makes the duration about 1/${speed}`, async () => {
      const usual = (await render({})).duration;
      const ratio = usual / (await render({ speed })).duration / speed;
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.15);
    });
  }
});

describe('the seed', () => {
  test('gives the same bytes for the same input, at any time, in any order, on any thread', async () => {
    const asked = [0, 1, 2].flatMap((seed) =>
      [VOICE, VOICE_2].map((voice) => ({ seed, input: { voice, temperature: 1, output_format: 'mp3', seed } })),
    );
    const first = await Promise.all(asked.map(({ seed, input }) => render(input, seed)));
    const again = await Promise.all(asked.toReversed().map(({ seed, input }) => render(input, seed)));
    expect(again.reverse().map(({ hash }) => hash)).toEqual(first.map(({ hash }) => hash));
    expect(new Set(first.map(({ hash }) => hash)).size).toBe(asked.length);
    const fresh = newRenderer(1);
    const [one] = asked;
    expect((await render(one?.input ?? {}, one?.seed, fresh)).hash).toBe(first[0]?.hash);
    await fresh.close();
  });

  test('changes nothing at temperature 0, and more at a higher one', async () => {
    expect((await render({ temperature: 0 }, 1)).hash).toBe((await render({ temperature: 0 }, 2)).hash);
    const spread = async (temperature: number): Promise<number> => {
      const durations = await Promise.all([1, 2, 3, 4, 5].map((seed) => render({ temperature }, seed)));
      const all = durations.map(({ duration }) => duration);
      return Math.max(...all) - Math.min(...all);
    };
    const [little, much] = [await spread(0.3), await spread(2)];
    expect(little).toBeGreaterThan(0);
    expect(much).toBeGreaterThan(little);
  });
});

describe('the language', () => {
  test('changes how the words are spoken and keeps who speaks', async () => {
    const [own, same, french] = [
      await render({}),
      await render({ language: 'english' }),
      await render({ language: 'french' }),
    ];
    expect(same.hash).toBe(own.hash);
    expect(french.hash).not.toBe(own.hash);
    const other = await render({ language: 'french', voice: VOICE_2 });
    expect(other.hash).not.toBe(french.hash);
  });
});

describe('a style', () => {
  test('changes how a voice of eSpeak NG speaks, each in its own way', async () => {
    const styled = await Promise.all([undefined, ...STYLES].map((style) => render({ style })));
    expect(new Set(styled.map(({ hash }) => hash)).size).toBe(STYLES.length + 1);
    const [sad, excited] = [await render({ style: 'sad' }), await render({ style: 'excited' })];
    expect(sad.duration).toBeGreaterThan(1.2 * excited.duration);
  });

  test('changes nothing of a voice that does not list it', async () => {
    const voice = 'lectern://voices/en-us/clara/manifest.json';
    expect((await render({ voice, style: 'angry' })).hash).toBe((await render({ voice })).hash);
  });
});

describe('a dialog', () => {
  const dialog = (text: string) => ({ text, voice_2: VOICE_2, turn_prefix: 'ALGERNON:', turn_prefix_2: 'LANE:' });

  test('is spoken by both voices in turn, and the prefixes by neither', async () => {
    const both = await render(dialog(`ALGERNON: ${TEXT}\nLANE: ${TEXT}`));
    const one = await render({});
    const two = await render({ voice: VOICE_2 });
    // The two alone and the pause of 0.35 s between them are all there is; the 0.1 s around each are there once.
    expect(both.duration).toBeCloseTo(one.duration + two.duration + 0.35 - 0.1, 2);
    const { samples, sampleRate } = await soundOf(both);
    const cut = Math.round(one.duration * sampleRate);
    const alone = await soundOf(one);
    expect(samples.subarray(0, alone.samples.length)).toEqual(alone.samples);
    const second = brightness(samples.subarray(cut), sampleRate);
    expect(Math.abs(second / brightness(alone.samples, sampleRate) - 1)).toBeGreaterThan(0.02);
  });

  test('of one speaker’s turns only is that speaker', async () => {
    expect((await render(dialog(`LANE: ${TEXT}`))).hash).toBe((await render({ voice: VOICE_2 })).hash);
    expect((await render(dialog(TEXT))).hash).toBe((await render({})).hash);
  });
});

test('an engine that only gives samples makes the same file as one that speaks into it', async () => {
  const pool = new RenderPool(1);
  const engine = new EmbeddedEngine(pool);
  const samplesOnly: SpeechEngine = {
    voices: engine.voices,
    lanes: engine.lanes,
    laneOf: () => engine.laneOf(),
    sampleRateOf: () => engine.sampleRateOf(),
    synthesize: (request, signal) => engine.synthesize(request, signal),
    close: () => engine.close(),
  };
  const other = new SpeechRenderer(samplesOnly, pool);
  for (const input of [{}, { output_format: 'flac', sample_rate: 16_000 }, { text: '…' }, { speed: 4 }]) {
    const [{ hash, duration }, expected] = [await render(input, 0, other), await render(input)];
    expect({ hash, duration }).toEqual({ hash: expected.hash, duration: expected.duration });
  }
  await other.close();
});

describe('an odd text', () => {
  test('with nothing to speak in it becomes a short silence', async () => {
    for (const text of ['…', '* * *', ' \n ', '!']) {
      const rendered = await render({ text });
      expect(rendered.duration).toBe(0.3);
      expect((await soundOf(rendered)).samples.every((sample) => sample === 0)).toBe(true);
    }
  });

  test('of 20,000 characters is spoken to its end', async () => {
    const long = await render({ text: `${'word '.repeat(3999)}ended`, speed: 5, output_format: 'mulaw' });
    expect(long.duration).toBeGreaterThan(180);
  });
});

test('speaking that is given up ends at once, and the next is not held up', async () => {
  const abort = new AbortController();
  const path = join(folder.path, 'given-up.wav');
  const work = renderer.render(createRenderOrder(inputOf({ text: 'word '.repeat(4000) }), 0, path), abort.signal);
  setImmediate(() => abort.abort(new Error('enough')));
  await expect(work).rejects.toThrow('enough');
  expect((await render({})).duration).toBeGreaterThan(3);
});
