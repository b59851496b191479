import { UNSPACED } from '../../../shared/rules/word-edges.ts';
import { wordPairs } from '../../../shared/rules/words/word-lists.ts';

/** A word normalised for comparison, with its position in the text in UTF-16 code units. */
export interface ComparableWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** In scripts without spaces, each character counts as a word. */
const WORD = new RegExp(
  String.raw`(?=[\p{L}\p{N}])[${UNSPACED}]\p{M}*|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+(?:['’ʼ](?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+)*`,
  'gu',
);
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  wordPairs('pickup-number-values').map(([word, value]) => [bare(word), value]),
);

/**
 * Returns the words of a text without punctuation, case and accents. Numbers are normalised, so that `21` and `twenty-one`
 * become the same words.
 */
export function comparableWords(text: string): ComparableWord[] {
  return [...text.matchAll(WORD)].flatMap(({ index, 0: typed }) =>
    wordsOf(bare(typed)).map((word) => ({ word, from: index, to: index + typed.length })),
  );
}

function bare(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+|['’ʼ]/gu, '')
    .normalize('NFKC')
    .replaceAll('ß', 'ss');
}

/** The German `einundzwanzig`. */
const UNITS_FIRST = /^(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(\p{L}+)$/u;

function wordsOf(word: string): readonly string[] {
  const value = NUMBER_WORDS.get(word);
  if (value !== undefined) return [value];
  const [, unit, tens] = UNITS_FIRST.exec(word) ?? [];
  const ten = tens === undefined ? undefined : NUMBER_WORDS.get(tens);
  if (unit !== undefined && ten !== undefined) return [ten, NUMBER_WORDS.get(unit) ?? '1'];
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (ordinal !== undefined) return [`${Number(ordinal)}.`];
  return /^\d{1,4}$/.test(word) ? spokenNumber(Number(word)) : [word];
}

/** Returns the words that a number is read with, each as digits: 21 is `20 1`, and 1865 is `18 60 5`, like a year. */
function spokenNumber(value: number): string[] {
  if (value <= 20) return [`${value}`];
  const rest = (part: number): string[] => (part === 0 ? [] : spokenNumber(part));
  if (value < 100) return [`${value - (value % 10)}`, ...rest(value % 10)];
  if (value < 1_000) return [`${Math.floor(value / 100)}`, '100', ...rest(value % 100)];
  if (value >= 1_100 && value < 2_000) return [...spokenNumber(Math.floor(value / 100)), ...rest(value % 100)];
  return [`${Math.floor(value / 1_000)}`, '1000', ...rest(value % 1_000)];
}
