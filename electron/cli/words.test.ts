import { expect, it } from 'vitest';
import { durationText, t } from './words.ts';

it('counts with the right noun', () => {
  expect(t('plan.withService', { lines: 1 })).toMatch(/^1 line /);
  expect(t('plan.withService', { lines: 0 })).toMatch(/^0 lines /);
  expect(t('plan.toRender', { lines: 1, characters: 1, batches: 12_345 })).toMatch(/ 12,345 batches\.$/);
});

it('says times for reading', () => {
  expect(durationText(999)).toBe('1 s');
  expect(durationText(59_400)).toBe('59 s');
  expect(durationText(185_000)).toBe('3 min 05 s');
  expect(durationText(7_800_000)).toBe('2 h 10 min');
});
