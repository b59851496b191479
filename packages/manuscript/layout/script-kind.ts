// Whether a file is a script in our own format or a book to be imported.
import type { ScriptKind } from '../../../shared/model/manuscript.ts';
import { at } from '../../../shared/rules/at.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { countedHeadings, numberHeadings, type ProseBlock, readHeading } from '../sections/prose-headings.ts';
import { isSignsOnly } from '../sections/scene-breaks.ts';
import { layoutScript } from './script-layouts.ts';

/** In a longer document a few names beside words make no script. In UTF-16 code units. */
export const LONGEST_SHOW = 30_000;

/** Of a script's paragraphs, at least this part begins with the name of a role that recurs. */
const RECURRING_SHARE = 0.05;

/** Of a short script's paragraphs, at least this part begins with some role, though none may recur. */
const MARKED_SHARE = 0.5;

/** Of a book's paragraphs, at least this part has rows that were cut at a width, in UTF-16 code units. */
const WRAPPED_SHARE = 0.3;
/** Of a paragraph, this much is looked at for a heading. */
const LONGEST_LOOK = 400;
const ROW_WIDTH = { least: 45, most: 100 } as const;

/** A chapter's heading as books have it, in some languages. */
const CHAPTERS: readonly RegExp[] = [
  wordPattern(String.raw`^\s*`, 'book-chapters', String.raw`\s+(?:[IVXLC]+|\d+|[A-Z]+|premier|primero|eins)\b`, 'u'),
  /^\s*\p{Lu}\p{Ll}{2,12} Kapitel\s*$/u,
];
const isChapter = (paragraph: string): boolean => CHAPTERS.some((chapter) => chapter.test(paragraph));

// A carriage return with its line feed is one break, never two.
const PARAGRAPH_BREAK = /(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*(?:\r\n|\r(?!\n)|\n)\s*/;
const ROW_BREAK = /\r\n?|\n/;
const GUTENBERG = /\*\*\* ?START OF TH(?:E|IS) PROJECT GUTENBERG/i;

/**
 * Tells a script from prose. Prose has to look like a book: chapters without `#`, rows cut at a width, or the marks of
 * Project Gutenberg; and then its capitals before a colon ("BOOK ONE: 1805") are no roles, unless they recur or begin
 * most paragraphs. Everything else is a script in our own format.
 */
export function detectScriptKind(text: string): ScriptKind {
  const paragraphs = text
    .replace(/^\ufeff/, '')
    .split(PARAGRAPH_BREAK)
    .filter((paragraph) => paragraph.trim() !== '');
  if (paragraphs.length === 0) return 'script';
  if (beginsWithRoles(paragraphs)) return 'script';
  if (GUTENBERG.test(text)) return 'prose';
  return paragraphs.some(isHeading) || !looksLikeABook(paragraphs) ? 'script' : 'prose';
}

/** Of a tale's paragraphs, at least this part has someone talk in quotation marks or behind a dash, and this many do. */
const TALK = { share: 0.15, least: 3 } as const;
const TALKS = /[“„«「『]|(?:^|\s)["‘]\p{L}|^\s*[—–―-] ?\p{Lu}/u;
/** What is only typed in scripts: headings, directions, cues and pauses. */
const SCRIPT_MARK =
  /^[ \t]{0,20}(?:#|[([][^()[\]\n]{0,200}[)\]][ \t]{0,20}$)|\[(?:pause|beat|long pause|short pause)\b/imu;

/** Whether a text in which no role is named tells what people say, as a novel does. */
export function isTold(text: string): boolean {
  if (SCRIPT_MARK.test(text)) return false;
  const paragraphs = text.split(PARAGRAPH_BREAK).filter((paragraph) => paragraph.trim() !== '');
  if (paragraphs.some((paragraph) => readCapitals(paragraph.trimStart()) !== null)) return false;
  const talking = paragraphs.filter((paragraph) => TALKS.test(paragraph)).length;
  return talking >= TALK.least && talking >= paragraphs.length * TALK.share;
}

/** Whether enough paragraphs begin with a role in capitals for a text to be a script. */
export function beginsWithRoles(paragraphs: readonly string[]): boolean {
  const marked = new Map<string, number>();
  for (const paragraph of paragraphs) {
    const role = readCapitals(paragraph.trimStart())?.role;
    if (role !== undefined) marked.set(role, (marked.get(role) ?? 0) + 1);
  }
  const counts = [...marked.values()];
  const recurring = sum(counts.filter((count) => count > 1)) / paragraphs.length;
  return recurring >= RECURRING_SHARE || sum(counts) / paragraphs.length >= MARKED_SHARE;
}

function isHeading(paragraph: string): boolean {
  const row = paragraph.trimStart();
  // Signs alone separate scenes.
  if (isSignsOnly(at(row.split(ROW_BREAK, 1), 0))) return false;
  return row.startsWith('#') && readCapitals(row) === null && isHeadingRow(at(row.split(ROW_BREAK, 1), 0));
}

/** Chapters without `#`, or rows that were cut at a width. */
function looksLikeABook(paragraphs: readonly string[]): boolean {
  if (paragraphs.some(isChapter) || hasHeadings(paragraphs)) return true;
  const wrapped = paragraphs.filter(isHardWrapped).length;
  return wrapped / paragraphs.length >= WRAPPED_SHARE;
}

/** Whether several paragraphs are headings, be it by nothing but numbers that count up. */
function hasHeadings(paragraphs: readonly string[]): boolean {
  const blocks: ProseBlock[] = paragraphs.map((paragraph) => ({
    rows: paragraph
      .slice(0, LONGEST_LOOK)
      .split(ROW_BREAK)
      .filter((row) => row.trim() !== ''),
  }));
  return blocks.filter((block) => readHeading(block) !== null).length > 1 || hasNumberedParts(blocks, paragraphs);
}

/** Whether parts count up. “Track 1” and the like do so in scripts, too: they count where no layout shows who speaks. */
const hasNumberedParts = (blocks: readonly ProseBlock[], paragraphs: readonly string[]): boolean =>
  countedHeadings(blocks).size > 0 ||
  (numberHeadings(blocks).size > 0 && layoutScript(paragraphs.join('\n\n'), false) === null);

/** Rows of one width, but for the last one. */
function isHardWrapped(paragraph: string): boolean {
  const rows = paragraph.trim().split(ROW_BREAK);
  const full = rows.slice(0, -1).map((row) => row.trim().length);
  return full.length > 0 && full.every((length) => length >= ROW_WIDTH.least && length <= ROW_WIDTH.most);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
