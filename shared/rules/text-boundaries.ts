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
  // The segmenter is slow: it reads only what lies between two places that are known without it.
  let from = 0;
  for (let position = 1; position <= text.length; position++) {
    if (position < text.length && !isBetweenPlain(text, position)) continue;
    if (position - from > 1) {
      for (const { index } of graphemes.segment(text.slice(from, position))) if (index > 0) starts.push(from + index);
    }
    if (position < text.length) starts.push(position);
    from = position;
  }
  return starts;
}

/** Tells whether places of a text lie between grapheme clusters, without reading all of it. */
export function graphemeChecker(text: string): (position: number) => boolean {
  const segments = graphemes.segment(text);
  return (position) => isBetweenPlain(text, position) || segments.containing(position)?.index === position;
}

/** Between two plain characters there is always a boundary, but inside a line break. */
function isBetweenPlain(text: string, position: number): boolean {
  const before = text.charCodeAt(position - 1);
  const after = text.charCodeAt(position);
  return isPlain(before) && isPlain(after) && !(before === 13 && after === 10);
}

/**
 * Whether a character joins no other one: those below the first combining mark, kana, the marks of Chinese and Japanese
 * sentences, Han characters.
 */
function isPlain(code: number): boolean {
  if (code < 0x300) return true;
  if (code < 0x3001 || code > 0x9fff) return false;
  return code >= 0x4e00 || (code >= 0x3400 && code <= 0x4dbf) || isPlainKana(code);
}

function isPlainKana(code: number): boolean {
  return (
    code === 0x3001 ||
    code === 0x3002 ||
    (code >= 0x3008 && code <= 0x3011) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa)
  );
}

function endsOf(text: string, pattern: RegExp): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end < text.length) ends.push(end);
  }
  return ends;
}
