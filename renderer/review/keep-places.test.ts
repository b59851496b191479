import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepPlaces } from './keep-places.ts';

test('lines that stay remain after the line that they followed', () => {
  const before = [9, 4, 7, 1, 2, 3];
  expect(keepPlaces(before, [4, 1, 2, 3, 7, 9], new Set([9, 7]))).toEqual([9, 4, 7, 1, 2, 3]);
  expect(keepPlaces(before, [7, 1, 2, 3, 4, 9], new Set([9, 4]))).toEqual([9, 4, 7, 1, 2, 3]);
});

test('removed and new lines are ignored', () => {
  expect(keepPlaces([5, 1], [1, 2], new Set([5, 2]))).toEqual([1, 2]);
  expect(keepPlaces([], [3, 1], new Set([1]))).toEqual([3, 1]);
});

test('every line occurs once, and the others keep their order', () => {
  const ids = fc.uniqueArray(fc.nat(12));
  fc.assert(
    fc.property(ids, ids, fc.uniqueArray(fc.nat(12)), (before, now, staying) => {
      const placed = keepPlaces(before, now, new Set(staying));
      expect(placed.toSorted()).toEqual(now.toSorted());
      const others = (list: readonly number[]) => list.filter((id) => !staying.includes(id));
      expect(others(placed)).toEqual(others(now));
    }),
  );
});
