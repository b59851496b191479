// Names before colons, or in brackets, at the start of rows that no other mark tells apart.

import { tidyRoleName } from '../../../../shared/rules/role-names.ts';
import { isMannerOrNoise, isNameList } from '../../layout/layout-names.ts';
import { isProductionTerm } from '../../layout/layout-words.ts';
import { roleCandidates, usualRoles } from '../../script/import-choices.ts';
import { isNoRole } from '../spoken-role.ts';

export interface ColonMark {
  /** As it stands, without what is in brackets behind it. */
  readonly name: string;
  /** What follows, with those brackets before it. */
  readonly words: string;
}

/** `(sighs) MARA: …`: a direction before the name. */
const DIRECTION_FIRST = /^[([]([^()[\]]{1,60})[)\]] {0,4}(?=[^\s:：][^:：]{0,60}[:：])/;
/** `MARA [sighs]: …` */
const DIRECTION_BEHIND = /^([^:：([]{1,60}?) ?[([]([^()[\]]{1,60})[)\]] ?(?=[:：])/;
/** `[MARA] …` */
const IN_BRACKETS = /^\[([^[\]]{1,40})\][:：]? {0,4}(?=\S)/;
/** `[SPEAKER_00]: …` */
const BRACKETS_BEFORE_COLON = /^\[([^[\]]{1,40})\][:：]/;
/** `Adeyemi, Ruth: …` */
const LAST_NAME_FIRST = /^(\p{Lu}[\p{L}\p{M}'’-]{1,30}), (\p{Lu}[\p{L}\p{M}'’. -]{1,30}):(?=\s)/u;

/** Where this part of the rows begins with names that come again, one that doesn't is a name, too. */
const MOSTLY_NAMED = 0.5;

/** Names that are roles: in capitals, or such that come again; where they begin most rows, also those that come once. */
export function namesBeforeColons(rows: readonly string[]): ReadonlySet<string> {
  const bare = rows.map((row) => row.replace(DIRECTION_FIRST, '').replace(DIRECTION_BEHIND, '$1'));
  const candidates = roleCandidates(bare.join('\n'), 'script');
  const names = new Set(usualRoles(candidates, 'script').map(tidyRoleName));
  const named = candidates.reduce((sum, { name, rows: count }) => sum + (names.has(tidyRoleName(name)) ? count : 0), 0);
  if (named > 0 && named >= bare.length * MOSTLY_NAMED) {
    for (const { name } of candidates) {
      if (isNameList(name) && !isProductionTerm(name.toUpperCase()) && !isNoRole(name)) names.add(tidyRoleName(name));
    }
  }
  const bracketed = rows.flatMap((row) => BRACKETS_BEFORE_COLON.exec(row)?.[1] ?? []);
  const inBrackets = bracketed.length >= Math.max(2, rows.length * MOSTLY_NAMED) ? bracketed : [];
  for (const name of [...recurring(bare, IN_BRACKETS), ...inBrackets]) {
    if (isNameList(name) && !isMannerOrNoise(name) && !isNoRole(name)) names.add(tidyRoleName(name));
  }
  for (const name of recurring(bare, LAST_NAME_FIRST)) {
    if (!name.split(', ').some((part) => names.has(part))) names.add(tidyRoleName(name));
  }
  return names;
}

/** What comes again in rows, without its sign. */
function recurring(rows: readonly string[], pattern: RegExp): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = pattern
      .exec(row)?.[0]
      .replace(/[[\]:：]/g, '')
      .trim();
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].flatMap(([name, count]) => (count > 1 ? [name] : []));
}

/** `MARA (whispering): …`: who speaks a row; null where it begins with none of the names. */
export function colonMark(row: string, names: ReadonlySet<string>): ColonMark | null {
  const direction = DIRECTION_FIRST.exec(row);
  const behind = direction && markOf(row.slice(direction[0].length), names);
  if (direction && behind) return { ...behind, words: `(${(direction[1] ?? '').trim()}) ${behind.words}` };
  const [whole = '', inBrackets = ''] = IN_BRACKETS.exec(row) ?? [];
  if (names.has(tidyRoleName(inBrackets))) return { name: inBrackets.trim(), words: row.slice(whole.length) };
  return markOf(row, names);
}

function markOf(row: string, names: ReadonlySet<string>): ColonMark | null {
  const colon = row.slice(0, 80).search(/[:：]/);
  if (colon < 1) return null;
  const [name = '', manner] = row.slice(0, colon).split(/[([]/, 2);
  if (!names.has(tidyRoleName(name)) && !(manner !== undefined && isInCapitals(name))) return null;
  const words = row.slice(colon + 1).trim();
  return {
    name: name.trim().replace(/^([^,]+), (.+)$/, LAST_NAME_FIRST.test(row) && !isInCapitals(name) ? '$2 $1' : '$1, $2'),
    words: manner === undefined ? words : `(${manner.replace(/[()[\]]/g, '').trim()}) ${words}`,
  };
}

const isInCapitals = (name: string): boolean => /\p{Lu}/u.test(name) && name === name.toUpperCase();
