import { describe, expect, test } from 'vitest';
import { type AlignedPair, type AssumedFault, align, alignWithFaults, isTooLong, MAX_FRAME_COST } from './align.ts';
import { SOUND_COUNT } from './sound-classes.ts';

/** Frames of each word. */
const WORD_FRAMES = 12;
const WORDS = 8;

/** Each word consists of its own sound. */
const soundsOf = (words: readonly number[]): Uint8Array =>
  Uint8Array.from(words.flatMap((word) => new Array<number>(WORD_FRAMES).fill(word)));

const READING = [1, 2, 3, 4, 5, 6, 7, 8];
const UNKNOWN = 30;

/** A take in which each frame's own sound costs nothing, and all others cost the maximum. */
function takeOf(words: readonly number[]): AlignedPair {
  const spoken = soundsOf(words);
  const costs = new Float32Array(spoken.length * SOUND_COUNT).fill(MAX_FRAME_COST);
  for (const [frame, sound] of spoken.entries()) costs[frame * SOUND_COUNT + sound] = 0;
  return {
    costs,
    sounds: soundsOf(READING),
    wordStarts: Int32Array.from({ length: WORDS + 1 }, (_, word) => word * WORD_FRAMES),
  };
}

function bestFault(words: readonly number[], ...only: readonly AssumedFault[]) {
  const faults = alignWithFaults(takeOf(words)).faults.filter(({ fault }) => only.length === 0 || only.includes(fault));
  return faults.toSorted((a, b) => b.gain - a.gain)[0];
}

describe('align', () => {
  test('follows a take that is spoken like the reading', () => {
    const { path, cost } = align(takeOf(READING));
    expect([...path]).toEqual([...path.keys()]);
    expect(cost).toBe(0);
  });

  test('follows a take in which each word takes half as long again', () => {
    const slow = Array.from(soundsOf(READING)).flatMap((sound, frame) => (frame % 2 ? [sound, sound] : [sound]));
    const costs = new Float32Array(slow.length * SOUND_COUNT).fill(MAX_FRAME_COST);
    for (const [frame, sound] of slow.entries()) costs[frame * SOUND_COUNT + sound] = 0;
    const pair = { ...takeOf(READING), costs };
    const { path } = align(pair);
    expect([...path].map((row) => pair.sounds[row])).toEqual(slow);
  });
});

describe('alignWithFaults', () => {
  test('gains nothing by assuming a fault in a clean take', () => {
    for (const { gain } of alignWithFaults(takeOf(READING)).faults) expect(gain).toBeLessThanOrEqual(0);
  });

  test('finds skipped words', () => {
    const found = bestFault([1, 2, 3, 6, 7, 8]);
    expect(found).toMatchObject({ fault: 'skip', fromWord: 3, toWord: 5, fromFrame: 36, toFrame: 36 });
    expect(found?.gain).toBeGreaterThan(10);
  });

  test.each([
    [[3, 4, 5, 6, 7, 8], 0, 2],
    [[1, 2, 3, 4, 5, 6], 6, 8],
  ])('finds skipped words at the ends', (words, fromWord, toWord) => {
    expect(bestFault(words, 'skip')).toMatchObject({ fromWord, toWord });
  });

  test('finds repeated words', () => {
    expect(bestFault([1, 2, 3, 4, 3, 4, 5, 6, 7, 8])).toMatchObject({ fault: 'repeat', fromWord: 2, toWord: 4 });
  });

  test('finds a sound that was added, and its place', () => {
    expect(bestFault([1, 2, 3, UNKNOWN, UNKNOWN, 4, 5, 6, 7, 8])).toMatchObject({
      fault: 'insert',
      fromWord: 3,
      toWord: 3,
      fromFrame: 36,
      toFrame: 60,
    });
  });

  test('finds a replaced word', () => {
    expect(bestFault([1, 2, UNKNOWN, 4, 5, 6, 7, 8])).toMatchObject({ fault: 'replace', fromWord: 2, toWord: 3 });
  });

  test('finds a missing end', () => {
    expect(bestFault([1, 2, 3, 4, 5], 'cut')).toMatchObject({ fromWord: 4, toWord: WORDS });
  });

  test('finds two faults in a line', () => {
    const { faults } = alignWithFaults(takeOf([1, 3, 4, 5, UNKNOWN, 7, 8]));
    const gains = (fault: AssumedFault, word: number) =>
      faults.find((one) => one.fault === fault && one.fromWord === word)?.gain ?? 0;
    expect(gains('skip', 1)).toBeGreaterThan(10);
    expect(gains('replace', 5)).toBeGreaterThan(10);
  });

  test('follows long lines in a band along the diagonal', () => {
    const words = Array.from({ length: 120 }, (_, index) => (index % 20) + 1);
    const sounds = soundsOf(words);
    const spoken = sounds.filter((_, frame) => frame < 480 || frame >= 540);
    const costs = new Float32Array(spoken.length * SOUND_COUNT).fill(MAX_FRAME_COST);
    for (const [frame, sound] of spoken.entries()) costs[frame * SOUND_COUNT + sound] = 0;
    const wordStarts = Int32Array.from({ length: words.length + 1 }, (_, word) => word * WORD_FRAMES);
    const { faults } = alignWithFaults({ costs, sounds, wordStarts });
    const best = faults.toSorted((a, b) => b.gain - a.gain)[0];
    expect(best).toMatchObject({ fault: 'skip', fromWord: 40, toWord: 45 });
  });
});

test('refuses lines that would need too much memory', () => {
  expect(isTooLong(6000, 6000)).toBe(false);
  expect(isTooLong(30_000, 30_000)).toBe(true);
  const sounds = new Uint8Array(30_000);
  const costs = new Float32Array(30_000 * SOUND_COUNT);
  expect(() => align({ costs, sounds, wordStarts: Int32Array.of(0, 30_000) })).toThrow(RangeError);
});
