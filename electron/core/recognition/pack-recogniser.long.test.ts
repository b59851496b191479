// Runs sherpa-onnx with models made for tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writePack } from '../../../node/testing/toy-models/toy-pack.ts';
import {
  TOY_RECOGNISER_SAMPLE_RATE,
  toyCtcPack,
  toySpeech,
  toyTransducerPack,
} from '../../../node/testing/toy-models/toy-recognisers.ts';
import { readRecogniserPack } from '../../../node/voice-packs/read-pack.ts';
import { createRecogniser } from './pack-recogniser.ts';
import type { Recogniser } from './recogniser.ts';

let folder: string;
let recogniser: Recogniser | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-recogniser-'));
});
afterEach(() => {
  recogniser?.close();
  rmSync(folder, { recursive: true, force: true });
});

function open({ pack, files }: ReturnType<typeof toyCtcPack>, engine: object = {}): Recogniser {
  writePack(folder, { ...pack, engine: { ...pack.engine, ...engine } }, files);
  recogniser = createRecogniser({ path: folder, pack: readRecogniserPack(folder) });
  return recogniser;
}

const speech = (words: readonly string[], hotwords: readonly string[] = []) => ({
  samples: toySpeech(words),
  sampleRate: TOY_RECOGNISER_SAMPLE_RATE,
  languageCode: 'en-GB',
  hotwords,
});
const SPOKEN = ['low', 'high', 'middle', 'low'];

describe.each([
  ['a CTC model', toyCtcPack],
  ['a transducer', toyTransducerPack],
])('%s', (_kind, pack) => {
  test('recognises words and when they start', async () => {
    const { words, isTimed } = await open(pack()).recognise(speech(SPOKEN));
    expect(isTimed).toBe(true);
    expect(words.map(({ text }) => text)).toEqual(SPOKEN);
    for (const [index, { startSeconds, endSeconds }] of words.entries()) {
      expect(Math.abs(startSeconds - (0.3 + 0.7 * index))).toBeLessThan(0.1);
      expect(endSeconds).toBeGreaterThan(startSeconds);
    }
  });

  test('recognises a take that is too long to process at once', async () => {
    const spoken = Array.from({ length: 100 }, (_, index) => SPOKEN[index % 3] ?? '');
    const { words } = await open(pack()).recognise(speech(spoken));
    expect(words.map(({ text }) => text)).toEqual(spoken);
    expect(Math.abs((words[99]?.startSeconds ?? 0) - (0.3 + 0.7 * 99))).toBeLessThan(0.1);
  });

  test('hears nothing in silence or in no audio at all', async () => {
    const listening = open(pack());
    expect((await listening.recognise({ ...speech([]), samples: new Float32Array(16_000) })).words).toEqual([]);
    expect((await listening.recognise({ ...speech([]), samples: new Float32Array(0) })).words).toEqual([]);
    expect((await listening.recognise({ ...speech([]), samples: new Float32Array(100) })).words).toEqual([]);
  });
});

test('a transducer reports confidence, and accepts hotwords, even unknown ones', async () => {
  const listening = open(toyTransducerPack());
  for (const hotwords of [['low', 'high'], ['Hermione / Granger'], ['']]) {
    const { words } = await listening.recognise(speech(SPOKEN, hotwords));
    expect(words.map(({ text }) => text)).toEqual(SPOKEN);
    for (const { confidence } of words) expect(confidence).toBeGreaterThan(0.5);
  }
});

test('audio with another sample rate is resampled', async () => {
  const { samples } = speech(SPOKEN);
  const doubled = Float32Array.from({ length: 2 * samples.length }, (_, index) => samples[index >> 1] ?? 0);
  const { words } = await open(toyCtcPack()).recognise({ ...speech([]), samples: doubled, sampleRate: 32_000 });
  expect(words.map(({ text }) => text)).toEqual(SPOKEN);
});

describe('an unusable pack', () => {
  test('is reported if a file has changed', async () => {
    const listening = open(toyCtcPack());
    writeFileSync(join(folder, 'tokens.txt'), 'x'.repeat(50));
    await expect(listening.recognise(speech(SPOKEN))).rejects.toMatchObject({
      problem: { kind: 'damaged', pack: 'Toy recogniser', file: 'tokens.txt' },
    });
  });

  test('is reported if its model is of another kind, without crashing this process', async () => {
    const listening = open(toyCtcPack(), { kind: 'sense-voice' });
    await expect(listening.recognise(speech(SPOKEN))).rejects.toMatchObject({ problem: { kind: 'unloadable' } });
    await expect(listening.recognise(speech(SPOKEN))).rejects.toMatchObject({ problem: { kind: 'unloadable' } });
  });

  test('is reported if it needs too much memory', async () => {
    const { pack, files } = toyCtcPack();
    writePack(folder, pack, files);
    recogniser = createRecogniser({ path: folder, pack: readRecogniserPack(folder) }, { maxMemoryBytes: 1 });
    const long = { ...speech([]), samples: new Float32Array(28 * 16_000) };
    await expect(recogniser.recognise(long)).rejects.toMatchObject({ problem: { kind: 'too-much-memory' } });
  });

  test('is reported for another language', async () => {
    await expect(open(toyCtcPack()).recognise({ ...speech(SPOKEN), languageCode: 'ja' })).rejects.toMatchObject({
      problem: { kind: 'other-language', languageCode: 'ja' },
    });
  });
});

test('recognising can be cancelled, and continues with the next take', async () => {
  const listening = open(toyCtcPack());
  const end = new AbortController();
  const first = listening.recognise(speech(SPOKEN), end.signal);
  const second = listening.recognise(speech(SPOKEN));
  const reason = new Error('cancelled');
  end.abort(reason);
  await expect(first).rejects.toBe(reason);
  expect((await second).words.map(({ text }) => text)).toEqual(SPOKEN);
});

test('a closed recogniser loads its model again', async () => {
  const listening = open(toyCtcPack());
  await listening.recognise(speech(SPOKEN));
  listening.close();
  expect((await listening.recognise(speech(SPOKEN))).words).toHaveLength(4);
});
