import type { ScriptKind } from '../../../shared/model/manuscript.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import { countedHeadings, numberHeadings, type ProseBlock, readHeading } from '../sections/prose-headings.ts';
import { isSymbolsOnly } from '../sections/scene-breaks.ts';
import { recurringNames } from './layout-names.ts';
import { anyMatch, pattern } from './patterns.ts';

/** In UTF-16 code units. In longer documents, a few names aren't enough for a script. */
export const MAX_SHORT_SCRIPT_LENGTH = 30_000;

const MIN_RECURRING_SHARE = 0.05;

const MIN_MARKED_SHARE = 0.5;

/** Widths are in UTF-16 code units. */
const MIN_WRAPPED_SHARE = 0.3;
const MAX_SAMPLE_LENGTH = 400;
const ROW_WIDTH = { min: 45, max: 100 } as const;

const isChapterHeading = anyMatch(
  pattern`^\s*${wordAlternation('book-chapters')}\s+(?:[IVXLC]+|\d+|[A-Z]+|premier|primero|eins)\b`,
  /^\s*\p{Lu}\p{Ll}{2,12} Kapitel\s*$/u,
);

// CR LF counts as a single line break.
const PARAGRAPH_BREAK = /(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*(?:\r\n|\r(?!\n)|\n)\s*/;
const ROW_BREAK = /\r\n?|\n/;
const GUTENBERG_START = /\*\*\* ?START OF TH(?:E|IS) PROJECT GUTENBERG/i;

const paragraphsOf = (text: string): string[] =>
  text.split(PARAGRAPH_BREAK).filter((paragraph) => paragraph.trim() !== '');

/**
 * Returns `prose` only if the text looks like a book.
 * @param hasLayout called only if the other checks are inconclusive
 */
export function detectScriptKind(text: string, hasLayout: () => boolean): ScriptKind {
  const paragraphs = paragraphsOf(text.replace(/^\ufeff/, ''));
  if (paragraphs.length === 0 || beginsWithRoles(paragraphs)) return 'script';
  if (GUTENBERG_START.test(text)) return 'prose';
  return paragraphs.some(isHeading) || !looksLikeBook(paragraphs, hasLayout) ? 'script' : 'prose';
}

const DIALOGUE = { share: 0.15, min: 3 } as const;
const DIALOGUE_PARAGRAPH = /[“„«「『]|(?:^|\s)["‘]\p{L}|^\s*[—–―-] ?\p{Lu}/u;
/** Headings, directions, cues and pauses only occur in scripts. */
const SCRIPT_MARK =
  /^[ \t]{0,20}(?:#|[([][^()[\]\n]{0,200}[)\]][ \t]{0,20}$)|\[(?:pause|beat|long pause|short pause)\b/imu;

/** Returns whether a text without roles has dialogue as in a novel. */
export function hasNovelDialogue(text: string): boolean {
  if (SCRIPT_MARK.test(text)) return false;
  const paragraphs = paragraphsOf(text);
  if (paragraphs.some((paragraph) => readCapitals(paragraph.trimStart()) !== null)) return false;
  const talking = paragraphs.filter((paragraph) => DIALOGUE_PARAGRAPH.test(paragraph)).length;
  return talking >= DIALOGUE.min && talking >= paragraphs.length * DIALOGUE.share;
}

export function beginsWithRoles(paragraphs: readonly string[]): boolean {
  const roles = paragraphs.flatMap((paragraph) => readCapitals(paragraph.trimStart())?.role ?? []);
  const recurring = recurringNames(roles).length;
  const share = Math.max(recurring / MIN_RECURRING_SHARE, roles.length / MIN_MARKED_SHARE);
  return roles.length > 0 && share >= paragraphs.length;
}

function isHeading(paragraph: string): boolean {
  const [row = ''] = paragraph.trimStart().split(ROW_BREAK, 1);
  // Lines that contain only symbols are scene breaks.
  return !isSymbolsOnly(row) && row.startsWith('#') && readCapitals(row) === null && isHeadingRow(row);
}

function looksLikeBook(paragraphs: readonly string[], hasLayout: () => boolean): boolean {
  const wrapped = paragraphs.filter(isHardWrapped).length;
  if (paragraphs.some(isChapterHeading) || wrapped >= MIN_WRAPPED_SHARE * paragraphs.length) return true;
  const starts = paragraphs.map((paragraph) => paragraph.slice(0, MAX_SAMPLE_LENGTH).split(ROW_BREAK));
  const blocks: ProseBlock[] = starts.map((rows) => ({ rows: rows.filter((row) => row.trim() !== '') }));
  if (blocks.filter((block) => readHeading(block) !== null).length > 1 || countedHeadings(blocks).size > 0) return true;
  // Scripts also have headings such as “Track 1”, so numbered headings only count if the text has no script layout.
  return numberHeadings(blocks).size > 0 && !hasLayout();
}

function isHardWrapped(paragraph: string): boolean {
  const rows = paragraph.trim().split(ROW_BREAK);
  const full = rows.slice(0, -1).map((row) => row.trim().length);
  return full.length > 0 && full.every((length) => length >= ROW_WIDTH.min && length <= ROW_WIDTH.max);
}
