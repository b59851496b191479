// Counts the words that an import leaves out, and quotes how they begin.
import type { CountedWords } from '../../../shared/model/counted-words.ts';

const WORD = /[\p{L}\p{M}\p{N}’']+/gu;
const HAS_LETTER = /\p{L}/u;
/** The approximate length of a sample, in UTF-16 code units. */
const SAMPLE_LENGTH = 60;

/**
 * Returns the number of words that contain letters. In languages without spaces, everything between two punctuation
 * marks is one word.
 */
export function countWords(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(WORD)) if (HAS_LETTER.test(word)) words += 1;
  return words;
}

/** Counts the words of several texts together, and samples the beginning. */
export function wordsLeftOut(texts: readonly string[]): CountedWords {
  let [words, first] = [0, 0];
  for (const [at, text] of texts.entries()) {
    const count = countWords(text);
    if (words === 0 && count > 0) first = at;
    words += count;
  }
  return words > 0 ? { words, sample: sampleOf(texts.slice(first, first + SAMPLE_LENGTH).join(' ')) } : {};
}

/** Returns the beginning of a text as a single row, with an ellipsis if the text is longer. */
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
