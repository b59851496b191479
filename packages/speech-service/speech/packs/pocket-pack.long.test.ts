// Packs of Pocket TTS, which speak like the recordings that they have, with a model made for tests.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listedFiles, toyPack, toyPocketPack, writePack } from '../../../../node/testing/toy-models/toy-pack.ts';
import { POCKET_LETTER_SECONDS, POCKET_SAMPLE_RATE } from '../../../../node/testing/toy-models/toy-pocket.ts';
import { parsePack } from '../../../../node/voice-packs/read-pack.ts';
import { createLogger } from '../../common/log.ts';
import { toneOf } from '../../testing/listening.ts';
import { temporaryFolder } from '../../testing/test-service.ts';
import { PackShelf } from './pack-shelf.ts';
import type { PackSourceOptions } from './pack-source.ts';

const LOW = 'lectern://voices/packs/toy-pocket/low/manifest.json';
const HIGH = 'lectern://voices/packs/toy-pocket/high/manifest.json';
const TEXT = 'It was a bright cold day in April, and the clocks were striking thirteen.';

let folder: ReturnType<typeof temporaryFolder>;
const shelves: PackShelf[] = [];
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  for (const one of shelves.splice(0)) one.close();
  folder.remove();
});

function shelf(options: PackSourceOptions = {}): PackShelf {
  const opened = new PackShelf(
    folder.path,
    createLogger('error', () => {}),
    options,
  );
  shelves.push(opened);
  return opened;
}

async function speech(packs: PackShelf, voice: string, text = TEXT, speed = 1): Promise<Int16Array> {
  const [engine] = packs.engines;
  const asked = { turns: [{ voice, text }], speed, seed: 5_000_000_000, temperature: 1, language: undefined };
  const samples: number[] = [];
  for await (const piece of engine?.synthesize(asked, new AbortController().signal) ?? []) samples.push(...piece);
  return Int16Array.from(samples);
}

describe('a pack of Pocket TTS', () => {
  test.each(['any', 'wasm'] as const)('speaks like its recordings (%s)', async (runtime) => {
    const { pack, files } = toyPocketPack();
    writePack(join(folder.path, pack.id), pack, files);
    const packs = shelf({ runtime });
    const low = await speech(packs, LOW);
    const high = await speech(packs, HIGH);
    // The recordings have tones of 150 and 300 Hz, and the letters are as high above each of them.
    expect(toneOf(high, POCKET_SAMPLE_RATE) - toneOf(low, POCKET_SAMPLE_RATE)).toBeGreaterThan(130);
    expect(toneOf(high, POCKET_SAMPLE_RATE) - toneOf(low, POCKET_SAMPLE_RATE)).toBeLessThan(170);
    expect(toneOf(low, POCKET_SAMPLE_RATE)).toBeGreaterThan(150);
    expect(low.length / POCKET_SAMPLE_RATE).toBeCloseTo(TEXT.length * POCKET_LETTER_SECONDS, 0);
  });

  test('gives the same for the same seed, is stretched to a speed, and tells a text from a longer one', async () => {
    const { pack, files } = toyPocketPack();
    writePack(join(folder.path, pack.id), pack, files);
    const packs = shelf();
    const once = await speech(packs, LOW);
    expect(await speech(packs, LOW)).toEqual(once);
    expect(once.length / (await speech(packs, LOW, TEXT, 2)).length).toBeCloseTo(2, 0);
    expect((await speech(packs, LOW, `${TEXT} ${TEXT}`)).length / once.length).toBeCloseTo(2, 0);
  });

  test('whose recording is none refuses a text with that reason', async () => {
    const { pack, files } = toyPocketPack();
    const damaged = { ...files, 'low.wav': 'no recording' };
    writePack(join(folder.path, pack.id), { ...pack, files: listedFiles(damaged) }, damaged);
    const packs = shelf();
    await expect(speech(packs, LOW)).rejects.toThrow('has no recording of the voice (low.wav): install it again.');
    expect(toneOf(await speech(packs, HIGH), POCKET_SAMPLE_RATE)).toBeGreaterThan(285);
  });

  test('is refused without a recording for each voice, and other packs are with one', () => {
    const { pack } = toyPocketPack();
    const voices = pack.voices.map(({ reference: _reference, ...voice }) => voice);
    expect(() => parsePack(JSON.stringify({ ...pack, voices }))).toThrow('malformed: voices.0.reference');
    const elsewhere = pack.voices.map((voice) => ({ ...voice, reference: 'other.wav' }));
    expect(() => parsePack(JSON.stringify({ ...pack, voices: elsewhere }))).toThrow('malformed: voices.0.reference');
    const letters = toyPack();
    const withOne = letters.voices.map((voice) => ({ ...voice, reference: 'tokens.txt' }));
    expect(() => parsePack(JSON.stringify({ ...letters, voices: withOne }))).toThrow('malformed: voices.0.reference');
  });
});
