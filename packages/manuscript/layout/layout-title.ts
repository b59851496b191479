// Finds the title of a script and its credits.

import { anyWordOf } from '../../../shared/rules/words/word-lists.ts';
import type { MarkedRow } from './find-layout.ts';
import { directionOf } from './layout-directions.ts';
import { isNameList } from './layout-names.ts';
import { isByline, isCastListTitle, isCredit, isPlace, isShown } from './layout-words.ts';
import { anyCase } from './patterns.ts';

export interface LayoutTitle {
  readonly title: string;
  /** Authors, dates and the like. */
  readonly credits: readonly string[];
  /** The first row after it. */
  readonly end: number;
}

/** In UTF-16 code units. */
const LONGEST_TITLE = 120;

/** `by A. Writer`. A speech below a name may begin with the same word. */
const SIGNED = anyCase`^${anyWordOf('signature-openings')} (.{1,80})$`;

/** Finds a title above credits, or a title in capitals above a part. Returns null if there is none. */
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
  // A blank row has to follow.
  const isTitle = credits.length === 0 ? isAbovePart(rows, title, end) : (rows[end]?.isBlank ?? true);
  return isTitle ? { title: title.text.replace(/^#+ +/, ''), credits, end } : null;
}

/** Whether a row is neither a speech nor a direction nor the title of a list. */
const isApart = ({ text, mark }: MarkedRow): boolean =>
  mark === null && directionOf(text) === null && !(isCastListTitle(text) || isShown(text));

/** Whether a row is in capitals, with a blank row and a part below. */
function isAbovePart(rows: readonly MarkedRow[], { text }: MarkedRow, end: number): boolean {
  const next = rows[nextFilled(rows, end)];
  const isPart = next !== undefined && (next.isPart || isPlace(next.text) || isCastListTitle(next.text));
  const isCapital = /[\p{Lu}\p{Lo}]/u.test(text) && !/\p{Ll}|[.!?:。！？：]$/u.test(text);
  return isPart && isCapital && rows[end]?.isBlank === true;
}

/** Returns the index of the next row that is not blank. */
function nextFilled(rows: readonly MarkedRow[], from: number): number {
  let at = from;
  while (rows[at]?.isBlank) at += 1;
  return at;
}

/** Rewrites a title with a rule of `=` below it as a heading with `#`. */
export const withRuledTitle = (text: string): string =>
  text.replace(/^(\s{0,40})([^\n#]{0,119}\p{L}[^\n]{0,119})\n={3,120}[ \t]*(?=\n|$)/u, '$1# $2\n');
