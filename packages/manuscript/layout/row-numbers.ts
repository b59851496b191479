// Numbers that scripts set before their rows: `#3 Anna: Hello.`, `1.2 ANNA: Hello.`, `Line 4 – Anna: Hello.`

import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { directionOf } from './layout-directions.ts';
import { type MarkForm, readLayoutMarks } from './layout-marks.ts';

/** What separates a number from its row, before a letter or the signs that speeches begin with. */
const SEPARATOR = String.raw`(?: ?[_–—-]{1,2} ?|[ \u3000]|(?<=[\]).:]))(?=[\p{L}*_"“„«(<[])`;
/** A number with what parts it from the row; where a tab or a gap does, it is a column. */
const NUMBER = wordPattern(
  String.raw`^\s{0,20}(?:`,
  'row-number-labels',
  String.raw`[ ._-]?)?[#[(]?(\d{1,5}(?:\.\d{1,3}){0,2})[a-z]?[\])]?[.:)]?${SEPARATOR}`,
  'iu',
);
/** A number that a tab parts from a name with its colon: `2	MARA: Who is there?` */
const TABBED = /^[ \t]{0,20}#?(\d{1,5}(?:\.\d{1,3}){0,2})[a-z]?[.)]?[ \t]{0,8}\t[ \t]{0,8}(?=[^\t:]{1,60}:(?:\s|$))/iu;
/** Forms in which names stand before words. */
const BEFORE_WORDS: ReadonlySet<MarkForm> = new Set(['colon', 'bold', 'angle', 'square', 'corner', 'dash', 'gap']);
const LEAST_ROWS = 3;
/** Of all rows, this part is numbered; and of these, this part counts up. */
const LEAST_SHARE = 0.25;
const COUNTING_SHARE = 0.8;

interface Numbered {
  readonly number: string;
  readonly rest: string;
}

/** A text without the numbers before its rows, where they count up and names or directions follow; any other as it is. */
export function withoutRowNumbers(text: string): string {
  const rows = text.split('\n');
  const read = rows.map(readNumber);
  const numbered = read.filter((row) => row !== null);
  const filled = rows.filter((row) => row.trim() !== '').length;
  if (numbered.length < LEAST_ROWS || numbered.length < filled * LEAST_SHARE) return text;
  const counting = numbered.filter(({ number }, at) => at === 0 || isNext(numbered[at - 1]?.number ?? '', number));
  if (counting.length < numbered.length * COUNTING_SHARE) return text;
  return rows.map((row, at) => read[at]?.rest ?? row).join('\n');
}

function readNumber(row: string): Numbered | null {
  const match = NUMBER.exec(row) ?? TABBED.exec(row);
  if (match === null) return null;
  const rest = row.slice(match[0].length);
  const isRow = directionOf(rest) !== null || readLayoutMarks(rest).some(({ form }) => BEFORE_WORDS.has(form));
  return isRow ? { number: match[1] ?? '', rest } : null;
}

/** Whether a number is not less than the one before: `1.10` comes behind `1.9`. */
function isNext(before: string, number: string): boolean {
  const [last, next] = [before, number].map((one) => one.split('.').map(Number));
  const at = next?.findIndex((part, index) => part !== (last?.[index] ?? 0)) ?? -1;
  return at < 0 || (next?.[at] ?? 0) > (last?.[at] ?? 0);
}
