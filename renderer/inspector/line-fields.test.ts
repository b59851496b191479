import { expect, it } from 'vitest';
import { staleText } from './line-fields.tsx';

it('says what a change of the cast did to the takes', () => {
  expect(staleText(201)).toBe('201 lines became stale.');
  expect(staleText(1)).toBe('1 line became stale.');
  expect(staleText(0)).toBe('no lines became stale.');
  expect(staleText(-1)).toBe('1 line is up to date again.');
  expect(staleText(-3)).toBe('3 lines are up to date again.');
});
