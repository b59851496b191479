// Names before colons at the start of rows that no other mark tells apart.
import { roleCandidates, usualRoles } from '../../../../shared/rules/import-choices.ts';
import { tidyRoleName } from '../../../../shared/rules/role-names.ts';

export interface ColonMark {
  /** As it stands, without what is in brackets behind it. */
  readonly name: string;
  /** What follows, with those brackets before it. */
  readonly words: string;
}

/** Names that are roles: in capitals, or such that come again. */
export const namesBeforeColons = (rows: readonly string[]): ReadonlySet<string> =>
  new Set(usualRoles(roleCandidates(rows.join('\n'), 'script'), 'script').map(tidyRoleName));

/** `MARA (whispering): …`: who speaks a row; null where it begins with none of the names. */
export function colonMark(row: string, names: ReadonlySet<string>): ColonMark | null {
  const colon = row.slice(0, 80).search(/[:：]/);
  if (colon < 1) return null;
  const [name = '', manner] = row.slice(0, colon).split('(', 2);
  if (!names.has(tidyRoleName(name)) && !(manner !== undefined && isInCapitals(name))) return null;
  const words = row.slice(colon + 1).trim();
  return {
    name: name.trim(),
    words: manner === undefined ? words : `(${manner.replace(/[()]/g, '').trim()}) ${words}`,
  };
}

const isInCapitals = (name: string): boolean => /\p{Lu}/u.test(name) && name === name.toUpperCase();
