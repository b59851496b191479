import { describe, expect, it } from 'vitest';
import { RandomNumbers } from './random-numbers.ts';
import { SOUND_COUNT } from './sound-classes.ts';
import { findOddSounds, type RepeatedWord, soundDistance, type WordSound } from './word-sounds.ts';

const random = new RandomNumbers(5);

/** Speaks sounds by their numbers, each for about eight frames, with a little uncertainty. */
function spoken(sounds: readonly number[], clarity = 0.8): WordSound {
  const frames = sounds.flatMap((sound) => Array<number>(random.integer(6, 10)).fill(sound));
  return Uint8Array.from({ length: frames.length * SOUND_COUNT }, (_, index) => {
    const isSpoken = frames[Math.floor(index / SOUND_COUNT)] === index % SOUND_COUNT;
    const probability = isSpoken ? clarity + 0.1 * random.next() : (0.1 * random.next()) / SOUND_COUNT;
    return Math.round(255 * Math.sqrt(probability));
  });
}

const CECILY = [12, 25, 12, 24, 18, 23];
const KEKILY = [5, 25, 5, 24, 18, 23];

const times = (count: number, sounds: readonly number[]): WordSound[] =>
  Array.from({ length: count }, () => spoken(sounds));
const ordinary: RepeatedWord[] = [
  { isName: false, sounds: times(6, [1, 25, 2, 24]) },
  { isName: false, sounds: times(6, [14, 30, 9, 3]) },
];
const name = (...sounds: WordSound[]): RepeatedWord => ({ isName: true, sounds });
const oddPlaces = (...words: RepeatedWord[]) =>
  findOddSounds([...ordinary, ...words])?.map(({ word, sound }) => [word - ordinary.length, sound]);

describe('the distance between two words', () => {
  it('hardly depends on their pace, and grows with every sound that differs', () => {
    const same = soundDistance(spoken(CECILY), spoken(CECILY)) ?? 1;
    const other = soundDistance(spoken(CECILY), spoken(KEKILY)) ?? 0;
    expect(same).toBeLessThan(0.2);
    expect(other).toBeGreaterThan(same + 0.1);
    expect(soundDistance(spoken(CECILY), spoken([1, 2, 3, 4, 5, 6]))).toBeGreaterThan(other);
  });

  it('doesn’t count what is cut off or added at the edges of a word', () => {
    const whole = spoken(CECILY);
    const shifted = whole.slice(4 * SOUND_COUNT);
    expect(soundDistance(whole, shifted)).toBeLessThan(0.15);
  });

  it('is unknown for words that are too short, or empty', () => {
    expect(soundDistance(spoken([12]).slice(0, 9 * SOUND_COUNT), spoken(CECILY))).toBeNull();
    expect(soundDistance(new Uint8Array(0), spoken(CECILY))).toBeNull();
  });
});

describe('a name', () => {
  it('that is pronounced differently once or twice is found', () => {
    expect(oddPlaces(name(...times(5, CECILY)))).toEqual([]);
    expect(oddPlaces(name(...times(3, CECILY), spoken(KEKILY), ...times(2, CECILY)))).toEqual([[0, 3]]);
    expect(oddPlaces(name(...times(2, KEKILY), ...times(6, CECILY)))).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  it('isn’t compared with other names, or if it is spoken less than three times', () => {
    expect(oddPlaces(name(...times(3, CECILY)), name(...times(3, KEKILY)))).toEqual([]);
    expect(oddPlaces(name(spoken(CECILY), spoken(KEKILY)))).toEqual([]);
  });

  it('isn’t judged if the voice’s usual variation is unknown', () => {
    expect(findOddSounds([name(...times(5, CECILY), spoken(KEKILY))])).toBeNull();
  });
});

it('ordinary words are never reported', () => {
  const word = { isName: false, sounds: [...times(5, CECILY), spoken(KEKILY)] };
  expect(oddPlaces(word)).toEqual([]);
});
