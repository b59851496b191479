import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../e2e/support/rounds.ts';
import { hostileText } from './testing/hostile-text.ts';
import { graphemeChecker, graphemeStarts, splitSentences } from './text-boundaries.ts';

describe('sentencesOf', () => {
  it.each([
    ['English', ['It was dark. ', '“Who goes there?” ', 'Nobody!']],
    ['titles', ['Mr. and Mrs. Smith met Dr. Jones of St. Ives. ', 'They spoke.']],
    ['initials', ['J. R. Hartley wrote to S. W. Erdnase. ', 'He never did.']],
    ['Latin', ['Bring some, e.g. Two or i.e. Three, etc. There is N. B. Forrest.']],
    ['numbers', ['See No. 5 Downing Street. ', 'No. ', 'I won’t.']],
    ['German', ['Er kam z. B. Montag, bzw. Dienstag. ', 'Dann nicht.']],
    ['French', ['M. Dupont et Mme. Dupont sont là. ', 'Oui.']],
    ['Russian', ['Он жил на ул. Ленина, т. е. Там. ', 'Да.']],
    ['Chinese', ['你好。', '你是谁？', '我走了！']],
    [
      'Japanese',
      [
        '「行こう。」と彼は言った。',
        '「もう遅い！」',
        '彼女は答えた。',
        '『本当？！』って聞いた。',
        '（笑う。）',
        'そうだ……。',
        'ええ。',
      ],
    ],
    ['Hindi', ['वह आया। ', 'वह गया।']],
    ['Arabic', ['من أنت؟ ', 'أنا هو.']],
  ])('knows the sentences of %s', (_, sentences) => {
    expect(splitSentences(sentences.join(''))).toEqual(sentences);
  });

  it('joined are the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(splitSentences(text).join('')).toBe(text);
      }),
    );
  });
});

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const startsOf = (text: string): number[] =>
  Array.from(graphemes.segment(text), ({ index }) => index).filter((index) => index > 0);

describe('the starts of grapheme clusters', () => {
  const unit = fc.oneof(
    fc.constantFrom(
      'a',
      ' ',
      '\r',
      '\n',
      '\u0301',
      '\u200d',
      '\ufe0f',
      '漢',
      'か',
      '\u3099',
      'ガ',
      '。',
      '「',
      '〰',
      '👩',
      '🇩',
      '각',
      'ᄀ',
    ),
    fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
  );

  it('are those of the Unicode rules in any text', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit, maxLength: 40 })), (text) => {
        expect(graphemeStarts(text)).toEqual(startsOf(text));
        const isStart = graphemeChecker(text);
        const places = Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => index + 1);
        expect(places.filter(isStart)).toEqual(startsOf(text));
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('are known for each character of the Basic Multilingual Plane between a letter and a Han character', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = `a${String.fromCharCode(code)}漢`;
      const isStart = graphemeChecker(text);
      const starts = startsOf(text);
      if (isStart(1) !== starts.includes(1) || isStart(2) !== starts.includes(2)) {
        expect.fail(`U+${code.toString(16)} joins another character`);
      }
    }
  });
});
