import { expect, test } from 'vitest';
import { at } from './at.ts';

test('gives the element at the index, of arrays, typed arrays and text', () => {
  expect(at(['a', 'b'], 1)).toBe('b');
  expect(at(Uint8Array.of(7, 0), 1)).toBe(0);
  expect(at('xyz', 2)).toBe('z');
});

test('gives an element that is undefined itself', () => {
  expect(at([undefined], 0)).toBeUndefined();
});

test.each([2, -1, 0.5, Number.NaN])('throws for index %d of two elements', (index) => {
  expect(() => at(['a', 'b'], index)).toThrow(new RangeError(`No element at index ${index}: the list has 2.`));
});
