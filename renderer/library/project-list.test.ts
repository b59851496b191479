import { expect, it } from 'vitest';
import { stepOf } from './project-list.tsx';

const press = (key: string, from: number, modifiers = {}) =>
  stepOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }, from, 8, 3);

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
