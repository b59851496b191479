import { append } from '../../../shared/rules/lists.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { speechLengthAfterClause } from './french-narration.ts';
import { PARTICLE_VERBS, SPEECH_VERBS } from './speech-words.ts';

/** `text.slice(start, end)`, including the quotation marks or the dash that opens the paragraph. */
export interface Quotation {
  readonly start: number;
  readonly end: number;
  /** Whether the quotation continues the last quotation in the previous paragraph. */
  readonly continues: boolean;
  /** False if a closing mark is missing. */
  readonly isWhole: boolean;
}

interface QuotationMarks {
  readonly open: string;
  readonly close: string;
  readonly isApostrophe: boolean;
}

/** In each entry, the opening mark comes first, followed by the closing marks. */
const CONVENTIONS: readonly QuotationMarks[] = ['“”', '„“”', '«»', '»«', '「」', '""', '‘’', '‚‘’', "''"].map(
  (symbols) => {
    const [open, close] = [symbols.charAt(0), symbols.slice(1)];
    return { open, close, isApostrophe: /['’]/.test(close) };
  },
);

const LETTER = /[\p{L}\p{N}]/u;
const BEFORE_OPENING_MARK = /[\s([{—–\-―“‘«"'¡¿*_]/u;
const SPEECH_END = /[.,!?…;:)\]—–\-”"»*_]/;
/** The rest of a word whose first letters are replaced by an apostrophe. */
const CLIPPED_WORD = wordPattern('^', 'clipped-words', String.raw`\b`, 'i');
const DECADE = /^\d0s\b/i;
const DASH_START = /^\s*[—–―-][\s\u00a0]?(?=[\p{L}¿¡«"“…])/u;
const DASH = /[—–―]|(?<=\s)-(?=\s)/g;
/** Minimum number and share of paragraphs that begin with a dash, in texts that use dashes for quotations. */
const DASH_STYLE = { min: 2, share: 0.04 } as const;
const PARAGRAPH_START_WEIGHT = 3;
/** In UTF-16 code units. To save time, a longer paragraph is checked for only one mark. */
const LONG_PARAGRAPH_LENGTH = 20_000;

const createQuotation = (start: number, end: number, continues = false): Quotation => ({
  start,
  end,
  continues,
  isWhole: true,
});

const skipSpace = (text: string, at: number): number => text.length - text.slice(at).trimStart().length;

/** Returns the outermost quotations of each paragraph. Null stands for a heading or a pause. */
export function findQuotations(paragraphs: readonly (string | null)[]): Quotation[][] {
  const texts = paragraphs.filter((text) => text !== null);
  const marks = detectMarks(texts);
  const dashed = texts.filter((text) => DASH_START.test(text)).length;
  const usesDashes = dashed >= DASH_STYLE.min && dashed >= texts.length * DASH_STYLE.share;
  let isOpen = false;
  return paragraphs.map((text, index) => {
    const isDashed = text !== null && usesDashes && DASH_START.test(text);
    if (text === null || isDashed || marks === null) {
      isOpen = false;
      return isDashed ? dashQuotations(text) : [];
    }
    const found = markedQuotations(text, marks, isOpen);
    const next = paragraphs[index + 1] ?? null;
    isOpen = found.isOpen && next !== null && continuesQuotation(next, marks);
    const quotations =
      marks.open === '«' ? found.quotations.flatMap((one) => removeReportingClause(text, one, true)) : found.quotations;
    return quotations.map((one, at) => {
      const isLast = at === quotations.length - 1;
      return isLast && found.isOpen && !isOpen ? { ...one, isWhole: false } : one;
    });
  });
}

function detectMarks(texts: readonly string[]): QuotationMarks | null {
  let best: QuotationMarks | null = null;
  let most = 0;
  for (const marks of CONVENTIONS) {
    let score = 0;
    for (const text of texts) {
      for (let at = text.indexOf(marks.open); at !== -1; at = text.indexOf(marks.open, at + 1)) {
        if (isOpening(text, at, marks)) score += text.slice(0, at).trim() === '' ? PARAGRAPH_START_WEIGHT : 1;
        if (at > 0 && text.length > LONG_PARAGRAPH_LENGTH) break;
      }
    }
    if (score > most) [best, most] = [marks, score];
  }
  return best;
}

function isOpening(text: string, at: number, { open, isApostrophe }: QuotationMarks): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  if (after === '' || (before !== '' && !BEFORE_OPENING_MARK.test(before))) return false;
  if (open === '«') return true;
  if (/\s/.test(after)) return false;
  if (!isApostrophe || open === '‚') return true;
  const next = text.slice(at + 1, at + 8);
  return !CLIPPED_WORD.test(next) && !DECADE.test(next);
}

function markedQuotations(text: string, marks: QuotationMarks, wasOpen: boolean) {
  const quotations: Quotation[] = [];
  let at = 0;
  let continues = wasOpen;
  while (at < text.length) {
    const start = continues ? skipSpace(text, 0) : nextOpening(text, at, marks);
    if (start === -1) break;
    const inside = continues && !startsWithMark(text, marks) ? start : start + 1;
    const end = findClosing(text, inside, marks);
    if (end === null) {
      quotations.push(createQuotation(start, text.trimEnd().length, continues));
      return { quotations, isOpen: true };
    }
    if (end !== 'none') quotations.push(createQuotation(start, end, continues));
    at = end === 'none' ? start + 1 : end;
    continues = false;
  }
  return { quotations, isOpen: false };
}

/** Guillemets may be either opening or closing marks. */
const startsWithMark = (text: string, { open, close }: QuotationMarks): boolean => {
  const first = text.trimStart().charAt(0);
  return first === open || (open === '«' && close.includes(first) && first !== '');
};

function nextOpening(text: string, from: number, marks: QuotationMarks): number {
  for (let at = text.indexOf(marks.open, from); at !== -1; at = text.indexOf(marks.open, at + 1)) {
    if (isOpening(text, at, marks)) return at;
  }
  return -1;
}

function continuesQuotation(text: string, marks: QuotationMarks): boolean {
  if (startsWithMark(text, marks)) return true;
  const opening = nextOpening(text, 0, marks);
  return typeof findClosing(opening === -1 ? text : text.slice(0, opening), 0, marks) === 'number';
}

/**
 * Returns the index after the closing mark. Returns null if there is no closing mark, or `none` if the opening mark
 * was an apostrophe.
 */
function findClosing(text: string, from: number, marks: QuotationMarks): number | null | 'none' {
  if (marks.isApostrophe) return closingApostrophe(text, from, marks);
  let depth = 1;
  let first: number | null = null;
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (marks.close.includes(mark)) {
      depth -= 1;
      first ??= at + 1;
    } else if (mark === marks.open) depth += 1;
    if (depth === 0) return at + 1;
  }
  // A missing mark means that the quotations aren't nested.
  return depth > 1 ? first : null;
}

function closingApostrophe(text: string, from: number, marks: QuotationMarks): number | null | 'none' {
  let possible: number | null = null;
  let depth = 0;
  let isStraightOpen = false;
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if ('“«'.includes(mark)) depth += 1;
    if ('”»'.includes(mark)) depth = Math.max(0, depth - 1);
    if (mark === '"') isStraightOpen = !isStraightOpen;
    const isInside = depth > 0 || isStraightOpen;
    if (marks.close.includes(mark) && isClosing(text, at)) {
      if (!isInside && SPEECH_END.test(text.charAt(at - 1))) return at + 1;
      possible ??= at + 1;
    } else if (mark === marks.open && !isInside && isOpening(text, at, marks)) return possible ?? 'none';
  }
  return possible;
}

function isClosing(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  return before !== '' && !/\s/.test(before) && !LETTER.test(after);
}

/** Finds speech in a paragraph that begins with a dash. Further dashes enclose narration. */
function dashQuotations(text: string): Quotation[] {
  const first = DASH_START.exec(text)?.[0].length ?? 0;
  const dashes = Array.from(text.matchAll(DASH), ({ index }) => index).filter((at) => at >= first);
  const quotations: Quotation[] = [];
  let start = skipSpace(text, 0);
  let isSpeech = true;
  for (const [place, dash] of dashes.entries()) {
    const next = dashes[place + 1] ?? text.length;
    if (!isSpeech) {
      isSpeech = true;
      start = skipSpace(text, dash + 1);
      if (/[.,;:!?…]/.test(text.charAt(start))) start = skipSpace(text, start + 1);
    } else if (beginsWithVerb(text.slice(dash + 1, Math.min(next, dash + MAX_BEGINNING_LENGTH)))) {
      quotations.push(createQuotation(start, start + text.slice(start, dash).trimEnd().length));
      isSpeech = false;
    }
  }
  if (isSpeech) append(quotations, removeReportingClause(text, createQuotation(start, text.trimEnd().length), false));
  return quotations.filter(({ start: from, end }) => LETTER.test(text.slice(from, end)));
}

const MAX_BEGINNING_LENGTH = 80;
const MAX_BEGINNING_WORDS = 4;

function beginsWithVerb(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu)
      ?.slice(0, MAX_BEGINNING_WORDS) ?? [];
  return words.some((word) => SPEECH_VERBS.has(word) && !PARTICLE_VERBS.has(word));
}

/** `dit-il` */
const VERB_AND_PRONOUN = String.raw`(\p{Ll}[\p{L}\p{M}’']*?)(?:-t)?-(?:il|elle|je|ils|elles|on)(?!\p{L})`;
/** `dit Julien`, `dit le comte` */
const VERB_AND_NAME = String.raw`(\p{Ll}[\p{L}\p{M}’']*)\s+(?=\p{Lu}|l[ea’']|(?:madame|monsieur|mademoiselle)\s)`;
const REPORTING_CLAUSE = new RegExp(String.raw`[,?!…]\s+(?:${VERB_AND_PRONOUN}|${VERB_AND_NAME})`, 'gu');

/**
 * Removes French reporting clauses (`« Je viens, dit Julien, vous voir. »`).
 * @param isClosed whether a mark ends the speech
 */
function removeReportingClause(text: string, quotation: Quotation, isClosed: boolean): Quotation[] {
  const { start, end } = quotation;
  for (const match of text.slice(start, end).matchAll(REPORTING_CLAUSE)) {
    if (!SPEECH_VERBS.has((match[1] ?? match[2] ?? '').toLowerCase())) continue;
    const before = { ...quotation, end: start + match.index + 1 };
    const name = start + match.index + match[0].length;
    const stop = name + text.slice(name, end).search(/[.,;:!?]/);
    const more = skipSpace(text, stop + 1);
    if (stop < name || !LETTER.test(text.slice(more, end))) return [before];
    const length = isClosed ? end - more : speechLengthAfterClause(text.slice(more, end), text.charAt(stop));
    return length === 0 ? [before] : [before, createQuotation(more, more + length)];
  }
  return [quotation];
}
