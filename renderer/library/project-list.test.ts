import { expect, it } from 'vitest';
import { coverColour, coverInitial, nextIndex } from './project-list.tsx';

const press = (key: string, from: number, modifiers = {}) =>
  nextIndex({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }, from, 8, 3);

it('arrows lead through rows of three cards, and never out of them', () => {
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End'].map((key) => press(key, 0))).toEqual([
    1, 3, 0, 0, 7,
  ]);
  expect(['ArrowDown', 'ArrowUp', 'ArrowRight'].map((key) => press(key, 7))).toEqual([7, 4, 7]);
  // The last row has two: below the third there is none, and the last one is meant.
  expect(press('ArrowDown', 5)).toBe(7);
});

it('other keys, and those with others held, are left alone', () => {
  expect([press('a', 1), press('ArrowRight', 1, { ctrlKey: true })]).toEqual([null, null]);
});

it('a cover has a colour of eight that stays with the title, and titles share them evenly', () => {
  expect(coverColour('Emma')).toBe(coverColour('Emma'));
  const uses = new Map<number, number>();
  for (let at = 0; at < 800; at += 1)
    uses.set(coverColour(`Volume ${at}`), (uses.get(coverColour(`Volume ${at}`)) ?? 0) + 1);
  expect([...uses.keys()].toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(Math.max(...uses.values())).toBeLessThan(200);
});

it('a small cover has the letter that tells the title', () => {
  expect(['The Picture of Dorian Gray', 'émile', '“1984”', '…', 'Die Räuber'].map(coverInitial)).toEqual([
    'P',
    'É',
    '1',
    '·',
    'R',
  ]);
});
