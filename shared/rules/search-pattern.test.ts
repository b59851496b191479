import { describe, expect, it } from 'vitest';
import { type SearchQuery, searchPattern } from './search-pattern.ts';

const found = (text: string, query: string, more: Partial<SearchQuery> = {}): string[] => {
  const pattern = searchPattern({ query, matchCase: false, wholeWord: false, regexp: false, ...more });
  return Array.from(text.matchAll(pattern), ([match]) => match);
};

describe('what is searched for', () => {
  it('is found in capitals and small letters alike, unless case matters', () => {
    expect(found('Straße, STRASSE, straße, Äther ÄTHER', 'äther')).toEqual(['Äther', 'ÄTHER']);
    expect(found('Lane, lane, LANE', 'Lane', { matchCase: true })).toEqual(['Lane']);
  });

  it('is taken as it is written, whatever it means to regular expressions', () => {
    for (const query of ['a.b', '(He goes.)', '[pause 1s]', '$5^', 'a\\b', 'x-y', '1/2', '{', '*', '?', '|']) {
      expect(found(`before ${query} behind, axb`, query)).toEqual([query]);
    }
  });

  it('is a word of its own where that is asked for, in any script', () => {
    expect(found('sir, sire, Sir. _sir sir2', 'sir', { wholeWord: true })).toEqual(['sir', 'Sir']);
    expect(found('été étés', 'été', { wholeWord: true })).toEqual(['été']);
  });

  it('may be a regular expression, where the ends of rows count', () => {
    expect(found('LANE: Yes.\nLANE: No.', '^LANE: (Yes|No)\\.$', { regexp: true })).toEqual([
      'LANE: Yes.',
      'LANE: No.',
    ]);
    expect(found('one none', 'one|none', { regexp: true, wholeWord: true })).toEqual(['one', 'none']);
  });

  it('is refused where it is no regular expression, brackets that pair with those around it included', () => {
    expect(() => searchPattern({ query: '(', matchCase: true, wholeWord: false, regexp: true })).toThrow(SyntaxError);
    expect(() => searchPattern({ query: 'a)(b', matchCase: true, wholeWord: true, regexp: true })).toThrow(SyntaxError);
  });
});
