// Scripts that set names off from words by dots, by a verb or by standing alone: `ANNA..... Hello.`, `Anna says: Hello.`

import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { isName } from './layout-names.ts';

/** What parts a name from its words: leaders, or who says it with a colon. */
const PARTINGS: readonly RegExp[] = [
  /^([ \t]{0,40})([^\n.…_]{1,60}?) ?(?:\.{4,80}|…{2,40}|_{3,80}|(?: \.){4,40}) ?(?=[^\n]{0,200}\p{L})/u,
  wordPattern(String.raw`^([ \t]{0,40})([^\n:]{1,60}?) `, 'speech-verbs-before-colons', String.raw`: ?(?=\S)`, 'u'),
];
const LEAST_ROWS = 3;
/** Of all rows that are filled, this part begins so. */
const LEAST_SHARE = 0.6;
/** A table of contents has leaders too, but other words before each. */
const MOST_NAMES_SHARE = 0.7;

/** A text with a colon behind its names; any other as it is. */
export const withNamesSetOff = (text: string): string => withLoneNames(PARTINGS.reduce(setOffBy, text));

function setOffBy(text: string, parting: RegExp): string {
  const rows = text.split('\n');
  const found = rows.map((row) => {
    const match = parting.exec(row);
    return match !== null && isName(match[2] ?? '') ? match : null;
  });
  const named = found.filter((match) => match !== null);
  const filled = rows.filter((row) => row.trim() !== '').length;
  if (named.length < LEAST_ROWS || named.length < filled * LEAST_SHARE) return text;
  if (new Set(named.map(([, , name]) => name)).size > named.length * MOST_NAMES_SHARE) return text;
  return rows
    .map((row, at) => {
      const [whole, before = '', name = ''] = found[at] ?? [];
      return whole === undefined ? row : `${before}${name}: ${row.slice(whole.length)}`;
    })
    .join('\n');
}

const BEFORE_COLON = /^[ \t]{0,20}(\p{L}[^\n:()]{0,60}?) ?(?:\([^()\n]{0,60}\))?:(?=\s|$)/u;
const ALONE = /^[ \t]{0,40}(\p{Lu}[\p{Lu}\p{M}\p{Nd} .'’-]{0,60})$/u;
/** At least this many rows have a name with a colon; names that stand alone have to be fewer. */
const LEAST_COLONS = 3;

/** Where names have colons, one of them in capitals alone above its words has its colon, too. */
function withLoneNames(text: string): string {
  const rows = text.split('\n');
  const marked = rows.flatMap((row) => BEFORE_COLON.exec(row)?.[1] ?? []).filter(isName);
  const names = new Set(marked.map((name) => name.toUpperCase()));
  if (marked.length < LEAST_COLONS || names.size < 2) return text;
  const isBlank = (at: number) => (rows[at] ?? '').trim() === '';
  const isLone = (row: string, at: number): boolean =>
    isBlank(at - 1) && !isBlank(at + 1) && names.has(ALONE.exec(row)?.[1] ?? '');
  const lone = new Set(rows.flatMap((row, at) => (isLone(row, at) ? [at] : [])));
  if (lone.size === 0 || marked.length <= lone.size) return text;
  return rows.map((row, at) => (lone.has(at) ? `${row.trimEnd()}:` : row)).join('\n');
}
