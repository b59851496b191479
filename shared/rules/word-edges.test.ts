import { expect, it } from 'vitest';
import { isWholeWord } from './word-edges.ts';

/** Whether the first place of a word in a text is one of its own. */
const isWhole = (text: string, word: string): boolean => {
  const from = text.indexOf(word);
  return isWholeWord(text, from, from + word.length);
};

it.each([
  ['sir, sire', 'sir', true],
  ['sire', 'sir', false],
  ['_sir', 'sir', false],
  ['猫が好き', '猫', true],
  ['猫が好き', '好き', true],
  ['猫舌です', '猫', false],
  ['カタカナ', 'カタ', false],
  ['Lecternで読む', 'Lectern', true],
  ['ฉันรักแมว', 'แมว', true],
  ['ฉันรักแมว', 'รัก', true],
  ['แมวน้ำ', 'แมว', false],
  ['𠮷野家で', '野家', true],
  ['𠮷野家で', '野', false],
])('in “%s” “%s” is a whole word: %s', (text, word, expected) => {
  expect(isWhole(text, word)).toBe(expected);
});

it('is told far into a text without any space, in time that grows with the text', () => {
  const text = `${'猫が好きです'.repeat(2_000)}犬`;
  let count = 0;
  for (let at = text.indexOf('好き'); at >= 0; at = text.indexOf('好き', at + 1))
    count += Number(isWholeWord(text, at, at + 2));
  expect(count).toBe(2_000);
});
