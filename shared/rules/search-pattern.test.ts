import { describe, expect, it } from 'vitest';
import { createWordFinder, type SearchQuery, searchPattern } from './search-pattern.ts';

const found = (text: string, query: string, more: Partial<SearchQuery> = {}): string[] => {
  const pattern = searchPattern({ query, matchCase: false, wholeWord: false, regexp: false, ...more });
  return Array.from(text.matchAll(pattern), ([match]) => match);
};

it('tells whether a text has all words, however they are written', () => {
  const has = createWordFinder(' ＭＡＲＡ　gross');
  expect(['Mara Groß', 'Groß, Mara', 'Mara'].map(has)).toEqual([true, true, false]);
  expect(createWordFinder(' ')('anything')).toBe(true);
});

describe('what is searched for', () => {
  it('is found in capitals and small letters alike, unless case matters', () => {
    expect(found('Straße, STRASSE, straße, Äther ÄTHER', 'äther')).toEqual(['Äther', 'ÄTHER']);
    expect(found('Lane, lane, LANE', 'Lane', { matchCase: true })).toEqual(['Lane']);
  });

  it('is found however it is written, unless case matters', () => {
    expect(found('Straße STRASSE strasse STRAẞE Strase', 'strasse')).toEqual([
      'Straße',
      'STRASSE',
      'strasse',
      'STRAẞE',
    ]);
    expect(found('Strasse, Straße', 'STRAßE')).toEqual(['Strasse', 'Straße']);
    expect(found('Strasse, Straße', 'Straße', { matchCase: true })).toEqual(['Straße']);
    expect(found('ＡＢＣ abc Ａbc １２', 'abc')).toEqual(['ＡＢＣ', 'abc', 'Ａbc']);
    expect(found('ガラス ｶﾞﾗｽ カラス', 'ガラス')).toEqual(['ガラス', 'ｶﾞﾗｽ']);
    expect(found('ガラス ｶﾞﾗｽ', 'ｶﾞﾗｽ')).toEqual(['ガラス', 'ｶﾞﾗｽ']);
    expect(found('はい　いいえ', 'はい いいえ')).toEqual(['はい　いいえ']);
    expect(found('Zoe\u0301 Zoé Zoe', 'zoé')).toEqual(['Zoe\u0301', 'Zoé']);
    expect(found('oﬃce ﬁne fine', 'fi')).toEqual(['ﬁ', 'fi']);
    expect(found('oﬃce', 'office')).toEqual(['oﬃce']);
    expect(found('Wait… ½', 'wait… ½')).toEqual(['Wait… ½']);
  });

  it('is found with and without Arabic vowel signs and tatweel, and in Thai', () => {
    expect(found('كتاب كِتَاب كتـــاب كاتب', 'كتاب')).toEqual(['كتاب', 'كِتَاب', 'كتـــاب']);
    expect(found('كتاب', 'كِتَـاب')).toEqual(['كتاب']);
    expect(found('ทำน้ำ', 'น้ำ')).toEqual(['น้ำ']);
    expect(found('a\u0640b', '\u0640')).toEqual(['\u0640']);
  });

  it('tells apart what differs in more than its form', () => {
    expect(found('schon schön', 'schon')).toEqual(['schon']);
    expect(found('か が', 'か')).toEqual(['か']);
    expect(found('ハ バ パ', 'ハ')).toEqual(['ハ']);
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
