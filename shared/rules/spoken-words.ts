import { segmenter } from './segmenter.ts';
import { UNSPACED } from './word-edges.ts';

/** A word, including adjacent punctuation, with its position in the text in code units. */
export interface SpokenWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const HAS_LETTER = /[\p{L}\p{N}]/u;
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/**
 * Splits a text into words at white space, and at dictionary words in scripts without spaces. Punctuation on its own
 * belongs to the previous word or, at the start, to the next one. These are the words that `wordTimeSchema` and
 * `findingSchema` count.
 */
export function spokenWords(text: string): SpokenWord[] {
  const words: { text: string; from: number; to: number }[] = [];
  let leading: number | null = null;
  for (const { from, to } of pieces(text)) {
    const last = words.at(-1);
    if (HAS_LETTER.test(text.slice(from, to))) {
      const start = leading ?? from;
      words.push({ text: text.slice(start, to), from: start, to });
      leading = null;
    } else if (last) {
      last.to = to;
      last.text = text.slice(last.from, to);
    } else leading ??= from;
  }
  return words;
}

function* pieces(text: string): Generator<{ readonly from: number; readonly to: number }> {
  for (const { index, 0: piece } of text.matchAll(/\S+/gu)) {
    if (!IS_UNSPACED.test(piece)) yield { from: index, to: index + piece.length };
    else {
      for (const { index: at, segment } of segmenter('word').segment(piece)) {
        yield { from: index + at, to: index + at + segment.length };
      }
    }
  }
}
