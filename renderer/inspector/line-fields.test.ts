import { expect, it } from 'vitest';
import { staleWords } from './line-fields.tsx';

it('says what a change of the cast did to the takes', () => {
  expect(staleWords(201)).toBe('201 lines became stale.');
  expect(staleWords(1)).toBe('1 line became stale.');
  expect(staleWords(0)).toBe('no line became stale.');
  expect(staleWords(-1)).toBe('1 line has its takes back.');
  expect(staleWords(-3)).toBe('3 lines have their takes back.');
});
