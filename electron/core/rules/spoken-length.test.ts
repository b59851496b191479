import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenLength } from './spoken-length.ts';

/** That a text is as long as these words. */
const readsAs = (text: string, words: string) => expect([text, spokenLength(text)]).toEqual([text, words.length]);

describe('the spoken length of a text', () => {
  it('is its characters where it is plain words', () => {
    readsAs('Did you hear what I was playing, Lane?', 'Did you hear what I was playing, Lane?');
    const words = fc.array(fc.constantFrom('tea', 'muffins,', 'naïve', '“Oh!”', '—'), { maxLength: 9 });
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ');
        expect(spokenLength(text)).toBe(text.length);
      }),
    );
  });

  it('has figures as they are read', () => {
    readsAs('1984', 'nineteen eighty four');
    readsAs('1805', 'eighteen oh five');
    readsAs('2007', 'two thousand seven');
    readsAs('It cost 42 crowns.', 'It cost forty two crowns.');
    readsAs('3,250', 'three thousand two hundred and fifty');
    readsAs('1,000,000', 'one million');
    readsAs('0', 'zero');
    readsAs('3.14', 'three point one four');
    readsAs('007', 'zero zero seven');
    readsAs('1234567890123', 'one two three four five six seven eight nine zero one two three');
  });

  it('has signs as the words that they stand for', () => {
    readsAs('5%', 'five percent');
    readsAs('Smith & Sons', 'Smith and Sons');
    readsAs('$5', 'dollars five');
    readsAs('20°', 'twenty degrees');
  });

  it('has abbreviations and initials in full', () => {
    readsAs('Mr. Worthing met Dr. Chasuble.', 'mister Worthing met doctor Chasuble.');
    readsAs('tea, muffins etc. were served', 'tea, muffins et cetera were served');
    readsAs('No. 4', 'number four');
    readsAs('No. He did not.', 'No. He did not.');
    readsAs('the BBC', 'the bee-see-see');
    expect(spokenLength('the U.S.A. today')).toBeGreaterThan('the USA today'.length);
  });

  it('does not count white space twice, and is never less than nothing', () => {
    readsAs('  One.\n  Two. ', 'One. Two.');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(spokenLength(text)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
