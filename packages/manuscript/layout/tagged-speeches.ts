// Scripts with several speeches in a row, each behind a name: `[ANNA] "Hi." [NARRATOR] she said.`, `ANNA: Hi. BEN: Yes.`

import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { isMannerOrNoise, isNameList } from './layout-names.ts';
import { isNoName } from './layout-words.ts';

const TAG = /\[([^[\]\n]{1,40})\](?=[ \t]{1,4}(\S))/gu;
const FIRST = /^[ \t]*\[([^[\]\n]{1,40})\](?=[ \t]|$)/gmu;
const QUOTATION = /["“„«‘]/;
/** The narrator need not begin a row of a script: `[MARA] "Hi." [NARRATOR] she said.` */
const NARRATORS: ReadonlySet<string> = wordSet('narrators');
/** Names at the starts of rows: fewer tell nothing. */
const LEAST = 2;

const isName = (tag: string): boolean => isNameList(tag) && !isNoName(tag) && !isMannerOrNoise(tag);

/**
 * A text with a row of its own for each such speech; any other as it is. Behind the start of a row, only what begins other rows is a
 * name, the narrator, or what a quotation follows: all else in square brackets is a direction.
 */
export function withTagsInRows(text: string): string {
  const first = [...text.matchAll(FIRST)].flatMap(([, tag = '']) => (isName(tag) ? [tag] : []));
  if (first.length < LEAST) return text;
  const known = new Set(first);
  return text.replace(TAG, (tag: string, name: string, next: string, at: number) => {
    const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    // `[A] = Anna`
    const isKnown = known.has(name) || NARRATORS.has(name.toUpperCase());
    if (before.trim() === '' || next === '=' || !(isKnown || (QUOTATION.test(next) && isName(name)))) return tag;
    return `\n${tag}`;
  });
}

const BRACKET = String.raw`[[(][^()[\]\n]{1,60}[\])][ \t]{1,4}`;
const BEHIND_SENTENCE = String.raw`[.!?…][)"”»*]?[ \t]{1,4}(?:${BRACKET})?`;
const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{Nd}'’-]{0,20}`;
const NAME = String.raw`${NAME_WORD}\.?(?: ${NAME_WORD}){0,2}(?: ?\([^()\n]{1,40}\))?`;
/** A name before a colon, at the start of a row or behind a sentence. */
const COLON = new RegExp(String.raw`(?=\p{Lu})(?<=(^[ \t]{0,40})|${BEHIND_SENTENCE})(${NAME}):(?=[ \t]\S)`, 'gmu');
/** The share of names that stand amid rows: below the first they may be words, from the second on they need not begin rows. */
const LEAST_SHARE = 0.25;
const MOST_SHARE = 0.5;

interface ColonName {
  readonly index: number;
  readonly name: string;
  readonly isFirst: boolean;
}

const isSameRow = (text: string, before: number | undefined, index: number): boolean =>
  before !== undefined && !text.slice(before, index).includes('\n');

/** A name without the brackets behind it. */
const withoutManner = (name: string): string =>
  name.endsWith(')') && name.includes('(') ? name.slice(0, name.indexOf('(')).trimEnd() : name;

/**
 * A text with a row of its own for each speech behind a name and a colon; any other as it is. The fewer names stand amid rows, the
 * more it takes: that a name is in capitals, comes again and begins rows, too.
 */
export function withNamesInRows(text: string): string {
  const found = [...text.matchAll(COLON)].map(({ index, 1: first, 2: typed = '' }): ColonName => {
    return { index, name: withoutManner(typed), isFirst: first !== undefined };
  });
  const names = found
    .filter(({ name }) => isName(name))
    // A row with several begins with one.
    .filter(({ index, isFirst }, at, all) => isFirst || isSameRow(text, all[at - 1]?.index, index));
  const amid = names.filter(({ isFirst }) => !isFirst);
  if (amid.length === 0 || amid.length === names.length) return text;
  const counts = new Map<string, number>();
  for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const first = new Set(names.filter(({ isFirst }) => isFirst).map(({ name }) => name));
  const share = amid.length / names.length;
  const isMeant = ({ name }: ColonName): boolean => {
    const again = (counts.get(name) ?? 0) > 1;
    if (!/\p{Ll}/u.test(name)) return share >= LEAST_SHARE || (again && first.has(name));
    return again && (share >= MOST_SHARE || (share >= LEAST_SHARE && first.has(name)));
  };
  let [written, done] = ['', 0];
  for (const { index } of amid.filter(isMeant)) {
    written += `${text.slice(done, index).trimEnd()}\n`;
    done = index;
  }
  return written + text.slice(done);
}
