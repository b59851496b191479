// Chapter names: what the table of contents calls a chapter, and what the headings on its page do.
import type { Block } from '../../../../shared/model/manuscript.ts';
import { type WordList, wordsOf } from '../../../../shared/rules/words/word-lists.ts';
import { CARDINAL_WORDS, ENGLISH_ORDINALS, ROMAN } from '../../sections/part-words.ts';
import { isHeadingName, numberOf, readHeading } from '../../sections/prose-headings.ts';

/** A chapter's name, and how many blocks at its start say it. */
export interface NamedChapter {
  readonly title: string;
  readonly blocks: number;
}

/** A title is printed in up to four pieces: a number, a name, and what is below it. */
const MOST_PIECES = 4;
/** Paragraphs that exceed the entry by more characters than this can't be its title, even with numbers in words. */
const LONGEST_EXCESS = 300;

/**
 * Compares a contents entry with the headings that a chapter begins with, whatever form either has numbers in. The longer of
 * the two is the chapter's name; blocks that say no more than that are counted. Paragraphs count only where they say all of
 * the entry, since some programs style paragraphs as headings.
 *
 * @param blocks the chapter from its first block
 */
export function nameChapter(entry: string, blocks: readonly Block[]): NamedChapter {
  const wanted = titleWords(entry);
  const pieces = piecesOf(blocks, entry, wanted);
  for (const { end, text } of pieces.toReversed()) {
    if (bare(text) === bare(entry) || isSame(wanted, titleWords(text))) return { title: entry, blocks: end };
  }
  for (const { end, text, isHeading } of pieces.toReversed()) {
    if (isHeading && isPartOf(titleWords(text), wanted)) return { title: entry, blocks: end };
  }
  const longer = pieces.find(({ text, isHeading }) => isHeading && saysMore(text, entry));
  return longer ? { title: longer.title, blocks: longer.end } : { title: entry, blocks: 0 };
}

interface TitlePiece {
  /** The blocks up to here. */
  readonly end: number;
  /** Their words, and these as one title. */
  readonly text: string;
  readonly title: string;
  /** Whether all of them are headings, or paragraphs that say what the entry does, or a number. */
  readonly isHeading: boolean;
}

/** What the first block says, the first two together, and so on. */
function piecesOf(blocks: readonly Block[], entry: string, wanted: TitleWords): TitlePiece[] {
  const isSaid = (text: string): boolean =>
    isNumberOnly(text) ||
    isSame(wanted, titleWords(text)) ||
    (isHeadingName({ rows: [text] }) && saysMore(text, entry));
  const pieces: TitlePiece[] = [];
  for (const [at, block] of blocks.slice(0, MOST_PIECES + 1).entries()) {
    if (block.kind === 'scene-break') continue;
    if (block.kind !== 'heading' && block.kind !== 'paragraph') break;
    const before = pieces.at(-1);
    const text = before ? `${before.text} ${block.text}` : block.text;
    if (block.kind === 'paragraph' && text.length > entry.length + LONGEST_EXCESS) break;
    pieces.push({
      end: at + 1,
      text,
      title: before ? `${before.title}${/[\p{L}\p{N}]$/u.test(before.title) ? '.' : ''} ${block.text}` : block.text,
      isHeading: (before?.isHeading ?? true) && (block.kind === 'heading' || isSaid(block.text)),
    });
  }
  return pieces;
}

/** `Chapter Ten`, `10`, `X.` */
const isNumberOnly = (text: string): boolean =>
  readHeading({ rows: [text] })?.bare === true || NUMERAL.test(text.replace(/[.:]$/, ''));

/** The words of a title, in a form in which they compare. */
interface TitleWords {
  /** What the part is called: `chapter`. */
  readonly labels: readonly string[];
  /** The others; numbers are digits. */
  readonly words: readonly string[];
  /** Whether the last word is cut off. */
  readonly isCut: boolean;
}

const LABEL_LISTS: readonly WordList[] = ['play-acts', 'chapters', 'book-parts', 'play-scenes', 'volumes'];
const LABELS = new Set(LABEL_LISTS.flatMap(wordsOf).map((label) => label.replace('.', '').toLowerCase()));
const NUMERAL = new RegExp(`^(?:${ROMAN}|[0-9]{1,4}|${CARDINAL_WORDS.join('|')})$`, 'iu');
const HIGHEST_TEN = 90;
const ORDINALS: ReadonlyMap<string, number> = new Map(
  ENGLISH_ORDINALS.map((word, index) => [word.toLowerCase(), index + 1]),
);

/** Returns the value of a word that is a number, or null. */
function valueOfWord(word: string): number | null {
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
    const number = valueOfWord(word);
    // “Chapter the First”
    if (ORDINALS.has(word) && words.at(-1) === 'the') words.pop();
    const tens = Number(words.at(-1));
    if (number === null && LABELS.has(word)) labels.push(word);
    // “Twenty-one” is two words.
    else if (
      number !== null &&
      number < 10 &&
      /^\p{L}/u.test(word) &&
      tens >= 20 &&
      tens <= HIGHEST_TEN &&
      tens % 10 === 0
    )
      words[words.length - 1] = String(tens + number);
    else words.push(number === null ? word : String(number));
  }
  return { labels, words, isCut: /(?:…|\.{3})\s*$/.test(title) };
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const mayBeOne = (one: TitleWords, other: TitleWords): boolean =>
  one.labels.length === 0 || other.labels.length === 0 || one.labels.some((label) => other.labels.includes(label));

function isSame(one: TitleWords, other: TitleWords): boolean {
  return one.words.length > 0 && one.words.join(' ') === other.words.join(' ') && mayBeOne(one, other);
}

/** Whether words stand in a title, side by side. */
function isPartOf(part: TitleWords, whole: TitleWords): boolean {
  if (part.words.length === 0)
    return part.labels.length > 0 && part.labels.every((label) => whole.labels.includes(label));
  return ` ${whole.words.join(' ')} `.includes(` ${part.words.join(' ')} `) && mayBeOne(part, whole);
}

/** Writing systems without blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** A heading's number, which is set off from its name: in `I Am Born` it isn't one. */
const NUMBER_SET_OFF = /^[^\p{L}\p{N}]*(?:[0-9]+|[\p{L}-]+(?=\s*[.:;)\]|–—-]))/u;

/** Whether a heading begins or ends with what the entry says. */
function saysMore(heading: string, entry: string): boolean {
  if (UNSPACED.test(entry) && bare(heading).startsWith(bare(entry))) return true;
  const part = titleWords(entry);
  const whole = titleWords(heading);
  const { length } = part.words;
  if (length === 0 || length > whole.words.length) return false;
  if (!mayBeOne(part, whole)) return false;
  const isNumber = length === 1 && /^\d+$/.test(part.words[0] ?? '');
  const begins = part.words.every((word, at) => {
    const other = whole.words[at] ?? '';
    return word === other || (part.isCut && at === length - 1 && other.startsWith(word));
  });
  if (begins) return !isNumber || whole.labels.length > 0 || NUMBER_SET_OFF.test(heading);
  return !isNumber && part.words.join(' ') === whole.words.slice(-length).join(' ');
}
