import { NARRATOR } from '../model/cast.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { countCharacters } from './characters.ts';
import { MAX_ROLE_NAME_LENGTH, markFor, roleMarkReader, startsWithAtMark } from './role-marks.ts';

const STARTS_NAME = /^[\p{L}\p{N}]/u;

export type RoleNameProblem =
  | 'empty'
  | 'too-long'
  /** Scripts require capitals. Colons are never allowed. */
  | 'not-a-mark'
  | 'exists'
  /** The narrator can't be renamed, because unmarked text belongs to the narrator. */
  | 'narrator'
  | 'speaks';

export const normaliseRoleName = (name: string): string => name.replace(/\s{2,}|[^\S ]/g, ' ').trim();

export const renameConfirmedRole = (confirmed: readonly string[], from: string, into: string): string[] => [
  ...new Set(confirmed.map((name) => (normaliseRoleName(name) === from ? into : name))),
];

/** Returns why a role can't be renamed. Returns null if it can be renamed or already has the name. */
export function roleNameProblem(
  role: string,
  name: string,
  options: RoleMarkOptions,
  others: Iterable<string>,
): RoleNameProblem | null {
  if (role === NARRATOR) return 'narrator';
  if (name === role) return null;
  return problemOf(
    name,
    { ...options, confirmedRoles: renameConfirmedRole(options.confirmedRoles, role, name) },
    others,
  );
}

/**
 * Returns why a role can't be added, or null if it can. New names count as confirmed, so they don't have to be in
 * capitals.
 */
export const newRoleNameProblem = (
  name: string,
  options: RoleMarkOptions,
  others: Iterable<string>,
): RoleNameProblem | null => problemOf(name, { ...options, confirmedRoles: [...options.confirmedRoles, name] }, others);

function problemOf(name: string, options: RoleMarkOptions, others: Iterable<string>): RoleNameProblem | null {
  if (name === '') return 'empty';
  if (countCharacters(name) > MAX_ROLE_NAME_LENGTH) return 'too-long';
  if (name === NARRATOR || new Set(others).has(name)) return 'exists';
  const readMark = roleMarkReader(options);
  const mark = markFor(name, readMark);
  if (mark === null) return 'not-a-mark';
  if (!startsWithAtMark(mark)) return null;
  // Require an `@` in each line only if writing the name in capitals wouldn't work either.
  const needsIt = STARTS_NAME.test(name) && readMark(`${name.toUpperCase()}:`) === null;
  return needsIt ? null : 'not-a-mark';
}

/** Returns a filter for the roles to display: roles that speak, and confirmed roles that may speak later. */
export function createRoleFilter(
  speaks: (name: string) => boolean,
  { confirmedRoles }: Pick<RoleMarkOptions, 'confirmedRoles'>,
): (name: string) => boolean {
  const confirmed = new Set(confirmedRoles.map(normaliseRoleName));
  return (name) => speaks(name) || confirmed.has(name);
}
