import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import { hostileText } from '../../../../shared/rules/testing/hostile-text.ts';
import { splitIntoPieces } from './text-pieces.ts';

const textsOf = (text: string): string[] => splitIntoPieces(text).map((piece) => piece.text);

describe('a text for Flite', () => {
  test('is cut where sentences end, so that the first is heard early', () => {
    expect(splitIntoPieces('“Oh dear!” said Mr. Rabbit. I shall be late.')).toEqual([
      { text: '"Oh dear!" said Mr. Rabbit.', isSayable: true, isAfterSentence: false },
      { text: 'I shall be late.', isSayable: true, isAfterSentence: true },
    ]);
  });

  test('is cut inside a long sentence behind a clause, without the pause of a sentence', () => {
    const pieces = splitIntoPieces(`${'down the hole she went, '.repeat(30)}and on.`);
    expect(pieces.length).toBeGreaterThan(2);
    for (const [index, { text, isAfterSentence }] of pieces.entries()) {
      expect(text.length).toBeLessThanOrEqual(240);
      expect(isAfterSentence).toBe(false);
      if (index < pieces.length - 1) expect(text).toMatch(/,$/);
    }
  });

  test.each([
    ['don’t—please', "don't, please"],
    ['the café in Zürich', 'the cafe in Zurich'],
    ['£5.50, €3 and £2 million', '5 pounds 50, 3 euros and 2 million pounds'],
    ['pages 12–15', 'pages 12-15'],
    ['yes – no', 'yes, no'],
    ['−3 °C', 'minus 3 degrees Celsius'],
    ['2½ cups', '2 and 1/2 cups'],
    ['salt & pepper', 'salt and pepper'],
    ['a<b', 'a less than b'],
    ['what!!!!!!!!!', 'what!!!'],
    ['one\u0000two', 'one two'],
    ['Smørrebrød', 'Smorrebrod'],
  ])('is written in plain signs: %s', (text, spoken) => {
    expect(textsOf(text).map((piece) => piece.replace(/ {2,}/g, ' ').trim())).toEqual([spoken]);
  });

  test('of other scripts and of emoji is told apart, in its place', () => {
    expect(splitIntoPieces('He said Добрый день, and smiled 😀.')).toEqual([
      { text: 'He said', isSayable: true, isAfterSentence: false },
      { text: 'Добрый день', isSayable: false, isAfterSentence: false },
      { text: ', and smiled', isSayable: true, isAfterSentence: false },
      { text: '😀', isSayable: false, isAfterSentence: false },
    ]);
  });

  test('without anything to speak has no pieces', () => {
    for (const text of ['', ' \n', '…', '— “” —', '\u0000\u200b', '→ ★']) expect(textsOf(text), text).toEqual([]);
  });

  test('whatever it is: no piece is empty or long, and what Flite gets is ASCII without control characters', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const { text: piece, isSayable } of splitIntoPieces(text)) {
          expect(piece).not.toBe('');
          expect(countCharacters(piece)).toBeLessThan(4000);
          if (isSayable) expect(piece).toMatch(/^[ -~]+$/);
        }
      }),
    );
  });
});
