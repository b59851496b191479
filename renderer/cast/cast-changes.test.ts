import { expect, it } from 'vitest';
import { castEffectText, castPreviewText, costText } from './cast-changes.ts';

const NOTHING = { stale: 0, characters: 0, approved: 0, regained: 0, rendered: 20, price: null };

it('says what a change did: what became stale and costs, and what is back', () => {
  expect(castEffectText(NOTHING)).toBe('No line became stale.');
  expect(castEffectText({ ...NOTHING, stale: 1, characters: 1 })).toBe(
    '1 line became stale: rendering it again takes 1 character.',
  );
  expect(castEffectText({ ...NOTHING, stale: 12, characters: 1204, price: { amount: 0.1204, currency: 'EUR' } })).toBe(
    '12 lines became stale: rendering them again takes 1,204 characters, EUR 0.12.',
  );
  expect(castEffectText({ ...NOTHING, regained: 2 })).toBe('2 lines have their takes back.');
});

it('says what a change would do, and how much of that was approved', () => {
  expect(castPreviewText(NOTHING)).toBe('No line would turn stale.');
  expect(castPreviewText({ ...NOTHING, stale: 3, characters: 90, approved: 1, regained: 1 })).toBe(
    '3 lines would turn stale: rendering them again takes 90 characters. 1 approved take among them. 1 line would have its take back.',
  );
});

it('says nothing of stale lines before anything is rendered', () => {
  expect(castEffectText({ ...NOTHING, rendered: 0 })).toBe('');
  expect(castPreviewText({ ...NOTHING, rendered: 0 })).toBe('None of these lines is rendered yet.');
});

it('names no price where the connection has none', () => {
  expect(costText({ characters: 5, price: null })).toBe('5 characters');
});
