// What a role may be called, so that its marks are read back as its own.
import { NARRATOR } from '../model/cast.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { countCharacters } from './characters.ts';
import { roleMarkReader } from './role-marks.ts';

/** The longest name of a role, in characters: as long as capitals before a colon may be. */
export const LONGEST_ROLE_NAME = 40;

export type RoleNameProblem =
  | 'empty'
  | 'too-long'
  /** It would not be read as a mark: in a script a name is written in capitals, and nowhere has it a colon. */
  | 'not-a-mark'
  /** Another role is called so: the two can be merged. */
  | 'exists'
  /** What has no mark is the narrator's, which keeps its name. */
  | 'narrator';

/** A name as it is compared: runs of white space are one space. */
export const tidyRoleName = (name: string): string => name.replace(/\s{2,}|[^\S ]/g, ' ').trim();

/** The roles that are confirmed once one of them is called otherwise. */
export const renamedIn = (confirmed: readonly string[], from: string, into: string): string[] => [
  ...new Set(confirmed.map((name) => (tidyRoleName(name) === from ? into : name))),
];

/**
 * Why a role can't be called so; null where it can, or is called so already.
 *
 * @param name tidied by `tidyRoleName`
 * @param others the names of all roles
 */
export function roleNameProblem(
  role: string,
  name: string,
  options: RoleMarkOptions,
  others: Iterable<string>,
): RoleNameProblem | null {
  if (role === NARRATOR) return 'narrator';
  if (name === role) return null;
  if (name === '') return 'empty';
  if (countCharacters(name) > LONGEST_ROLE_NAME) return 'too-long';
  if (name === NARRATOR || new Set(others).has(name)) return 'exists';
  const readMark = roleMarkReader({ ...options, confirmedRoles: renamedIn(options.confirmedRoles, role, name) });
  return readMark(`${name}: `)?.role === name ? null : 'not-a-mark';
}
