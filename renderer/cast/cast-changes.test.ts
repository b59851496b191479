import { expect, it } from 'vitest';
import { castEffectText, castPreviewText, costText } from './cast-changes.ts';

const NOTHING = { stale: 0, characters: 0, approved: 0, regained: 0, rendered: 20, price: null };

it('says what a change did: what became stale and costs, and what is back', () => {
  expect(castEffectText(NOTHING)).toBe('No lines became stale.');
  expect(castEffectText({ ...NOTHING, stale: 1, characters: 1 })).toBe(
    '1 line became stale. Re-rendering it will use 1 character.',
  );
  expect(castEffectText({ ...NOTHING, stale: 12, characters: 1204, price: { amount: 0.1204, currency: 'EUR' } })).toBe(
    '12 lines became stale. Re-rendering them will use 1,204 characters (EUR 0.12).',
  );
  expect(castEffectText({ ...NOTHING, regained: 2 })).toBe('2 lines are up to date again.');
});

it('says what a change would do, and how much of that was approved', () => {
  expect(castPreviewText(NOTHING)).toBe('No lines would become stale.');
  expect(castPreviewText({ ...NOTHING, stale: 3, characters: 90, approved: 1, regained: 1 })).toBe(
    '3 lines would become stale. Re-rendering them would use 90 characters. Includes 1 approved take. 1 line would be up to date again.',
  );
});

it('says nothing of stale lines before anything is rendered', () => {
  expect(castEffectText({ ...NOTHING, rendered: 0 })).toBe('');
  expect(castPreviewText({ ...NOTHING, rendered: 0 })).toBe('None of these lines has been rendered yet.');
});

it('names no price where the connection has none', () => {
  expect(costText({ characters: 5, price: null })).toBe('5 characters');
});
