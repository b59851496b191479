import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters, countCharactersBetween, trimTo, withoutInvisible } from './characters.ts';
import { hostileText } from './testing/hostile-text.ts';

describe('countCharacters', () => {
  it.each([
    ['nothing', '', 0],
    ['letters', 'Lane', 4],
    ['an emoji, which is two code units', '🎭', 1],
    ['a letter and its combining accent, which are two code points', 'e\u0301', 2],
    ['a family joined from three people', '👨‍👩‍👧', 5],
    ['ideographs of the basic and of a higher plane', '茶𠮷', 2],
    ['half of a pair', 'a\ud83cb', 3],
    ['two halves in the wrong order', '\udfad\ud83c', 2],
    ['high, high, low: one half and one whole', '\ud83c\ud83c\udfad', 2],
  ])('counts %s', (_, text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  it('agrees with walking the string by code points', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(countCharacters(text)).toBe([...text].length);
      }),
    );
  });

  it('counts a part without cutting it out', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(20), fc.nat(20), (text, a, b) => {
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        expect(countCharactersBetween(text, start, end)).toBe(countCharacters(text.slice(start, end)));
      }),
    );
  });
});

describe('withoutInvisible', () => {
  it.each([
    ['a word joiner', 'Ear\u2060nest'],
    ['a soft hyphen', 'Ear\u00adnest'],
    ['a byte order mark inside the text', 'Ear\ufeffnest'],
    ['a zero-width space', 'Ear\u200bnest'],
    ['a Mongolian vowel separator', 'Ear\u180enest'],
    ['an invisible times', 'Ear\u2062nest'],
    ['marks that turn the direction', '\u202eEar\u200enest\u2066\u2069\u061c'],
    ['joiners that join nothing', 'Ear\u200cne\u200dst'],
  ])('drops %s', (_, text) => {
    expect(withoutInvisible(text)).toBe('Earnest');
  });

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष और क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['a family', '👨‍👩‍👧'],
    ['an emoji with a skin tone', '👩🏽‍🚀'],
    ['an emoji with a variation selector', '🏳️‍🌈'],
    ['a flag that is spelt in tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Thai words that are parted without a space', 'สวัสดี\u200bครับ'],
    ['accents, blanks and rows', 'Voilà,\u00a0Mme\u202f! e\u0301\n\tYes.'],
  ])('keeps %s', (_, text) => {
    expect(withoutInvisible(text)).toBe(text);
  });
});

it('trims to the first and last characters that match', () => {
  const letters = /\p{L}/u;
  expect(trimTo('“Well—”', letters)).toBe('Well');
  expect(trimTo('… 𐐀𐐁 …', letters)).toBe('𐐀𐐁');
  expect([trimTo('…', letters), trimTo('', letters), trimTo('a', letters)]).toEqual(['', '', 'a']);
});
