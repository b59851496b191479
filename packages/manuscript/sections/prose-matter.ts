import { at } from '../../../shared/rules/at.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { isHeadingName, isIndented, joinRows, type ProseBlock, type ProseHeading } from './prose-headings.ts';
import { kindOfSection, kindOfTitle } from './section-kinds.ts';

const LICENCE_START = /^\s*(?:\*{3}\s*START OF TH|\*?END\s?\*?\s?THE SMALL PRINT)/i;
const LICENCE_END = /^\s*(?:\*{3}\s*END OF TH|\*\*\*END OF|(?:This is the )?End of (?:the |this )?Project Gutenberg)/i;
const LICENCE_MARKER = /(\*{3}\s*(?:START|END) OF TH(?:E|IS) PROJECT GUTENBERG[^*]{0,300}\*{3})/i;

export const splitAtLicenceMarkers = (text: string): string[] =>
  text
    .split(LICENCE_MARKER)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
/** Maximum number of lines in a marker that ends with asterisks. */
const MAX_MARKER_LENGTH = 4;

export interface BookRows {
  readonly rows: readonly string[];
  /** Null unless the licence's header states a title. */
  readonly title: string | null;
  /** Number of removed lines before and after the book that contain words. `characters` is in UTF-16 code units. */
  readonly before: number;
  readonly after: number;
  readonly characters: number;
  readonly marked: boolean;
}

export function withoutLicence(rows: readonly string[]): BookRows {
  const start = rows.findIndex((row) => LICENCE_START.test(row));
  let first = 0;
  if (start >= 0) {
    first = start + 1;
    for (let at = start; at < start + MAX_MARKER_LENGTH; at += 1) {
      if (!/\*{3}\s*$/.test(rows[at] ?? '')) continue;
      first = at + 1;
      break;
    }
  }
  const end = rows.findIndex((row, at) => at >= first && LICENCE_END.test(row));
  const last = end < 0 ? rows.length : end;
  const head = rows.slice(0, first).filter((row) => row !== '');
  const tail = rows.slice(last).filter((row) => row !== '');
  return {
    rows: rows.slice(first, last),
    title: start < 0 ? null : findTitleInLicence(rows.slice(0, start)),
    before: head.length,
    after: tail.length,
    characters: [...head, ...tail].reduce((sum, row) => sum + row.length, 0),
    marked: start >= 0 || end >= 0,
  };
}

function findTitleInLicence(head: readonly string[]): string | null {
  const first = head.findIndex((row) => /^Title:\s*\S/.test(row));
  if (first < 0) return null;
  let title = at(head, first).replace(/^Title:\s*/, '');
  for (let more = first + 1; /^\s+\S/.test(head[more] ?? ''); more += 1) title += ` ${(head[more] ?? '').trim()}`;
  return title;
}

