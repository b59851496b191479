import { proseToScript } from '../../sections/prose-text.ts';
import { scriptPassages } from '../attributed-script.ts';
import type { Quotation } from '../quotations.ts';
import type { AnnotatedNovel, AnnotatedQuotation } from './corpus.ts';

interface LetterText {
  readonly text: string;
  readonly offsets: readonly number[];
}

export interface QuotationPlace {
  readonly paragraph: number;
  readonly quotation: number;
}

interface LetterRange {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of letters that an import may drop before a paragraph, such as front matter. */
const MAX_SKIPPED = { letters: 2000, perLetter: 20 } as const;

export const paragraphsOf = ({ text }: AnnotatedNovel): (string | null)[] => scriptPassages(proseToScript(text).text);

/**
 * Compares only letters and digits, because imports join lines. Returns null if no quotation contains half of the
 * letters.
 */
export function alignQuotations(
  novel: AnnotatedNovel,
  paragraphs: readonly (string | null)[],
  found: readonly (readonly Quotation[])[],
): (QuotationPlace | null)[] {
  const letters = extractLetters(novel.text);
  const ranges: (LetterRange & { readonly place: QuotationPlace })[] = [];
  let from = 0;
  for (const [paragraph, text] of paragraphs.entries()) {
    if (text === null) continue;
    const own = extractLetters(text);
    const at = letters.text.indexOf(own.text, from);
    if (at === -1 || at - from > MAX_SKIPPED.letters + MAX_SKIPPED.perLetter * own.text.length) continue;
    for (const [quotation, { start, end }] of (found[paragraph] ?? []).entries()) {
      const range = { start: at + countLettersBefore(own, start), end: at + countLettersBefore(own, end) };
      ranges.push({ ...range, place: { paragraph, quotation } });
    }
    from = at + own.text.length;
  }
  let first = 0;
  return novel.quotations.map((annotated) => {
    const range = letterRange(annotated, letters);
    while (first < ranges.length && (ranges[first]?.end ?? 0) <= range.start) first += 1;
    let best: QuotationPlace | null = null;
    let most = 0;
    for (let at = first; at < ranges.length; at += 1) {
      const one = ranges[at];
      if (one === undefined || one.start >= range.end) break;
      const shared = Math.min(one.end, range.end) - Math.max(one.start, range.start);
      if (shared > most) [best, most] = [one.place, shared];
    }
    return most * 2 >= range.end - range.start ? best : null;
  });
}

const letterRange = ({ start, end }: AnnotatedQuotation, letters: LetterText): LetterRange => ({
  start: countLettersBefore(letters, start),
  end: countLettersBefore(letters, end),
});

const LETTER_RUN = /[\p{L}\p{N}]+/gu;

function extractLetters(text: string): LetterText {
  const parts: string[] = [];
  const offsets: number[] = [];
  for (const { 0: part, index } of text.matchAll(LETTER_RUN)) {
    parts.push(part);
    for (let at = 0; at < part.length; at += 1) offsets.push(index + at);
  }
  return { text: parts.join(''), offsets };
}

function countLettersBefore({ offsets }: LetterText, offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
