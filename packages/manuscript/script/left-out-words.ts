// How much of a text is left out, as it is told to people: a number of words, and how they begin.
import type { CountedWords } from '../../../shared/model/counted-words.ts';

const WORD = /[\p{L}\p{M}\p{N}’']+/gu;
const HAS_LETTER = /\p{L}/u;
/** A sample is about so long, in UTF-16 code units. */
const SAMPLE_LENGTH = 60;

/** Returns the number of words with letters in a text. Languages without blanks have one word between two marks. */
export function countWords(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(WORD)) if (HAS_LETTER.test(word)) words += 1;
  return words;
}

/** Counts the words of texts that stand one behind the other. */
export function wordsLeftOut(texts: readonly string[]): CountedWords {
  const words = texts.reduce((sum, text) => sum + countWords(text), 0);
  const first = texts.findIndex((text) => countWords(text) > 0);
  return words > 0 ? { words, sample: sampleOf(texts.slice(first, first + SAMPLE_LENGTH).join(' ')) } : {};
}

/** Returns how a text begins, in one row; it ends with an ellipsis where the text goes on. */
export function sampleOf(text: string): string {
  const row = text
    .slice(0, 4 * SAMPLE_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  if (row.length <= SAMPLE_LENGTH) return row;
  const cut = row.slice(0, SAMPLE_LENGTH);
  const end = cut.lastIndexOf(' ');
  return `${(end > SAMPLE_LENGTH / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
