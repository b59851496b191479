import type { CastCopy } from '../../../../shared/ipc/cast-requests.ts';
import type { PronunciationRule, Role } from '../../../../shared/model/cast.ts';
import { supportsBatches } from '../../../../shared/rules/cast/default-cast.ts';
import { turnPrefixProblem } from '../../../../shared/rules/turn-prefix.ts';
import type { VoiceConnection } from '../../api/voice-connection.ts';
import type { HandlersOf } from '../../bridge/handler-types.ts';
import { requireFound } from '../../bridge/request-error.ts';
import type { Clock, Random } from '../../ports.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { takeCastSnapshot } from '../history/requests.ts';
import { openProject } from '../project-folder.ts';
import type { ChosenFolders } from './chosen-folders.ts';
import { pricedOutlook } from './outlook-price.ts';

interface OtherCast {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly rules: readonly PronunciationRule[];
}

type RoleMatches = ReadonlyMap<string, string | null>;

export function readCast(folder: string, ports: { readonly clock: Clock; readonly random: Random }): OtherCast {
  const project = openProject(folder, { mode: 'read', ...ports });
  try {
    return { name: project.info().name, roles: project.cast.roles(), rules: project.cast.rules() };
  } finally {
    project.close();
  }
}

const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Matches roles by name, ignoring case and compatibility forms (NFKC). Manual matches take precedence. */
export function matchRoles(
  own: readonly string[],
  theirs: readonly Role[],
  byHand: Readonly<Record<string, string | null>>,
): RoleMatches {
  const names = new Set(theirs.map(({ name }) => name));
  const byFolded = new Map(theirs.map(({ name }) => [foldName(name), name]));
  return new Map(
    own.map((name) => {
      const chosen = byHand[name];
      if (chosen !== undefined) return [name, chosen !== null && names.has(chosen) ? chosen : null];
      return [name, names.has(name) ? name : (byFolded.get(foldName(name)) ?? null)];
    }),
  );
}

/**
 * Copies matching roles. A role keeps its voice if the other voice can't be cast here, and its prefix if the other
 * prefix is ambiguous.
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

/** Appends the other project's rules, except duplicates and rules of unmatched roles. */
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

type CopyChannel = 'cast.copyOutlook' | 'cast.copy';

export interface CastCopyParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly connections: Pick<VoiceConnection, 'current' | 'knownVoices'>;
  readonly recent: { pathOf(id: string): string | null };
  readonly castFolders: Pick<ChosenFolders, 'pathOf'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Clock;
  readonly random: Random;
}

export function copyHandlers(parts: CastCopyParts): HandlersOf<CopyChannel> {
  const { projects, connections, undo, clock } = parts;
  return {
    async 'cast.copyOutlook'(copy) {
      const session = projects.requireSession();
      const other = otherCast(copy, parts);
      const { matches, changed, rules } = await planCopy(session, parts, copy, other);
      const names = new Map(connections.knownVoices.map(({ id, name }) => [id, name ?? id]));
      const canCast = castableVoices(parts);
      const changes = new Set(changed.map(({ name }) => name));
      const ours = session.project.cast.rules().length;
      return {
        project: other.name,
        theirs: other.roles.map(({ name, voice }) => ({
          name,
          voiceName: voice === null ? null : (names.get(voice) ?? voice),
          canCast: voice !== null && canCast(voice),
        })),
        matches: Array.from(matches, ([role, from]) => ({ role, from, changes: changes.has(role) })),
        newRules: rules.length - ours,
        outlook: await pricedOutlook(session, parts, changeOf(changed, copy.rules ? rules : null)),
      };
    },
    async 'cast.copy'(copy) {
      const session = projects.requireSession();
      const { changed, rules } = await planCopy(session, parts, copy, otherCast(copy, parts));
      const outlook = await pricedOutlook(session, parts, changeOf(changed, copy.rules ? rules : null));
      await takeCastSnapshot(session, outlook, null, clock.now());
      const former = applyCast(session, { roles: changed, rules: copy.rules ? rules : null });
      const copyAgain = async () => {
        const again = await planCopy(session, parts, copy, otherCast(copy, parts));
        return applyCast(session, { roles: again.changed, rules: copy.rules ? again.rules : null });
      };
      const inverse = repeatable(former, (before) => void applyCast(session, before), copyAgain);
      return { step: undo.add(inverse, { project: session }), roles: changed.length, outlook };
    },
  };
}

interface CastPart {
  readonly roles: readonly Role[];
  readonly rules: readonly PronunciationRule[] | null;
}

const changeOf = (roles: readonly Role[], rules: readonly PronunciationRule[] | null) => ({
  roles,
  ...(rules ? { rules } : {}),
});

/** Updates roles and rules, skipping roles that no longer exist. @returns the previous state */
function applyCast(session: ProjectSession, { roles, rules }: CastPart): CastPart {
  const { cast, db } = session.project;
  const byName = new Map(roles.map((role) => [role.name, role]));
  const former = {
    roles: cast.roles().filter(({ name }) => byName.has(name)),
    rules: rules && [...cast.rules()],
  };
  db.transaction(() => {
    cast.saveRoles(cast.roles().map((role) => byName.get(role.name) ?? role));
    if (rules) cast.saveRules(rules);
  });
  session.castChanged();
  session.updateDisclosure();
  return former;
}

async function planCopy(session: ProjectSession, parts: CastCopyParts, copy: CastCopy, other: OtherCast) {
  const { cast } = session.project;
  const speaking = (await session.reader.query('castRoles', null)).map(({ name }) => name);
  const matches = matchRoles(speaking, other.roles, copy.matches);
  const own = cast.roles();
  const roles = copiedRoles(own, other.roles, matches, castableVoices(parts));
  const changed = roles.filter((role, at) => JSON.stringify(role) !== JSON.stringify(own[at]));
  return { matches, changed, rules: copiedRules(cast.rules(), other.rules, matches) };
}

/** @throws RequestError `not-found`; ProjectError */
function otherCast({ source }: CastCopy, { recent, castFolders, clock, random }: CastCopyParts): OtherCast {
  const path = 'recentId' in source ? recent.pathOf(source.recentId) : castFolders.pathOf(source.folderId);
  return readCast(requireFound(path, 'project'), { clock, random });
}

/**
 * Returns a predicate for voices that the connected service can cast. Until that service's voices are known, all voices
 * are accepted.
 */
function castableVoices({ connections }: CastCopyParts): (voice: string) => boolean {
  const voices = new Map(connections.knownVoices.map((voice) => [voice.id, voice]));
  return (id) => {
    const voice = voices.get(id);
    return voices.size === 0 || (voice !== undefined && supportsBatches(voice));
  };
}
