// Whether a file is a script in our own format or a book to be imported.
import type { ScriptKind } from '../../../shared/model/manuscript.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { anyWordOf } from '../../../shared/rules/words/word-lists.ts';
import { countedHeadings, numberHeadings, type ProseBlock, readHeading } from '../sections/prose-headings.ts';
import { isSignsOnly } from '../sections/scene-breaks.ts';
import { recurringIn } from './layout-names.ts';
import { anyMatch, pattern } from './patterns.ts';
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
const isChapter = anyMatch(
  pattern`^\s*${anyWordOf('book-chapters')}\s+(?:[IVXLC]+|\d+|[A-Z]+|premier|primero|eins)\b`,
  /^\s*\p{Lu}\p{Ll}{2,12} Kapitel\s*$/u,
);

// A carriage return with its line feed is one break, never two.
const PARAGRAPH_BREAK = /(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*(?:\r\n|\r(?!\n)|\n)\s*/;
const ROW_BREAK = /\r\n?|\n/;
const GUTENBERG = /\*\*\* ?START OF TH(?:E|IS) PROJECT GUTENBERG/i;

const paragraphsOf = (text: string): string[] =>
  text.split(PARAGRAPH_BREAK).filter((paragraph) => paragraph.trim() !== '');

/**
 * Tells a script from prose. Prose has to look like a book: chapters without `#`, rows cut at a width, or the marks of
 * Project Gutenberg; and then its capitals before a colon ("BOOK ONE: 1805") are no roles, unless they recur or begin
 * most paragraphs. Everything else is a script in our own format.
 */
export function detectScriptKind(text: string): ScriptKind {
  const paragraphs = paragraphsOf(text.replace(/^\ufeff/, ''));
  if (paragraphs.length === 0 || beginsWithRoles(paragraphs)) return 'script';
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
  const paragraphs = paragraphsOf(text);
  if (paragraphs.some((paragraph) => readCapitals(paragraph.trimStart()) !== null)) return false;
  const talking = paragraphs.filter((paragraph) => TALKS.test(paragraph)).length;
  return talking >= TALK.least && talking >= paragraphs.length * TALK.share;
}

/** Whether enough paragraphs begin with a role in capitals for a text to be a script. */
export function beginsWithRoles(paragraphs: readonly string[]): boolean {
  const roles = paragraphs.flatMap((paragraph) => readCapitals(paragraph.trimStart())?.role ?? []);
  const recurring = recurringIn(roles).length;
  const share = Math.max(recurring / RECURRING_SHARE, roles.length / MARKED_SHARE);
  return roles.length > 0 && share >= paragraphs.length;
}

function isHeading(paragraph: string): boolean {
  const [row = ''] = paragraph.trimStart().split(ROW_BREAK, 1);
  // Signs alone separate scenes.
  return !isSignsOnly(row) && row.startsWith('#') && readCapitals(row) === null && isHeadingRow(row);
}

/** Chapters without `#`, rows that were cut at a width, or several headings, be it nothing but numbers that count up. */
function looksLikeABook(paragraphs: readonly string[]): boolean {
  const wrapped = paragraphs.filter(isHardWrapped).length;
  if (paragraphs.some(isChapter) || wrapped >= WRAPPED_SHARE * paragraphs.length) return true;
  const starts = paragraphs.map((paragraph) => paragraph.slice(0, LONGEST_LOOK).split(ROW_BREAK));
  const blocks: ProseBlock[] = starts.map((rows) => ({ rows: rows.filter((row) => row.trim() !== '') }));
  if (blocks.filter((block) => readHeading(block) !== null).length > 1 || countedHeadings(blocks).size > 0) return true;
  // “Track 1” and the like count up in scripts, too: they count where no layout shows who speaks.
  return numberHeadings(blocks).size > 0 && layoutScript(paragraphs.join('\n\n'), false) === null;
}

/** Rows of one width, but for the last one. */
function isHardWrapped(paragraph: string): boolean {
  const rows = paragraph.trim().split(ROW_BREAK);
  const full = rows.slice(0, -1).map((row) => row.trim().length);
  return full.length > 0 && full.every((length) => length >= ROW_WIDTH.least && length <= ROW_WIDTH.most);
}
