import { expect, it } from 'vitest';
import { castEffectText, castPreviewText, costText } from './cast-change.ts';
import { outlook } from './testing/outlook.ts';

const NOTHING = outlook({ rendered: 20 });

it('previews how many lines become stale, their cost, approved takes, and takes that become current again', () => {
  expect(castPreviewText(NOTHING)).toBe('No lines become stale.');
  expect(castPreviewText(outlook({ stale: 1, characters: 1, approved: 1 }))).toBe(
    '1 line becomes stale. Rendering it again uses 1 character. Its take is approved.',
  );
  const price = { amount: 0.1204, currency: 'EUR' };
  expect(castPreviewText(outlook({ stale: 12, characters: 1204, price, approved: 1, regained: 2 }))).toBe(
    '12 lines become stale. Rendering them again uses 1,204 characters (EUR 0.12). 1 of them has an approved take. 2 takes become current again.',
  );
});

it.each([
  [{ stale: 1 }, '1 line still has the old voice. Render it?', '1 line still has its old take. Render it?'],
  [
    { stale: 1, approved: 1 },
    '1 approved line still has the old voice. Render it?',
    '1 approved line still has its old take. Render it?',
  ],
  [
    { stale: 3, approved: 3 },
    '3 approved lines still have the old voice. Render them?',
    '3 approved lines still have their old takes. Render them?',
  ],
  [
    { stale: 1204, approved: 1 },
    '1,204 lines still have the old voice, and 1 of them is approved. Render them?',
    '1,204 lines still have their old takes, and 1 of them is approved. Render them?',
  ],
  [{ stale: 2, toRender: [] }, '2 lines became stale.', '2 lines became stale.'],
  [{ regained: 1 }, '1 take is current again.', '1 take is current again.'],
  [{ regained: 2 }, '2 takes are current again.', '2 takes are current again.'],
  [{ rendered: 20 }, 'No lines became stale.', 'No lines became stale.'],
])('says after a change what it left: %o', (effect, ofVoice, ofSettings) => {
  expect(castEffectText(outlook(effect), true)).toBe(ofVoice);
  expect(castEffectText(outlook(effect))).toBe(ofSettings);
});

it('doesn’t mention stale lines before anything is rendered', () => {
  expect(castEffectText(outlook({}))).toBe('');
  expect(castPreviewText(outlook({}))).toBe('None of these lines has been rendered yet.');
});

it('formats the cost, with more decimals for small amounts, and without a price if the connection has none', () => {
  const cost = (amount: number) => costText({ characters: 5, price: { amount, currency: 'EUR' } });
  expect(cost(1.5)).toBe('5 characters (EUR 1.50)');
  expect(cost(0.0036)).toBe('5 characters (EUR 0.0036)');
  expect(costText({ characters: 5, price: null })).toBe('5 characters');
});
