// Taking the cast of another project over.
import type { CastCopy } from '../../../../shared/ipc/cast-requests.ts';
import { fitsBatches } from '../../../../shared/rules/default-cast.ts';
import type { HandlersOf } from '../../bridge/handler-types.ts';
import { found } from '../../bridge/request-error.ts';
import { outlookOf } from '../../session/cast-costs.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import { copiedRoles, copiedRules, matchRoles, type OtherCast, readCast } from './copy-cast.ts';

type CopyChannel = 'cast.copyOutlook' | 'cast.copy' | 'cast.restore';

export function copyHandlers(parts: HandlerParts): HandlersOf<CopyChannel> {
  const { projects, connections } = parts;
  return {
    async 'cast.copyOutlook'(copy) {
      const session = projects.need();
      const other = otherCast(copy, parts);
      const { matches, changed, rules } = await planned(session, parts, copy, other);
      const names = new Map(connections.knownVoices.map(({ id, name }) => [id, name ?? id]));
      const canCast = castable(parts);
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
        outlook: await outlookOf(session, parts, changeOf(changed, copy.rules ? rules : null)),
      };
    },
    async 'cast.copy'(copy) {
      const session = projects.need();
      const { cast } = session.project;
      const { changed, rules } = await planned(session, parts, copy, otherCast(copy, parts));
      const outlook = await outlookOf(session, parts, changeOf(changed, copy.rules ? rules : null));
      const before = cast.snapshot().roles;
      const previous = {
        roles: changed.flatMap(({ name }) => before.get(name) ?? []),
        rules: copy.rules ? [...cast.rules()] : null,
      };
      restore(session, { roles: changed, rules: copy.rules ? rules : null });
      return { previous, roles: changed.length, outlook };
    },
    'cast.restore'(before) {
      restore(projects.need(), before);
      return null;
    },
  };
}

const changeOf = (roles: Parameters<typeof restore>[1]['roles'], rules: Parameters<typeof restore>[1]['rules']) => ({
  roles,
  ...(rules ? { rules } : {}),
});

/** The roles given as they are given, each where it stands; a role that is not there any more stays away. */
function restore(
  session: ProjectSession,
  { roles, rules }: { roles: ReturnType<typeof copiedRoles>; rules: ReturnType<typeof copiedRules> | null },
): void {
  const { cast, db } = session.project;
  const byName = new Map(roles.map((role) => [role.name, role]));
  db.transaction(() => {
    cast.saveRoles(cast.roles().map((role) => byName.get(role.name) ?? role));
    if (rules) cast.saveRules(rules);
  });
  session.castChanged();
}

async function planned(session: ProjectSession, parts: HandlerParts, copy: CastCopy, other: OtherCast) {
  const { cast } = session.project;
  const speaking = (await session.figures.ask('castRoles', null)).map(({ name }) => name);
  const matches = matchRoles(speaking, other.roles, copy.matches);
  const own = cast.roles();
  const roles = copiedRoles(own, other.roles, matches, castable(parts));
  const changed = roles.filter((role, at) => JSON.stringify(role) !== JSON.stringify(own[at]));
  return { matches, changed, rules: copiedRules(cast.rules(), other.rules, matches) };
}

/** @throws RequestError `not-found`; ProjectError */
function otherCast({ source }: CastCopy, { recent, castFolders, ports }: HandlerParts): OtherCast {
  const path = 'recentId' in source ? recent.pathOf(source.recentId) : castFolders.pathOf(source.folderId);
  return readCast(found(path, 'project'), ports);
}

/** Whether a voice can be cast with the connected service; while its voices aren't known, all can. */
function castable({ connections }: HandlerParts): (voice: string) => boolean {
  const voices = new Map(connections.knownVoices.map((voice) => [voice.id, voice]));
  return (id) => {
    const voice = voices.get(id);
    return voices.size === 0 || (voice !== undefined && fitsBatches(voice));
  };
}
