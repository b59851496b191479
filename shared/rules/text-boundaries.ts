// Places inside a sentence where a text may be cut, from the best to the last resort.

/** Clause marks with the quotes that close behind them. In scripts that put no space behind a mark, none is asked for. */
const CLAUSE = /(?:[,;:،؛۔]["'”’»)\]]*\s+|[、，；：][”’』」）]*\s*|[—–…]+["'”’»)\]]*\s*)/gu;

/** South-East Asian scripts separate clauses, not words, by a space. */
const SPACELESS_CLAUSE =
  /(?<=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\s+(?=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/gu;

const SPACE = /\s+/gu;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Finds places in a text, in UTF-16 code units, in order, neither the start nor the end. */
export type BoundaryFinder = (text: string) => number[];

export function clauseEnds(text: string): number[] {
  return [...endsOf(text, CLAUSE), ...endsOf(text, SPACELESS_CLAUSE)].sort((a, b) => a - b);
}

export function spaceEnds(text: string): number[] {
  return endsOf(text, SPACE);
}

/** The starts of words by the Unicode rules and dictionaries, for scripts that write no spaces. */
export function wordStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { index, isWordLike } of words.segment(text)) if (isWordLike && index > 0) starts.push(index);
  return starts;
}

export function graphemeStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { index } of graphemes.segment(text)) if (index > 0) starts.push(index);
  return starts;
}

/** Tells whether places of a text lie between grapheme clusters, without reading all of it. */
export function graphemeChecker(text: string): (position: number) => boolean {
  const segments = graphemes.segment(text);
  return (position) => isPlain(text, position) || segments.containing(position)?.index === position;
}

/** Between two characters below the first combining mark there is always a boundary, but inside a line break. */
function isPlain(text: string, position: number): boolean {
  const before = text.charCodeAt(position - 1);
  const after = text.charCodeAt(position);
  return before < 0x300 && after < 0x300 && !(before === 13 && after === 10);
}

function endsOf(text: string, pattern: RegExp): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end < text.length) ends.push(end);
  }
  return ends;
}
