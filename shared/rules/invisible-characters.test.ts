import { describe, expect, it } from 'vitest';
import { withoutInvisible } from './invisible-characters.ts';

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
