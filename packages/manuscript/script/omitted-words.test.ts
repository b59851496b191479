import { describe, expect, it, vi } from 'vitest';
import { countLeftOutWords, countWords, findRow, sampleOf } from './omitted-words.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['12 – 14 *', 0],
    ['Don’t stop, Zoë.', 3],
    ['Kapitel 3', 1],
    ['он сказал', 2],
    ['田中は言った。はい。', 2],
    ['𠮷野家 𐐔𐐯, 𝟙𝟚', 2],
    ['cafe\u0301 3rd ’tis \ud800x', 4],
  ])('of %j is %i', (text, words) => expect(countWords(text)).toBe(words));
});

describe('sampleOf', () => {
  it('is a short text in one row', () => expect(sampleOf(' Check\n  this. ')).toBe('Check this.'));

  it('ends a long text between words', () => {
    const sample = sampleOf('Some words of a comment. '.repeat(9));
    expect(sample).toBe('Some words of a comment. Some words of a comment. Some…');
  });

  it('cuts a text without blanks', () => expect(sampleOf('あ'.repeat(99))).toBe(`${'あ'.repeat(60)}…`));
});

it('finds the row of words that are long enough to be found', () => {
  const text = 'It rained.\n\nIt rained all day.\n[1] Born in 1850,\nand died.\n';
  expect(findRow(text, ['[1] Born in 1850,\nand died.'])).toBe(4);
  expect(findRow(text, ['It rained.'])).toBeUndefined();
  expect(findRow(text, ['It snowed all day.'])).toBeUndefined();
  expect(findRow(text, [])).toBeUndefined();
});

it('counts each text once, also before the first that has words', () => {
  const codePointAt = vi.spyOn(String.prototype, 'codePointAt');
  const texts = ['—', '12', 'It rained.', 'And', 'rained.'];
  expect(countLeftOutWords(texts)).toEqual({ words: 4, sample: 'It rained. And rained.' });
  expect(codePointAt).toHaveBeenCalledTimes(texts.join('').length);
  codePointAt.mockRestore();
});
