import { describe, expect, it } from 'vitest';
import { comparableWords } from './comparable-words.ts';

const wordsOf = (text: string) => comparableWords(text).map(({ word }) => word);

describe('words for comparison', () => {
  it.each([
    ['“I DON’T know—” she said', "I don't know, she said"],
    ['the café', 'the cafe'],
    ['21 hares', 'twenty-one hares'],
    ['In 1865', 'in eighteen sixty-five'],
    ['the 3rd time', 'the third time'],
    ['einundzwanzig Straßen', '21 Strassen'],
    ['ﬁve', 'five'],
  ])('are the same in %j and %j', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other));
  });

  it('are the characters of scripts without spaces', () => {
    expect(wordsOf('吾輩は猫。')).toEqual(['吾', '輩', 'は', '猫']);
    expect(wordsOf('ガ')).not.toEqual(wordsOf('カ'));
  });

  it('have their places in the text', () => {
    const text = 'Oh, it’s 21 now.';
    expect(comparableWords(text).map(({ from, to }) => text.slice(from, to))).toEqual([
      'Oh',
      'it’s',
      '21',
      '21',
      'now',
    ]);
  });
});