const CONTENTS_TITLE = wordPattern('^', 'contents-titles', '[.:]?$', 'i');
const CREDIT_PATTERNS: readonly RegExp[] = [
  wordPattern(
    String.raw`^(?:this )?(?:e-?book|e-?text)?\s*(?:was )?`,
    'digitising-verbs',
    String.raw` (?:by|from)\b`,
    'i',
  ),
  /^(?:e-?text prepared|html version|an anonymous volunteer|\[?transcriber['’]s note)/i,
  /^(?:copyright|all rights reserved|isbn)\b|^©|^\(c\) ?\d|^[^.]*\bwww\./i,
];
const isCredit = (words: string): boolean => CREDIT_PATTERNS.some((credit) => credit.test(words));
const BY_AUTHOR = wordPattern('^', 'author-prepositions', String.raw`(?:\s+\p{Lu}|$)`, 'iu');
const MAX_TITLE_PAGE_LENGTH = 40;
/** In UTF-16 code units. Longer paragraphs belong to the main text. */
const MAX_TITLE_PAGE_TEXT_LENGTH = 120;
const CONTENTS_ROW = /^(?:\s*(?:[IVXLC]+|\d+)[.):\s]|[^\p{Ll}]+$)|(?:\.\s?){3,}|\s\d+$/u;
const SENTENCE_END = /[.!?…。！？।॥؟]["”’')\]」』）]*$/u;
/** Sentence ends in writing systems without spaces or capitals. */
const UNSPACED_SENTENCE_END = /[。！？।॥]["”’')\]」』）]*$/u;

export interface FrontMatter {
  readonly titleEnd: number;
  /** Block range; empty if there is no table of contents. */
  readonly contentsStart: number;
  readonly contentsEnd: number;
  /** The first text on the title page other than a credit, or null. */
  readonly title: string | null;
}

export type Headings = ReadonlyMap<ProseBlock, ProseHeading>;

/** @param isTrusted whether the text is known to be a book with front matter */
export function frontMatter(blocks: readonly ProseBlock[], headings: Headings, isTrusted: boolean): FrontMatter {
  const titleEnd = findTitlePageEnd(blocks, headings, isTrusted);
  const page = blocks.slice(0, titleEnd).map((block) => joinRows(block));
  const isTitle = (words: string): boolean =>
    !isCredit(words) && !BY_AUTHOR.test(words) && kindOfTitle(words) !== 'title-page';
  const title = page.find(isTitle) ?? null;
  const labelled = blocks.findIndex((block, at) => at < 300 && isContentsLabel(block));
  if (labelled >= 0) {
    return {
      titleEnd: Math.min(titleEnd, labelled),
      contentsStart: labelled,
      contentsEnd: findContentsEnd(blocks, headings, labelled),
      title,
    };
  }
  // Consecutive headings at the start are an untitled table of contents.
  let run = titleEnd;
  while (headings.has(blocks[run] ?? NO_BLOCK)) run += 1;
  const first = firstHeadingAbove(blocks, headings, run);
  return first - titleEnd < 3
    ? { titleEnd, contentsStart: titleEnd, contentsEnd: titleEnd, title }
    : { titleEnd, contentsStart: titleEnd, contentsEnd: first, title };
}

const NO_BLOCK: ProseBlock = { rows: [] };

export function isContentsLabel(block: ProseBlock): boolean {
  return CONTENTS_TITLE.test((block.rows[0] ?? '').trim());
}

/** Returns 0 if there is no title page. */
function findTitlePageEnd(blocks: readonly ProseBlock[], headings: Headings, isTrusted: boolean): number {
  let authored = false;
  for (const [place, block] of blocks.slice(0, MAX_TITLE_PAGE_LENGTH).entries()) {
    const words = joinRows(block);
    if (headings.has(block) || isContentsLabel(block)) return isTrusted || authored || place <= 8 ? place : 0;
    if (BY_AUTHOR.test(words) || block.rows.some((row) => BY_AUTHOR.test(row.trim()))) authored = true;
    // Inside a licence, "Author of 'The Sea', etc." belongs to the title page.
    else if (!isCredit(words) && (isTrusted ? words.length > MAX_TITLE_PAGE_TEXT_LENGTH : looksLikeProse(words)))
      return isTrusted || authored ? place : 0;
  }
  return 0;
}

export function looksLikeProse(words: string): boolean {
  return (
    words.length > MAX_TITLE_PAGE_TEXT_LENGTH ||
    UNSPACED_SENTENCE_END.test(words) ||
    (SENTENCE_END.test(words) && words.split(/\s+/).length > 3 && words !== words.toUpperCase())
  );
}

function findContentsEnd(blocks: readonly ProseBlock[], headings: Headings, label: number): number {
  let end = label + 1;
  while (end < blocks.length && belongsToContents(at(blocks, end), headings)) end += 1;
  // If everything looks like a table of contents, keep the text rather than lose the book.
  return end === blocks.length ? label : firstHeadingAbove(blocks, headings, end);
}

function belongsToContents(block: ProseBlock, headings: Headings): boolean {
  if (headings.has(block) || isContentsLabel(block)) return true;
  const words = joinRows(block);
  if (UNSPACED_SENTENCE_END.test(words)) return false;
  if (block.rows.every((row) => row.length <= 90 && (CONTENTS_ROW.test(row) || isIndented(row)))) return true;
  return words.length <= 80 && !SENTENCE_END.test(words);
}

/** Steps back to the first heading above the text: its volume, book or chapter. */
function firstHeadingAbove(blocks: readonly ProseBlock[], headings: Headings, words: number): number {
  let first = words;
  let rank = 4;
  for (let place = words - 1; place >= 0; place -= 1) {
    const block = at(blocks, place);
    const above = headings.get(blocks[place - 1] ?? NO_BLOCK);
    const heading = headings.get(block) ?? (above?.bare && isHeadingName(block) ? above : undefined);
    if (!heading || heading.rank >= rank) return first;
    if (!headings.has(block)) place -= 1;
    rank = heading.rank;
    first = place;
  }
  return first;
}

const COLOPHON_BLOCKS = 20;

/** Returns the colophon's block index, or the number of blocks if the book has no colophon. */
export function colophonStart(blocks: readonly ProseBlock[], headings: Headings): number {
  const from = Math.max(1, blocks.length - COLOPHON_BLOCKS);
  const start = blocks.findLastIndex((block, at) => at >= from && kindOfTitle(block.rows[0] ?? '') === 'copyright');
  if (start < 0) return blocks.length;
  const [label = '', ...below] = blocks.slice(start).flatMap((block) => block.rows);
  const isLast = blocks.slice(start + 1).every((block) => !headings.has(block));
  return isLast && kindOfSection(label, below) === 'copyright' ? start : blocks.length;
}

const CLOSING_WORDS = wordPattern('^', 'last-words', '[.!]?$', 'i');

export function isClosingText(block: ProseBlock): boolean {
  return CLOSING_WORDS.test(joinRows(block).replace(/[_*]/g, ''));
}
