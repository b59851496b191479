import type { Block } from '../../../../shared/model/manuscript.ts';
import { ROMAN_NUMERAL as ROMAN } from '../../../../shared/rules/roman-numerals.ts';
import { type WordList, wordsOf } from '../../../../shared/rules/words/word-lists.ts';
import { CARDINAL_WORDS, ENGLISH_ORDINALS } from '../../sections/part-words.ts';
import { isHeadingName, numberOf, readHeading } from '../../sections/prose-headings.ts';

export interface ChapterTitle {
  readonly title: string;
  readonly blocks: number;
}

/** A title has up to four parts: label, number, name and subtitle. */
const MAX_PIECES = 4;
/** A title with spelled-out numbers may be this much longer than the contents entry, in UTF-16 code units. */
const MAX_EXCESS_LENGTH = 300;

/**
 * Returns the contents entry or the page's headings, whichever is longer. A paragraph counts as a heading only if it
 * contains the whole entry.
 */
export function nameChapter(entry: string, blocks: readonly Block[]): ChapterTitle {
  const entryWords = titleWords(entry);
  const pieces = titlePieces(blocks, entry, entryWords);
  for (const { end, text } of pieces.toReversed()) {
    if (lettersOf(text) === lettersOf(entry) || areSameTitle(entryWords, titleWords(text)))
      return { title: entry, blocks: end };
  }
  for (const { end, text, isHeading } of pieces.toReversed()) {
    if (isHeading && containsTitle(titleWords(text), entryWords)) return { title: entry, blocks: end };
  }
  const longer = pieces.find(({ text, isHeading }) => isHeading && isMoreComplete(text, entry));
  return longer ? { title: longer.title, blocks: longer.end } : { title: entry, blocks: 0 };
}

interface TitlePiece {
  readonly end: number;
  readonly text: string;
  readonly title: string;
  /** Returns whether every block is a heading, a number or a paragraph that repeats the contents entry. */
  readonly isHeading: boolean;
}

function titlePieces(blocks: readonly Block[], entry: string, entryWords: TitleWords): TitlePiece[] {
  const isSaid = (text: string): boolean =>
    isNumberOnly(text) ||
    areSameTitle(entryWords, titleWords(text)) ||
    (isHeadingName({ rows: [text] }) && isMoreComplete(text, entry));
  const pieces: TitlePiece[] = [];
  for (const [at, block] of blocks.slice(0, MAX_PIECES + 1).entries()) {
    if (block.kind === 'scene-break') continue;
    if (block.kind !== 'heading' && block.kind !== 'paragraph') break;
    const before = pieces.at(-1);
    const text = before ? `${before.text} ${block.text}` : block.text;
    if (block.kind === 'paragraph' && text.length > entry.length + MAX_EXCESS_LENGTH) break;
    pieces.push({
      end: at + 1,
      text,
      title: before ? `${before.title}${/[\p{L}\p{N}]$/u.test(before.title) ? '.' : ''} ${block.text}` : block.text,
      isHeading: (before?.isHeading ?? true) && (block.kind === 'heading' || isSaid(block.text)),
    });
  }
  return pieces;
}

/** Matches `Chapter Ten`, `10`, `X.` */
const isNumberOnly = (text: string): boolean =>
  readHeading({ rows: [text] })?.bare === true || NUMERAL.test(text.replace(/[.:]$/, ''));

interface TitleWords {
  readonly labels: readonly string[];
  /** Words other than labels, with numbers as digits. */
  readonly words: readonly string[];
  /** Whether the title ends with an ellipsis. */
  readonly isCut: boolean;
}

const LABEL_LISTS: readonly WordList[] = ['play-acts', 'chapters', 'book-parts', 'play-scenes', 'volumes'];
const LABEL_WORDS = new Set(LABEL_LISTS.flatMap(wordsOf).map((label) => label.replace('.', '').toLowerCase()));
const NUMERAL = new RegExp(`^(?:${ROMAN}|[0-9]{1,4}|${CARDINAL_WORDS.join('|')})$`, 'iu');
const MAX_TENS = 90;
const ORDINALS: ReadonlyMap<string, number> = new Map(
  ENGLISH_ORDINALS.map((word, index) => [word.toLowerCase(), index + 1]),
);

function numberWordValue(word: string): number | null {
  return NUMERAL.test(word) ? numberOf(word.toUpperCase()) : (ORDINALS.get(word) ?? null);
}

function titleWords(title: string): TitleWords {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'ʼ\u00ad\u200b]/gu, '')
    .replaceAll('&', ' and ');
  const labels: string[] = [];
  const words: string[] = [];
  for (const word of plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const number = numberWordValue(word);
    // “Chapter the First”
    if (ORDINALS.has(word) && words.at(-1) === 'the') words.pop();
    const tens = Number(words.at(-1));
    if (number === null && LABEL_WORDS.has(word)) labels.push(word);
    // “Twenty-one” consists of two words.
    else if (
      number !== null &&
      number < 10 &&
      /^\p{L}/u.test(word) &&
      tens >= 20 &&
      tens <= MAX_TENS &&
      tens % 10 === 0
    )
      words[words.length - 1] = String(tens + number);
    else words.push(number === null ? word : String(number));
  }
  return { labels, words, isCut: /(?:…|\.{3})\s*$/.test(title) };
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const haveCompatibleLabels = (a: TitleWords, b: TitleWords): boolean =>
  a.labels.length === 0 || b.labels.length === 0 || a.labels.some((label) => b.labels.includes(label));

function areSameTitle(a: TitleWords, b: TitleWords): boolean {
  return a.words.length > 0 && a.words.join(' ') === b.words.join(' ') && haveCompatibleLabels(a, b);
}

function containsTitle(part: TitleWords, whole: TitleWords): boolean {
  if (part.words.length === 0)
    return part.labels.length > 0 && part.labels.every((label) => whole.labels.includes(label));
  return ` ${whole.words.join(' ')} `.includes(` ${part.words.join(' ')} `) && haveCompatibleLabels(part, whole);
}

const UNSPACED_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** A number that is separate from the name, unlike the `I` in `I Am Born`. */
const SEPARATE_NUMBER = /^[^\p{L}\p{N}]*(?:[0-9]+|[\p{L}-]+(?=\s*[.:;)\]|–—-]))/u;

function isMoreComplete(heading: string, entry: string): boolean {
  if (UNSPACED_SCRIPTS.test(entry) && lettersOf(heading).startsWith(lettersOf(entry))) return true;
  const part = titleWords(entry);
  const whole = titleWords(heading);
  const { length } = part.words;
  if (length === 0 || length > whole.words.length) return false;
  if (!haveCompatibleLabels(part, whole)) return false;
  const isNumber = length === 1 && /^\d+$/.test(part.words[0] ?? '');
  const begins = part.words.every((word, at) => {
    const other = whole.words[at] ?? '';
    return word === other || (part.isCut && at === length - 1 && other.startsWith(word));
  });
  if (begins) return !isNumber || whole.labels.length > 0 || SEPARATE_NUMBER.test(heading);
  return !isNumber && part.words.join(' ') === whole.words.slice(-length).join(' ');
}
