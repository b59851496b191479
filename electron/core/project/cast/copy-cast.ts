// The cast of another project: which of its roles are ours, and what ours would be with their voices.
import type { PronunciationRule, Role } from '../../../../shared/model/cast.ts';
import { turnPrefixProblem } from '../../../../shared/rules/turn-prefix.ts';
import type { Clock, Random } from '../../ports.ts';
import { openProject } from '../folder/project-folder.ts';

export interface OtherCast {
  /** The project's name. */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly rules: readonly PronunciationRule[];
}

/** Which role of the other project a role of ours is; null: none. */
export type RoleMatches = ReadonlyMap<string, string | null>;

/** Reads the cast of a project without changing anything of it. @throws ProjectError */
export function readCast(folder: string, ports: { readonly clock: Clock; readonly random: Random }): OtherCast {
  const project = openProject(folder, { mode: 'read', ...ports });
  try {
    return { name: project.info().name, roles: project.cast.roles(), rules: project.cast.rules() };
  } finally {
    project.close();
  }
}

const folded = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Roles of the same name, be it in other letters; what was matched by hand comes first. */
export function matchRoles(
  own: readonly string[],
  theirs: readonly Role[],
  byHand: Readonly<Record<string, string | null>>,
): RoleMatches {
  const names = new Set(theirs.map(({ name }) => name));
  const byFolded = new Map(theirs.map(({ name }) => [folded(name), name]));
  return new Map(
    own.map((name) => {
      const chosen = byHand[name];
      if (chosen !== undefined) return [name, chosen !== null && names.has(chosen) ? chosen : null];
      return [name, names.has(name) ? name : (byFolded.get(folded(name)) ?? null)];
    }),
  );
}

/**
 * Our roles with the voices, parameters and prefixes of those that they are matched with. A voice that can't be cast here
 * leaves the role its own; so does a prefix that could not be told from another's.
 */
export function copiedRoles(
  own: readonly Role[],
  theirs: readonly Role[],
  matches: RoleMatches,
  canCast: (voice: string) => boolean,
): Role[] {
  const byName = new Map(theirs.map((role) => [role.name, role]));
  const result = new Map(own.map((role) => [role.name, role]));
  for (const role of own) {
    const other = byName.get(matches.get(role.name) ?? '');
    if (!other) continue;
    const voice = other.voice !== null && canCast(other.voice) ? other.voice : role.voice;
    const copied = { ...role, voice, parameters: other.parameters };
    const problem = turnPrefixProblem(role.name, other.turnPrefix, result);
    result.set(role.name, problem === null ? { ...copied, turnPrefix: other.turnPrefix } : copied);
  }
  return [...result.values()];
}

/** Our rules, and theirs behind them: those of roles that are matched under our names, none twice. */
export function copiedRules(
  own: readonly PronunciationRule[],
  theirs: readonly PronunciationRule[],
  matches: RoleMatches,
): PronunciationRule[] {
  const ours = new Map<string, string[]>();
  for (const [role, from] of matches) {
    if (from === null) continue;
    const same = ours.get(from);
    if (same) same.push(role);
    else ours.set(from, [role]);
  }
  const added = theirs.flatMap((rule) =>
    rule.role === null ? [rule] : (ours.get(rule.role) ?? []).map((role) => ({ ...rule, role })),
  );
  const known = new Set(own.map((rule) => JSON.stringify(rule)));
  return [...own, ...added.filter((rule) => !known.has(JSON.stringify(rule)))];
}
