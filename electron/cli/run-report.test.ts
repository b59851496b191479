import { expect, it } from 'vitest';
import { asRanges } from './run-report.ts';

it('says many lines in few words', () => {
  expect(asRanges([1, 2, 3, 4])).toBe('Lines 1–4 (4 in all)');
  expect(asRanges([1, 2, 3, 7, 9, 10])).toBe('Lines 1–3, 7 and 9–10 (6 in all)');
});
