import { segmenter } from './segmenter.ts';

/** Clause punctuation with closing quotes. In scripts that put no space after punctuation, none is required. */
const CLAUSE = /(?:[,;:،؛۔]["'”’»)\]]*\s+|[、，；：][”’』」）]*\s*|[—–…]+["'”’»)\]]*\s*)/gu;

const SOUTH_EAST_ASIAN = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** Southeast Asian scripts use spaces between clauses rather than words. */
const SPACELESS_CLAUSE = new RegExp(String.raw`(?<=${SOUTH_EAST_ASIAN})\s+(?=${SOUTH_EAST_ASIAN})`, 'gu');

const SPACE = /\s+/gu;

/** Returns boundaries in order, in UTF-16 code units, excluding the start and the end. */
export type BoundaryFinder = (text: string) => number[];

export function clauseEnds(text: string): number[] {
  return [...matchEnds(text, CLAUSE), ...matchEnds(text, SPACELESS_CLAUSE)].sort((a, b) => a - b);
}

export function spaceEnds(text: string): number[] {
  return matchEnds(text, SPACE);
}

/** Finds word starts by Unicode rules and dictionaries, for scripts without spaces. */
export function wordStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { index, isWordLike } of segmenter('word').segment(text)) if (isWordLike && index > 0) starts.push(index);
  return starts;
}

export function graphemeStarts(text: string): number[] {
  const starts: number[] = [];
  // The segmenter is slow, so it processes only the text between boundaries that are certain without it.
  let from = 0;
  for (let position = 1; position <= text.length; position++) {
    if (position < text.length && !isBetweenPlainCharacters(text, position)) continue;
    if (position - from > 1) {
      for (const { index } of segmenter('grapheme').segment(text.slice(from, position)))
        if (index > 0) starts.push(from + index);
    }
    if (position < text.length) starts.push(position);
    from = position;
  }
  return starts;
}

/** Creates a test for grapheme cluster boundaries that doesn't process the whole text. */
export function graphemeChecker(text: string): (position: number) => boolean {
  const segments = segmenter('grapheme').segment(text);
  return (position) => isBetweenPlainCharacters(text, position) || segments.containing(position)?.index === position;
}

/** There is always a boundary between two plain characters, except in `\r\n`. */
function isBetweenPlainCharacters(text: string, position: number): boolean {
  const before = text.charCodeAt(position - 1);
  const after = text.charCodeAt(position);
  return isPlain(before) && isPlain(after) && !(before === 13 && after === 10);
}

/** Returns whether a character never combines with others. */
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

function matchEnds(text: string, pattern: RegExp): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end < text.length) ends.push(end);
  }
  return ends;
}

const ABBREVIATIONS = new Set(
  [
    'Mr Mrs Ms Mx Messrs Dr Drs Prof Rev Hon Sr Jr St Ste Mt Ft Lt Col Gen Capt Cpt Cmdr Sgt Maj Adm Gov Sen Rep Pres Esq',
    'vs etc al cf viz ca approx Vol vol Ch ch Fig fig pp ed eds trans Ave Blvd Rd Bros Co Corp Inc Ltd dept est',
    'Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec',
    'Mme Mmes Mlle Mlles MM Mgr Me av bd env',
    'Hr Hrn Fr Frl bzw usw evtl ggf vgl inkl exkl Abs Bd Jh Mio Mrd Str geb gest sog bspw Nr Dipl Ing',
    'Sra Srta Sres Dña Ud Uds Vd Vds pág Exmo Exma Sig Sigg Dott Avv Egr dhr mevr bijv enz resp jr jhr',
    'itd itp tzn ul al mgr inż prof dr hab tj np bl kl dvs osv tzv napr tj apod stol',
    'т е г гг ул им др проф стр напр тыс млн руб см рис',
    'κ κα π χ λ σελ vb vd bkz Sn Bay Bn yy',
  ]
    .join(' ')
    .split(' '),
);

/** Abbreviations when a number follows (“No. 5”, “p. 12”); otherwise, they are ordinary words. */
const BEFORE_NUMBERS = new Set([
  'No',
  'no',
  'Nos',
  'nos',
  'Nr',
  'nr',
  'n',
  'pl',
  'art',
  'Art',
  'Op',
  'op',
  'sec',
  'Sec',
]);

/**
 * The last word before a final full stop. If the word is a single letter, it is an initial (“S. W.”, “z. B.”, “e.g.”).
 */
const LAST_WORD = /(?:^|[^\p{L}\p{M}\p{N}])((?:\p{L}\p{M}*){1,8})\.\s*$/u;
const SINGLE_LETTER = /^\p{L}\p{M}*$/u;
const DIGIT_FIRST = /^\p{N}/u;

const CONTEXT_LENGTH = 40;

/** An opening bracket belongs to the next sentence, although Unicode may assign it to the previous one. */
const OPENING = /[「『（〈《【〔［｛]+$/u;
/** Attributed speech: 「行こう。」と言った is one sentence despite the full stop inside it. */
const QUOTED = /[」』]$/u;
const REPORTING_WORD = /^(?:と|って|、)/u;

/** Returns sentence ends after trailing white space, except after abbreviations and initials. This function is slow. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { index } of segmenter('sentence').segment(text)) {
    const before = text.slice(Math.max(0, index - CONTEXT_LENGTH), index);
    const after = text.slice(index, index + 2);
    if (index === 0 || isAbbreviated(before, after) || (QUOTED.test(before) && REPORTING_WORD.test(after))) continue;
    const end = index - (OPENING.exec(before)?.[0].length ?? 0);
    if (end > (ends.at(-1) ?? 0)) ends.push(end);
  }
  return ends;
}

export function splitSentences(text: string): string[] {
  const bounds = [0, ...sentenceEnds(text), text.length];
  return bounds.slice(1).flatMap((end, index) => {
    const sentence = text.slice(bounds[index], end);
    return sentence === '' ? [] : [sentence];
  });
}

/** Returns whether a final full stop belongs to an abbreviation. `after` must not start with white space. */
export function isAbbreviated(before: string, after: string): boolean {
  const word = LAST_WORD.exec(before)?.[1];
  if (word === undefined) return false;
  if (BEFORE_NUMBERS.has(word)) return DIGIT_FIRST.test(after) || SINGLE_LETTER.test(word);
  return SINGLE_LETTER.test(word) || ABBREVIATIONS.has(word);
}
