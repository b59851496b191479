// The title at the head of a script, and who wrote it.

import { anyWordOf } from '../../../shared/rules/words/word-lists.ts';
import type { MarkedRow } from './find-layout.ts';
import { directionOf } from './layout-directions.ts';
import { isNameList } from './layout-names.ts';
import { isByline, isCastListTitle, isCredit, isPlace, isShown } from './layout-words.ts';
import { anyCase } from './patterns.ts';

export interface LayoutTitle {
  readonly title: string;
  /** Who wrote it and when. */
  readonly credits: readonly string[];
  /** The first row behind it. */
  readonly end: number;
}

/** In UTF-16 code units. */
const LONGEST_TITLE = 120;

/** `by A. Writer`: what a name says below itself may begin with the same word. */
const SIGNED = anyCase`^${anyWordOf('signature-openings')} (.{1,80})$`;

/** A title with rows that say who wrote it and when; or capitals alone above a part. Null where a script has none. */
export function readTitle(rows: readonly MarkedRow[]): LayoutTitle | null {
  const at = nextFilled(rows, 0);
  const title = rows[at];
  if (!title || title.text.length > LONGEST_TITLE || title.isPart || title.isHead) return null;
  const next = rows[nextFilled(rows, at + 1)];
  const isSigned = next !== undefined && (isByline(next.text) || isNameList(SIGNED.exec(next.text)?.[1] ?? ''));
  if (!isSigned && !(rows[at + 1]?.isBlank && next?.isPart) && !isApart(title)) return null;
  const credits: string[] = [];
  let end = at + 1;
  for (let index = nextFilled(rows, end); ; index = nextFilled(rows, end)) {
    const row = rows[index];
    if (!row || row.isHead || !isApart(row) || !(isByline(row.text) || isCredit(row.text))) break;
    const last = isByline(row.text) ? nextFilled(rows, index + 1) : index;
    credits.push(last === index ? row.text : `${row.text} ${rows[last]?.text ?? ''}`.trim());
    end = last + 1;
  }
  // Where more stands directly below it, it is no title.
  const isTitle = credits.length === 0 ? isAbovePart(rows, title, end) : (rows[end]?.isBlank ?? true);
  return isTitle ? { title: title.text.replace(/^#+ +/, ''), credits, end } : null;
}

/** Whether a row is no speech, no direction and no list. */
const isApart = ({ text, mark }: MarkedRow): boolean =>
  mark === null && directionOf(text) === null && !(isCastListTitle(text) || isShown(text));

/** Whether a row in capitals stands apart above a part. */
function isAbovePart(rows: readonly MarkedRow[], { text }: MarkedRow, end: number): boolean {
  const next = rows[nextFilled(rows, end)];
  const isPart = next !== undefined && (next.isPart || isPlace(next.text) || isCastListTitle(next.text));
  const isCapital = /[\p{Lu}\p{Lo}]/u.test(text) && !/\p{Ll}|[.!?:。！？：]$/u.test(text);
  return isPart && isCapital && rows[end]?.isBlank === true;
}

/** The place of the first row from one on that is not blank; behind all where none is. */
function nextFilled(rows: readonly MarkedRow[], from: number): number {
  let at = from;
  while (rows[at]?.isBlank) at += 1;
  return at;
}

/** A title at the head of a text with a rule of `=` below it, as the title that `#` makes; any other text as it is. */
export const withRuledTitle = (text: string): string =>
  text.replace(/^(\s{0,40})([^\n#]{0,119}\p{L}[^\n]{0,119})\n={3,120}[ \t]*(?=\n|$)/u, '$1# $2\n');
