import { expect, it } from 'vitest';
import { staleWords } from './line-fields.tsx';

it('says what a change of the cast did to the takes', () => {
  expect(staleWords(201)).toBe('201 lines became stale.');
  expect(staleWords(1)).toBe('1 line became stale.');
  expect(staleWords(0)).toBe('no lines became stale.');
  expect(staleWords(-1)).toBe('1 line is up to date again.');
  expect(staleWords(-3)).toBe('3 lines are up to date again.');
});
