// Scripts that say before each name what kind of row it is: `DIALOGUE - ANNA: Hello.`, `[Voice: Anna] Hello.`

import { anyWordOf } from '../../../shared/rules/words/word-lists.ts';
import { directionOf } from './layout-directions.ts';
import { readLayoutMarks } from './layout-marks.ts';
import { isNameList } from './layout-names.ts';

/** What is said of a row before its name. */
const NUMBERED = String.raw`${anyWordOf('row-kinds')}(?: \d{1,3})?`;
const ROW = new RegExp(`^([ \\t]{0,40}[-*_>]{0,3} ?)(${NUMBERED}) ?(?:[-–—:：|/]|::) ?(?=\\S)`, 'iu');
const BRACKET = new RegExp(`^([ \\t]{0,40})\\[(${NUMBERED}) ?[-–—:：|=] ?([^[\\]\\n]{1,60})\\]`, 'iu');
const LEAST_ROWS = 2;
/** Of the rows that begin so, this part has a name. */
const LEAST_SHARE = 0.75;

interface KindRow {
  readonly row: string;
  readonly isNamed: boolean;
}

/** A text with the kinds behind the names, as what is said of these; any other as it is. */
export function withKindsBehindNames(text: string): string {
  const rows = text.split('\n');
  const read = rows.map((row, at) => readKind(row, rows[at + 1] ?? ''));
  const kinds = read.filter((row) => row !== null);
  const named = kinds.filter(({ isNamed }) => isNamed).length;
  if (named < LEAST_ROWS || named < kinds.length * LEAST_SHARE) return text;
  return rows.map((row, at) => read[at]?.row ?? row).join('\n');
}

/** @param below the next row */
function readKind(full: string, below: string): KindRow | null {
  const [whole, before = '', kind = '', name = ''] = BRACKET.exec(full) ?? [];
  if (whole !== undefined) {
    const isNamed = isNameList(name);
    const words = full.slice(whole.length).replace(/^[ \t]{0,4}:/, '');
    return { row: isNamed ? `${before}${name.trim()} (${kind}): ${words}` : full, isNamed };
  }
  const [head, sign = '', what = ''] = ROW.exec(full) ?? [];
  if (head === undefined) return null;
  const rest = full.slice(head.length);
  // `VOICE: ANNA` above its words
  if (isNameList(rest.trim()) && below.trim() !== '' && readLayoutMarks(below)[0]?.form !== 'colon')
    return { row: `${sign}${rest.trim()} (${what}):`, isNamed: true };
  const [mark] = readLayoutMarks(rest);
  if (mark?.form !== 'colon') return { row: full, isNamed: false };
  const colon = rest.search(/[:：]/);
  return {
    row: directionOf(rest) === null ? `${sign}${rest.slice(0, colon)} (${what})${rest.slice(colon)}` : full,
    isNamed: true,
  };
}
