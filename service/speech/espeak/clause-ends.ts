// Ends of words and clauses for texts that have none for too long.
//
// eSpeak NG takes a text clause by clause and has room for a thousand phonemes in each, and for some eighty signs in a
// word. Anything beyond is silently dropped: the last of many numbers in a row, or the end of a stretch of Thai,
// would not be spoken.
import { at } from '../../../shared/rules/at.ts';

import { countCharacters } from '../../../shared/rules/characters.ts';

/** Phonemes after which a clause is ended at the next blank. */
const ENOUGH = 500;

/** A sign that ends a clause wherever it stands. */
const END = /[。、，！？；：।॥؟،؛]/uy;
/** Signs that end a clause before a blank, with what may close behind them. */
const END_BEFORE_BLANK = /[.,;:!?…]+[\p{Pe}\p{Pf}"']*/uy;
const BLANK = /\s/y;
/** Letters of one phoneme each, which end nothing: most of a text, passed a word at a time. */
const LETTERS = /[a-z]{1,500}/iy;

/** Phonemes that a sign is spoken with, at most as far as a row of such signs goes. */
const PHONEMES: readonly (readonly [RegExp, number])[] = [
  [/[a-z\s]/i, 1],
  [/[\p{N}\p{S}]/u, 12],
  [/\p{Script=Han}/u, 16],
  [/\p{Script=Hangul}/u, 5],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 4],
];
const OTHER = 2;
const MOST_OF_A_SIGN = 16;

/** Signs of a word that is taken apart, and of its pieces; they are of scripts that have no blanks between words. */
const PIECE = 50;
/** Some signs of such scripts. Of any number of them at once a pattern would run out of stack. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]{1,500}/uy;
const UNSPACED_SIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const phonemesOf = (sign: string): number => PHONEMES.find(([signs]) => signs.test(sign))?.[1] ?? OTHER;

/** What a pattern (a sticky one) matches at a place. */
function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Where a row of signs of such scripts ends that begins at a place. */
function unspacedEnd(text: string, start: number): number {
  let end = start;
  for (let some = matchAt(UNSPACED, text, end); some !== undefined; some = matchAt(UNSPACED, text, end)) {
    end += some.length;
  }
  return end;
}

/** The same text with blanks between the words of what is written without. */
function withBlanks(text: string): string {
  let whole = '';
  let at = 0;
  UNSPACED_SIGN.lastIndex = 0;
  for (let found = UNSPACED_SIGN.exec(text); found !== null; found = UNSPACED_SIGN.exec(text)) {
    const end = unspacedEnd(text, found.index);
    const run = text.slice(found.index, end);
    if (countCharacters(run) > PIECE) {
      whole += text.slice(at, found.index) + spaced(run);
      at = end;
    }
    UNSPACED_SIGN.lastIndex = end;
  }
  return whole + text.slice(at);
}

/** What is written without blanks, with some between its words. */
function spaced(run: string): string {
  const pieces = [''];
  for (const { segment } of words.segment(run)) {
    const last = at(pieces, pieces.length - 1);
    if (last.length + segment.length <= PIECE) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces.join(' ');
}

/** The same text, with blanks and commas where eSpeak NG would drop what it has no room for. */
export function withClauseEnds(text: string): string {
  if (text.length * MOST_OF_A_SIGN <= ENOUGH) return text;
  const signs = withBlanks(text);
  const clauses: string[] = [];
  let start = 0;
  let phonemes = 0;
  for (let at = 0; at < signs.length; ) {
    const marks = matchAt(END_BEFORE_BLANK, signs, at);
    if (marks !== undefined) {
      at += marks.length;
      // Marks that no blank follows end nothing: they are passed as a whole, since looking at each of a long row again takes
      // time that grows with its square.
      phonemes = matchAt(BLANK, signs, at) === undefined ? phonemes + OTHER * countCharacters(marks) : 0;
      continue;
    }
    const letters = matchAt(LETTERS, signs, at);
    if (letters !== undefined) {
      phonemes += letters.length;
      at += letters.length;
      continue;
    }
    const end = matchAt(END, signs, at);
    const sign = end ?? String.fromCodePoint(signs.codePointAt(at) ?? 0);
    const isEnough = phonemes > ENOUGH && /\s/.test(sign);
    if (isEnough) {
      clauses.push(signs.slice(start, at));
      start = at;
    }
    phonemes = end !== undefined || isEnough ? 0 : phonemes + phonemesOf(sign);
    at += sign.length;
  }
  return [...clauses, signs.slice(start)].join(',');
}
