import { expect, it } from 'vitest';
import { ODD_WORDS, oddWords } from './plain-words.ts';

it('finds each word where it stands, whatever its case', () => {
  expect(oddWords('Read again.\n// Nobody reads it Anew.\n')).toEqual([
    { row: 2, word: 'nobody', instead: ODD_WORDS['nobody'] },
    { row: 2, word: 'anew', instead: 'again' },
  ]);
  expect(oddWords('at most so  many lines')).toMatchObject([{ word: 'so many' }]);
});

it('leaves words alone that only contain one', () => {
  expect(oddWords('a busybody renewed it')).toEqual([]);
});
