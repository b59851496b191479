import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import type { MarkedRow } from './find-layout.ts';
import { directionOf } from './layout-directions.ts';
import { isNameList } from './layout-names.ts';
import { isByline, isCastListTitle, isCredit, isSceneHeading, isVisualRow } from './layout-words.ts';
import { anyCase } from './patterns.ts';

export interface LayoutTitle {
  readonly title: string;
  /** Authors, dates and similar lines. */
  readonly credits: readonly string[];
  /** Index of the line after the title and credits. */
  readonly end: number;
}

/** In UTF-16 code units. */
const MAX_TITLE_LENGTH = 120;

/** `by A. Writer`. A speech below a name may start with the same word. */
const BYLINE = anyCase`^${wordAlternation('signature-openings')} (.{1,80})$`;

/** Finds a title above credits, or a title in capitals above an act, scene or chapter. */
export function readTitle(rows: readonly MarkedRow[]): LayoutTitle | null {
  const at = nextNonBlank(rows, 0);
  const title = rows[at];
  if (!title || title.text.length > MAX_TITLE_LENGTH || title.isPart || title.isHead) return null;
  const next = rows[nextNonBlank(rows, at + 1)];
  const isSigned = next !== undefined && (isByline(next.text) || isNameList(BYLINE.exec(next.text)?.[1] ?? ''));
  if (!isSigned && !(rows[at + 1]?.isBlank && next?.isPart) && !isStandalone(title)) return null;
  const credits: string[] = [];
  let end = at + 1;
  for (let index = nextNonBlank(rows, end); ; index = nextNonBlank(rows, end)) {
    const row = rows[index];
    if (!row || row.isHead || !isStandalone(row) || !(isByline(row.text) || isCredit(row.text))) break;
    const last = isByline(row.text) ? nextNonBlank(rows, index + 1) : index;
    credits.push(last === index ? row.text : `${row.text} ${rows[last]?.text ?? ''}`.trim());
    end = last + 1;
  }
  const isTitle = credits.length === 0 ? precedesPart(rows, title, end) : (rows[end]?.isBlank ?? true);
  return isTitle ? { title: title.text.replace(/^#+ +/, ''), credits, end } : null;
}

const isStandalone = ({ text, mark }: MarkedRow): boolean =>
  mark === null && directionOf(text) === null && !(isCastListTitle(text) || isVisualRow(text));

function precedesPart(rows: readonly MarkedRow[], { text }: MarkedRow, end: number): boolean {
  const next = rows[nextNonBlank(rows, end)];
  const isPart = next !== undefined && (next.isPart || isSceneHeading(next.text) || isCastListTitle(next.text));
  const isCapital = /[\p{Lu}\p{Lo}]/u.test(text) && !/\p{Ll}|[.!?:。！？：]$/u.test(text);
  return isPart && isCapital && rows[end]?.isBlank === true;
}

function nextNonBlank(rows: readonly MarkedRow[], from: number): number {
  let at = from;
  while (rows[at]?.isBlank) at += 1;
  return at;
}

/** Turns a title underlined with `=` into a `#` heading. */
export const convertRuledTitle = (text: string): string =>
  text.replace(/^(\s{0,40})([^\n#]{0,119}\p{L}[^\n]{0,119})\n={3,120}[ \t]*(?=\n|$)/u, '$1# $2\n');
