// The title at the head of a script, and who wrote it.

import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { acceptedMark, type LayoutRow, type TextLayout } from './find-layout.ts';
import { directionOf } from './layout-directions.ts';
import { isNameList } from './layout-names.ts';
import { isByline, isCastListTitle, isCredit, isPlace, isTransition, PANEL } from './layout-words.ts';

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
const SIGNED = wordPattern('^', 'signature-openings', ' (.{1,80})$', 'iu');

/** A title with rows that say who wrote it and when; or capitals alone above a part. Null where a script has none. */
export function readTitle(rows: readonly LayoutRow[], layout: TextLayout): LayoutTitle | null {
  const at = filledRow(rows, 0);
  const title = rows[at];
  if (!title || title.text.length > LONGEST_TITLE || title.isPart || title.isHead) return null;
  const next = rows[filledRow(rows, at + 1)];
  const isSigned = next !== undefined && (isByline(next.text) || isNameList(SIGNED.exec(next.text)?.[1] ?? ''));
  const isAlone = isSigned || ((rows[at + 1]?.isBlank ?? false) && next?.isPart);
  if (!isAlone && !isApart(title, layout)) return null;
  const credits: string[] = [];
  let end = at + 1;
  for (let index = filledRow(rows, end); index < rows.length; index = filledRow(rows, end)) {
    const row = rows[index];
    if (!row || row.isHead || !isApart(row, layout)) break;
    const name = isByline(row.text) ? filledRow(rows, index + 1) : null;
    if (name === null && !isCredit(row.text)) break;
    credits.push(name === null ? row.text : `${row.text} ${rows[name]?.text ?? ''}`.trim());
    end = (name ?? index) + 1;
  }
  // Where more stands directly below it, it is no title.
  if (credits.length > 0 && !(rows[end]?.isBlank ?? true)) return null;
  if (credits.length === 0 && !standsAbovePart(rows, title, end)) return null;
  return { title: title.text.replace(/^#+ +/, ''), credits, end };
}

/** Whether a row is no speech, no direction and no list. */
function isApart(row: LayoutRow, layout: TextLayout): boolean {
  const isSilent = directionOf(row.text) !== null || isCastListTitle(row.text) || isTransition(row.text);
  return acceptedMark(row, layout) === null && !isSilent && !isPlace(row.text) && !PANEL.test(row.text);
}

function standsAbovePart(rows: readonly LayoutRow[], { text }: LayoutRow, end: number): boolean {
  const next = rows[filledRow(rows, end)];
  const isPart = next !== undefined && (next.isPart || isPlace(next.text) || isCastListTitle(next.text));
  return (
    isPart && (rows[end]?.isBlank ?? false) && /[\p{Lu}\p{Lo}]/u.test(text) && !/\p{Ll}|[.!?:。！？：]$/u.test(text)
  );
}

/** The place of the first row from one on that is not blank; behind all where none is. */
function filledRow(rows: readonly LayoutRow[], from: number): number {
  let at = from;
  while (rows[at]?.isBlank) at += 1;
  return at;
}

/** A title at the head of a text with a rule of `=` below it, as the title that `#` makes; any other text as it is. */
export const withRuledTitle = (text: string): string =>
  text.replace(/^(\s{0,40})([^\n#]{0,119}\p{L}[^\n]{0,119})\n={3,120}[ \t]*(?=\n|$)/u, '$1# $2\n');
