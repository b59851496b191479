import { describe, expect, it } from 'vitest';
import { parseMarkup, replaceSpellingMarks, spellWithSpaces, supportsMark } from './markup.ts';

describe('markup', () => {
  it.each([
    '<b>bold</b>',
    '<emphasis>never',
    'never</emphasis>',
    '<emphasis>a<say-as interpret-as="characters">b</emphasis></say-as>',
    '<say-as interpret-as="date">1</say-as>',
    '<phoneme alphabet="x-sampa" ph="a">b</phoneme>',
    '<phoneme alphabet="ipa" ph="">b</phoneme>',
    'AT&T',
    '&nbsp;',
  ])('is refused where it is none of ours: %s', (markup) => {
    expect(parseMarkup(markup)).toBeNull();
  });

  it('may have sounds within emphasis', () => {
    const read = parseMarkup('A <emphasis>b <phoneme alphabet="ipa" ph="siː">c</phoneme></emphasis> &quot;d&quot;');
    expect(read).toEqual({
      text: 'A b c "d"',
      marks: [
        { mark: 'emphasis', start: 2, end: 5 },
        { mark: 'phonemes', start: 4, end: 5, ipa: 'siː' },
      ],
    });
  });

  it('is spelt in single letters where nothing else can be done, and its other marks move along', () => {
    const read = parseMarkup(
      'The <say-as interpret-as="characters">bbc</say-as> <emphasis>never</emphasis> <say-as interpret-as="characters">M I5</say-as>',
    );
    expect(read && replaceSpellingMarks(read)).toEqual({
      text: 'The B B C never M I 5',
      marks: [{ mark: 'emphasis', start: 10, end: 15 }],
    });
    expect(spellWithSpaces('')).toBe('');
  });

  it('is for voices of the local service, as far as they can', () => {
    const takes = (voice: string) =>
      (['emphasis', 'spelling', 'phonemes'] as const).filter((mark) => supportsMark(voice, mark));
    expect(takes('lectern://voices/en-gb/alistair/manifest.json')).toEqual(['emphasis', 'spelling', 'phonemes']);
    expect(takes('lectern://voices/en-us/clara/manifest.json')).toEqual(['spelling']);
    expect(takes('lectern://voices/packs/anna/anna/manifest.json')).toEqual(['spelling']);
    expect(takes('s3://voices/anna/manifest.json')).toEqual([]);
  });
});
