// Scripts whose speeches stand in one row, each behind a name in square brackets: `[ANNA] "Hi." [NARRATOR] she said.`
import { isNameList, MANNER_OR_NOISE } from './layout-marks.ts';
import { isNoName } from './layout-words.ts';

const TAG = /\[([^[\]\n]{1,40})\](?=[ \t]{1,4}(\S))/gu;
const FIRST = /^[ \t]*\[([^[\]\n]{1,40})\](?=[ \t]|$)/gmu;
const QUOTATION = /["“„«‘]/;
/** Names at the starts of rows: fewer tell nothing. */
const LEAST = 2;

const isName = (tag: string): boolean => isNameList(tag) && !isNoName(tag) && !MANNER_OR_NOISE.test(tag);

/**
 * A text with a row of its own for each such speech; any other as it is. Behind the start of a row, only what begins other rows is a
 * name, or what a quotation follows: all else in square brackets is a direction.
 */
export function withTagsInRows(text: string): string {
  const first = [...text.matchAll(FIRST)].flatMap(([, tag = '']) => (isName(tag) ? [tag] : []));
  if (first.length < LEAST) return text;
  const known = new Set(first);
  return text.replace(TAG, (tag: string, name: string, next: string, at: number) => {
    const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    if (before.trim() === '' || !(known.has(name) || (QUOTATION.test(next) && isName(name)))) return tag;
    return `\n${tag}`;
  });
}
