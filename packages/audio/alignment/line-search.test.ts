import { describe, expect, it } from 'vitest';
import { at } from '../../../shared/rules/at.ts';
import { type CoursePart, searchLines } from './line-search.ts';
import { RandomNumbers } from './random-numbers.ts';
import { SOUND_COUNT } from './sound-classes.ts';

const LINES = 45;
const OTHER_COST = 1.9;
/** Costs of the sound that is spoken and of all others. */
const [RIGHT, WRONG] = [0.8, 4] as const;

const random = new RandomNumbers(5);
const randomSounds = (count: number): number[] => {
  const sounds: number[] = [];
  while (sounds.length < count) {
    const sound = random.integer(1, SOUND_COUNT - 1);
    sounds.push(sound, sound, sound);
  }
  return sounds;
};
const lines = Array.from({ length: LINES }, () => randomSounds(random.integer(20, 40)));
const starts = Int32Array.from([0, ...lines]);
for (const [line, sounds] of lines.entries()) starts[line + 1] = at(starts, line) + sounds.length;
const script = { sounds: Uint8Array.from(lines.flat()), starts };

/** Searches a recording in which some sequences of sounds follow each other, separated by pauses. */
function search(parts: readonly (readonly number[])[]): CoursePart[] {
  const sounds = parts.flat();
  const isAfterPause = new Uint8Array(sounds.length);
  let start = 0;
  for (const part of parts) {
    isAfterPause[start] = 1;
    start += part.length;
  }
  const costs = new Float32Array(sounds.length * SOUND_COUNT).fill(WRONG);
  for (const [frame, sound] of sounds.entries()) costs[frame * SOUND_COUNT + sound] = RIGHT;
  return searchLines({ count: sounds.length, costs, isAfterPause }, script, OTHER_COST);
}

const read = (from: number, to: number): readonly number[][] => lines.slice(from, to);
const foundLines = (parts: readonly number[][]): (number | null)[] => search(parts).map(({ line }) => line);
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe('searchLines', () => {
  it('finds where each line is read', () => {
    const found = search(read(0, LINES));
    expect(found).toEqual(
      lines.map((_, line) => ({ line, from: at(starts, line), to: at(starts, line + 1), isComplete: true })),
    );
  });

  it.each([2, 20])('passes other speech of %i seconds at the start, twice in the middle and at the end', (seconds) => {
    const other = () => Array.from({ length: seconds }, () => randomSounds(33));
    const found = foundLines([...other(), ...read(0, 20), ...other(), ...read(20, 40), ...other(), ...read(40, LINES)]);
    expect(found).toEqual([null, ...numbers(0, 20), null, ...numbers(20, 40), null, ...numbers(40, LINES)]);
    expect(foundLines([...read(0, LINES), ...other()])).toEqual([...numbers(0, LINES), null]);
  });

  it('finds lines if the recording starts in the middle, or more than a page is skipped', () => {
    expect(foundLines([...read(25, LINES)])).toEqual(numbers(25, LINES));
    expect(foundLines([...read(0, 5), ...read(40, LINES)])).toEqual([...numbers(0, 5), ...numbers(40, LINES)]);
  });

  it('follows a reader who goes back a page, or reads two lines again at the end', () => {
    expect(foundLines([...read(0, 40), ...read(20, LINES)])).toEqual([...numbers(0, 40), ...numbers(20, LINES)]);
    expect(foundLines([...read(0, LINES), ...read(7, 9)])).toEqual([...numbers(0, LINES), 7, 8]);
  });

  it('recognises false starts', () => {
    const start = at(lines, 10).slice(0, 15);
    const found = search([...read(0, 10), start, ...read(10, LINES)]);
    expect(found.map(({ line }) => line)).toEqual([...numbers(0, 11), ...numbers(10, LINES)]);
    expect(found.filter(({ isComplete }) => !isComplete)).toMatchObject([{ line: 10 }]);
  });

  it('finds no lines in other speech', () => {
    expect(foundLines(Array.from({ length: 30 }, () => randomSounds(33)))).toEqual([null]);
  });
});
