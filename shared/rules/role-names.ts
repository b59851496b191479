// What a role may be called, so that its marks are read back as its own.
import { NARRATOR } from '../model/cast.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { countCharacters } from './characters.ts';
import { isStatedRow, markFor, roleMarkReader } from './role-marks.ts';

/** The longest name of a role, in characters: as long as capitals before a colon may be. */
export const LONGEST_ROLE_NAME = 40;

const BEGINS_NAME = /^[\p{L}\p{N}]/u;

export type RoleNameProblem =
  | 'empty'
  | 'too-long'
  /** It would not be read as a mark: in a script a name is written in capitals, and nowhere has it a colon. */
  | 'not-a-mark'
  /** Another role is called so: the two can be merged. */
  | 'exists'
  /** What has no mark is the narrator's, which keeps its name. */
  | 'narrator'
  /** It has lines: only a role without any can be removed. */
  | 'speaks';

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
  return problemOf(name, { ...options, confirmedRoles: renamedIn(options.confirmedRoles, role, name) }, others);
}

/**
 * Why a role that is added can't be called so; null where it can. Its name is confirmed then, so that it need not be in
 * capitals.
 *
 * @param name tidied by `tidyRoleName`
 * @param others the names of all roles
 */
export const newRoleNameProblem = (
  name: string,
  options: RoleMarkOptions,
  others: Iterable<string>,
): RoleNameProblem | null => problemOf(name, { ...options, confirmedRoles: [...options.confirmedRoles, name] }, others);

/** @param options as they are once a role has the name */
function problemOf(name: string, options: RoleMarkOptions, others: Iterable<string>): RoleNameProblem | null {
  if (name === '') return 'empty';
  if (countCharacters(name) > LONGEST_ROLE_NAME) return 'too-long';
  if (name === NARRATOR || new Set(others).has(name)) return 'exists';
  const readMark = roleMarkReader(options);
  const mark = markFor(name, readMark);
  if (mark === null) return 'not-a-mark';
  if (!isStatedRow(mark)) return null;
  // An `@` in each row is worth it only where capitals would not do.
  const needsIt = BEGINS_NAME.test(name) && readMark(`${name.toUpperCase()}:`) === null;
  return needsIt ? null : 'not-a-mark';
}

/** Whether the producer is shown a role of the cast: it speaks, or is confirmed and may do so later. */
export function roleLister(
  speaks: (name: string) => boolean,
  { confirmedRoles }: Pick<RoleMarkOptions, 'confirmedRoles'>,
): (name: string) => boolean {
  const confirmed = new Set(confirmedRoles.map(tidyRoleName));
  return (name) => speaks(name) || confirmed.has(name);
}
