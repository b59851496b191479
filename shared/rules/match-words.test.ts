import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchWords, shownPlace, shownRange, shownWords } from './match-words.ts';
import { spokenWords } from './spoken-words.ts';

/** Returns the shown words with the sent words that each stands for. */
function pairs(sent: string, shown: string): (readonly [string, string | null])[] {
  const [words, looks] = [spokenWords(sent), shownWords(shown)];
  return matchWords(words, looks).map((range, at) => [
    looks[at]?.text ?? '',
    range &&
      words
        .slice(range.from, range.to)
        .map(({ text }) => text)
        .join(' '),
  ]);
}

describe('the words of the script and the words as sent', () => {
  it('match regardless of case and punctuation', () => {
    expect(pairs('"Well" said he, slowly', '“Well,” said *he*, slowly.')).toEqual([
      ['“Well,”', '"Well"'],
      ['said', 'said'],
      ['*he*,', 'he,'],
      ['slowly.', 'slowly'],
    ]);
  });

  it('leave directions and pauses without sound', () => {
    expect(pairs('Did you hear? No, sir.', '(aside, softly) Did you [pause 1.5s] hear? No, sir.')).toEqual([
      ['(aside,', null],
      ['softly)', null],
      ['Did', 'Did'],
      ['you', 'you'],
      ['[pause', null],
      ['1.5s]', null],
      ['hear?', 'hear?'],
      ['No,', 'No,'],
      ['sir.', 'sir.'],
    ]);
  });

  it('share the words that a pronunciation rule substitutes for one or several words', () => {
    expect(pairs('Doctor Brown came in eighteen eighty one.', 'Dr. Brown came in 1881.')).toEqual([
      ['Dr.', 'Doctor'],
      ['Brown', 'Brown'],
      ['came', 'came'],
      ['in', 'in'],
      ['1881.', 'eighteen eighty one.'],
    ]);
    expect(pairs('He said okay then.', 'He said O K then.')).toEqual([
      ['He', 'He'],
      ['said', 'said'],
      ['O', 'okay'],
      ['K', 'okay'],
      ['then.', 'then.'],
    ]);
    expect(pairs('In eighteen eighty', '(quietly) In 1880')).toContainEqual(['1880', 'eighteen eighty']);
  });

  it('match headings that are narrated differently', () => {
    expect(pairs('Chapter one. The Bridge', 'I. The Bridge')).toEqual([
      ['I.', 'Chapter one.'],
      ['The', 'The'],
      ['Bridge', 'Bridge'],
    ]);
  });

  it('skip words that only the sent text has, such as turn prefixes', () => {
    expect(pairs('LANE Yes, madam. GWENDOLEN Is he gone?', 'Yes, madam. Is he gone?').map(([, sent]) => sent)).toEqual([
      'Yes,',
      'madam.',
      'Is',
      'he',
      'gone?',
    ]);
  });

  it('match in scripts without spaces', () => {
    expect(pairs('東京と京都。', '東京と（静かに）京都。').filter(([, sent]) => sent === null).length).toBeGreaterThan(
      0,
    );
    expect(pairs('東京と京都。', '東京と京都。').every(([shown, sent]) => shown === sent)).toBe(true);
  });

  it('are in order, and within the text, whatever the two texts are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '(d)'), { maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (sent, shown) => {
        const count = spokenWords(sent).length;
        let before = 0;
        for (const range of matchWords(spokenWords(sent), shownWords(shown))) {
          if (range === null) continue;
          expect(range.from).toBeGreaterThanOrEqual(before);
          expect(range.to).toBeGreaterThan(range.from);
          expect(range.to).toBeLessThanOrEqual(count);
          before = range.from;
        }
      }),
    );
  });
});

describe('a place in the words as sent', () => {
  const matches = matchWords(spokenWords('LANE Doctor Brown came in'), shownWords('(softly) Dr. Brown came in'));

  it('is shown at the corresponding words', () => {
    expect(shownRange(matches, { from: 2, to: 4 })).toEqual({ from: 2, to: 4 });
    expect(shownRange(matches, { from: 9, to: 10 })).toBeNull();
  });

  it('is shown between words for extra speech', () => {
    expect(shownPlace(matches, 3)).toBe(3);
    expect(shownPlace(matches, 5)).toBe(5);
  });
});
