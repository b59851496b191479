// eSpeak NG silently drops anything beyond a thousand phonemes per clause or about eighty characters per word.
import { at } from '../../../../shared/rules/at.ts';

import { countCharacters } from '../../../../shared/rules/characters.ts';

/** Phonemes after which a clause ends at the next space. */
const MAX_CLAUSE_PHONEMES = 500;

const END = /[。、，！？；：।॥؟،؛]/uy;
/** Characters that, with any closing punctuation, end a clause before a space. */
const CLAUSE_END = /[.,;:!?…]+[\p{Pe}\p{Pf}"']*/uy;
const WHITESPACE = /\s/y;
const LETTERS = /[a-z]{1,500}/iy;

/** Maximum phonemes per character in a run of characters that match the pattern. */
const PHONEMES_PER_CHARACTER: readonly (readonly [RegExp, number])[] = [
  [/[a-z\s]/i, 1],
  [/[\p{N}\p{S}]/u, 12],
  [/\p{Script=Han}/u, 16],
  [/\p{Script=Hangul}/u, 5],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 4],
];
const DEFAULT_PHONEMES = 2;
const MAX_PHONEMES_PER_CHARACTER = 16;

/** Maximum word length before splitting, and the length of the pieces, for scripts without spaces. */
const WORD_LENGTH = 50;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]{1,500}/uy;
const UNSPACED_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const countPhonemes = (character: string): number =>
  PHONEMES_PER_CHARACTER.find(([signs]) => signs.test(character))?.[1] ?? DEFAULT_PHONEMES;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function unspacedEnd(text: string, start: number): number {
  let end = start;
  for (let some = matchAt(UNSPACED, text, end); some !== undefined; some = matchAt(UNSPACED, text, end)) {
    end += some.length;
  }
  return end;
}

function addSpaces(text: string): string {
  let whole = '';
  let at = 0;
  UNSPACED_CHARACTER.lastIndex = 0;
  for (let found = UNSPACED_CHARACTER.exec(text); found !== null; found = UNSPACED_CHARACTER.exec(text)) {
    const end = unspacedEnd(text, found.index);
    const run = text.slice(found.index, end);
    if (countCharacters(run) > WORD_LENGTH) {
      whole += text.slice(at, found.index) + splitRun(run);
      at = end;
    }
    UNSPACED_CHARACTER.lastIndex = end;
  }
  return whole + text.slice(at);
}

function splitRun(run: string): string {
  const pieces = [''];
  for (const { segment } of words.segment(run)) {
    const last = at(pieces, pieces.length - 1);
    if (last.length + segment.length <= WORD_LENGTH) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces.join(' ');
}

export function addClauseEnds(text: string): string {
  if (text.length * MAX_PHONEMES_PER_CHARACTER <= MAX_CLAUSE_PHONEMES) return text;
  const signs = addSpaces(text);
  const clauses: string[] = [];
  let start = 0;
  let phonemes = 0;
  for (let at = 0; at < signs.length; ) {
    const marks = matchAt(CLAUSE_END, signs, at);
    if (marks !== undefined) {
      at += marks.length;
      // Skip a whole run of punctuation, because rescanning each of its characters would take quadratic time.
      phonemes =
        matchAt(WHITESPACE, signs, at) === undefined ? phonemes + DEFAULT_PHONEMES * countCharacters(marks) : 0;
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
    const isEnough = phonemes > MAX_CLAUSE_PHONEMES && /\s/.test(sign);
    if (isEnough) {
      clauses.push(signs.slice(start, at));
      start = at;
    }
    phonemes = end !== undefined || isEnough ? 0 : phonemes + countPhonemes(sign);
    at += sign.length;
  }
  return [...clauses, signs.slice(start)].join(',');
}
