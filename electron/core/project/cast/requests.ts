import { applyPatch, invertPatch, isPatched } from '@lectern/tts-protocol';
import type { CastOutlook, RoleChange } from '../../../../shared/ipc/cast-requests.ts';
import type { Role } from '../../../../shared/model/cast.ts';
import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import { priceOfConnection } from '../../../../shared/model/spending.ts';
import { supportsBatches } from '../../../../shared/rules/cast/default-cast.ts';
import type { VoiceConnection } from '../../api/voice-connection.ts';
import type { Audition } from '../../audition/audition.ts';
import { requireAuditionVoice } from '../../audition/audition-voice.ts';
import { auditionRequest, bookedAudition, renderSingle } from '../../audition/booked-audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import { auditionRoute } from '../../rules/audition-route.ts';
import { VOICE_SAMPLE_LIMIT } from '../../rules/longest-speech.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import { type Inverse, refuseOutdated, repeatable } from '../../undo/undo-log.ts';
import { takeCastSnapshot } from '../history/requests.ts';
import { textOfRole } from './cast-roles.ts';
import { type CompareParts, compareHandlers } from './compare-requests.ts';
import { type CastCopyParts, copyHandlers } from './copy-requests.ts';
import { pricedOutlook } from './outlook-price.ts';
import type { RoleUndo } from './role-changes.ts';
import type { AddedRole } from './role-entries.ts';
import { castVoice, traitsOf } from './voice-names.ts';

export interface CastParts extends CastCopyParts, CompareParts {
  readonly connections: Pick<VoiceConnection, 'current' | 'knownVoices' | 'requireLink' | 'voices'>;
  readonly favourites: {
    of(connectionId: string): ReadonlySet<string>;
    set(connectionId: string, voiceId: string, isFavourite: boolean): Promise<void>;
  };
  readonly audition: Pick<Audition, 'start' | 'fetch'>;
}

export function castHandlers(parts: CastParts): HandlersOf<ChannelsOf<'cast'>> {
  const { projects, connections, favourites, audition, undo, clock } = parts;
  return {
    ...roleHandlers(parts),
    ...lineHandlers(parts),
    ...copyHandlers(parts),
    ...compareHandlers(parts),
    'cast.roles': () => rolesOf(projects.requireSession(), parts),
    async 'cast.voices'() {
      const voices = await connections.voices();
      const liked = favourites.of(connections.current?.id ?? '');
      return voices.map((voice) => castVoice(voice, liked.has(voice.id)));
    },
    async 'cast.setFavourite'({ voice, isFavourite }) {
      const { id } = connections.current ?? refuse({ kind: 'no-connection' });
      await favourites.set(id, voice, isFavourite);
      return null;
    },
    'cast.outlook'({ role, change }) {
      const session = projects.requireSession();
      return pricedOutlook(session, parts, { roles: [applyRoleChange(roleOf(session, role), change)] });
    },
    async 'cast.change'({ role: name, change }) {
      const session = projects.requireSession();
      refuseUnfitVoice(parts, change.voice);
      const outlook = await pricedOutlook(session, parts, { roles: [applyRoleChange(roleOf(session, name), change)] });
      await takeCastSnapshot(session, outlook, name, clock.now());
      // Read the role again, because it might have changed while the outlook was computed.
      const apply = (wanted: RoleChange) => {
        refuseUnfitVoice(parts, wanted.voice);
        const before = roleOf(session, name);
        const { name: _, ...changed } = applyRoleChange(before, wanted);
        session.project.cast.updateRole(name, changed);
        session.castChanged();
        if (wanted.voice !== undefined) session.updateDisclosure();
        return inverseRoleChange(before, wanted);
      };
      const revert = async (former: RoleChange) => {
        const role = await findSpeakingRole(session, name);
        refuseOutdated(role === null || !hasChange(role, change), 'role', name);
        apply(former);
      };
      const set = () => apply(change);
      return { step: undo.add(repeatable(set(), revert, set), { project: session }), outlook };
    },
    async 'cast.sample'({ voice: id }) {
      const link = await connections.requireLink();
      const voice = requireFound(
        (await connections.voices()).find((known) => known.id === id),
        'voice',
      );
      const sample = requireFound(voice.sample, 'voice');
      const { auditionId } = await audition.fetch((signal, to) =>
        link.client.download(sample, { to, limit: VOICE_SAMPLE_LIMIT, signal }),
      );
      return { auditionId };
    },
  };
}

type RoleChannel = 'cast.add' | 'cast.remove' | 'cast.rename' | 'cast.mergeOutlook' | 'cast.merge';

function roleHandlers(parts: CastParts): HandlersOf<RoleChannel> {
  const { projects, undo, clock } = parts;
  return {
    async 'cast.add'({ name }) {
      const session = projects.requireSession();
      const { added, inverse } = await addRole(session, name);
      return { step: undo.add(inverse, { project: session }), lines: added.lines };
    },
    async 'cast.remove'({ role }) {
      const session = projects.requireSession();
      return { step: undo.add(await removeRole(session, role), { project: session }) };
    },
    'cast.rename'({ role, name }) {
      const session = projects.requireSession();
      const rename = () => {
        roleOf(session, role);
        return session.project.roleChanges.rename(role, name);
      };
      const inverse = applyWithInverse(session, rename);
      return { step: inverse && undo.add(inverse, { project: session }) };
    },
    async 'cast.mergeOutlook'({ role, into }) {
      const session = projects.requireSession();
      roleOf(session, role);
      roleOf(session, into);
      const roles = await session.reader.query('castRoles', null);
      return {
        ...(await mergeOutlook(session, parts, role, into)),
        lines: roles.find(({ name }) => name === role)?.lines ?? 0,
        rules: session.project.cast.rules().filter((rule) => rule.role === role).length,
      };
    },
    async 'cast.merge'({ role, into }) {
      const session = projects.requireSession();
      roleOf(session, role);
      roleOf(session, into);
      const outlook = await mergeOutlook(session, parts, role, into);
      await takeCastSnapshot(session, outlook, role, clock.now());
      const merge = () => {
        for (const name of [role, into]) roleOf(session, name);
        return session.project.roleChanges.merge(role, into);
      };
      const inverse = applyWithInverse(session, merge);
      return { step: inverse && undo.add(inverse, { project: session }), outlook };
    },
  };
}

async function addRole(session: ProjectSession, name: string): Promise<{ added: AddedRole; inverse: Inverse }> {
  const { roleEntries } = session.project;
  const added = roleEntries.add(name);
  await reparseAndNotify(session);
  const inverse = async () => {
    refuseOutdated(!roleEntries.canUndoAdd(added), 'role', added.role.name);
    roleEntries.undoAdd(added);
    await reparseAndNotify(session);
    return async () => (await addRole(session, name)).inverse;
  };
  return { added, inverse };
}

async function removeRole(session: ProjectSession, name: string): Promise<Inverse> {
  const { roleEntries } = session.project;
  roleOf(session, name);
  const removed = roleEntries.remove(name);
  await reparseAndNotify(session);
  return async () => {
    refuseOutdated(!roleEntries.restore(removed), 'role', name);
    await reparseAndNotify(session);
    return () => removeRole(session, name);
  };
}

/** Adding or removing a role can change which paragraphs are parsed as its lines. */
async function reparseAndNotify(session: ProjectSession): Promise<void> {
  session.scriptChanged();
  session.castChanged();
  await session.emitSummary();
}

function applyWithInverse(session: ProjectSession, change: () => RoleUndo | null): Inverse | null {
  const former = change();
  if (!former) return null;
  session.castChanged();
  session.updateDisclosure();
  return () => {
    roleOf(session, former.into);
    session.project.roleChanges.undo(former);
    session.castChanged();
    session.updateDisclosure();
    return () => applyWithInverse(session, change);
  };
}

const mergeOutlook = (session: ProjectSession, parts: CastParts, from: string, into: string): Promise<CastOutlook> => {
  const rules = session.project.cast.rules();
  const named = rules.some(({ role }) => role === from);
  const moved = rules.map((rule) => (rule.role === from ? { ...rule, role: into } : rule));
  return pricedOutlook(session, parts, { merged: { from, into }, ...(named ? { rules: moved } : {}) });
};

type LineChannel = 'cast.overrides' | 'cast.overridesOutlook' | 'cast.putOverrides' | 'cast.lineAt' | 'cast.audition';

function lineHandlers(parts: CastParts): HandlersOf<LineChannel> {
  const { projects, connections, audition, clock, undo } = parts;
  return {
    'cast.overrides': ({ role }) => projects.requireSession().reader.query('castOverrides', role),
    'cast.overridesOutlook': ({ lines }) => pricedOutlook(projects.requireSession(), parts, { overrides: lines }),
    async 'cast.putOverrides'({ lines }) {
      const session = projects.requireSession();
      const { project, places } = session;
      for (const { lineId } of lines) requireFound(places.of(lineId), 'line');
      const outlook = await pricedOutlook(session, parts, { overrides: lines });
      const put = (wanted: typeof lines) => {
        for (const { lineId } of wanted) requireFound(places.of(lineId), 'line');
        const former = project.db.transaction(() =>
          wanted.map(({ lineId, override }) => ({ lineId, override: project.lines.setOverride(lineId, override) })),
        );
        session.linesChanged(wanted.map(({ lineId }) => lineId));
        // Updating the disclosure reads all lines, so avoid it while a speed or a pause is adjusted.
        const before = new Map(former.map(({ lineId, override }) => [lineId, override?.voice]));
        if (wanted.some(({ lineId, override }) => override?.voice !== before.get(lineId))) session.updateDisclosure();
        return former;
      };
      const inverse = repeatable(
        put(lines),
        (former) => void put(former),
        () => put(lines),
      );
      return { step: undo.add(inverse, { project: session }), outlook };
    },
    'cast.lineAt': (wanted) => projects.requireSession().reader.query('castLineAt', wanted),
    async 'cast.audition'({ role, lineId, voice: id }) {
      const session = projects.requireSession();
      const { link, voice } = await requireAuditionVoice(session.project, connections, id);
      const { project } = session;
      const text = requireFound(textOfRole(project.db, lineId, role), 'line');
      const way = auditionRoute(voice.voice_engine ?? null);
      const withParameters = link.identity.origin === LOCAL_ORIGIN;
      const request = auditionRequest(project, { text, role, lineId, withParameters, voice: id });
      if (!request.ok) return refuse({ kind: 'invalid', field: 'audition', reason: request.problem.kind });
      const { characters, parameters } = request;
      const begin = () =>
        way.endpoint === 'stream'
          ? audition.start(link.client, { ...parameters, voice_engine: way.engine })
          : audition.fetch((signal, to) => {
              // The service only documents these parameters for single generation.
              const shown = { text: parameters.text, voice: id };
              const asked = withParameters ? { ...parameters, voice: id } : shown;
              return renderSingle(link.client, asked, way.engine, { to, signal });
            });
      const price = priceOfConnection(connections.current);
      const entry = { session, connection: link.identity, price, lineId, role, characters, now: clock.now() };
      const { auditionId } = await bookedAudition(entry, begin);
      return { auditionId, characters, endpoint: way.endpoint };
    },
  };
}

async function rolesOf(session: ProjectSession, { connections }: CastParts) {
  const voices = new Map(connections.knownVoices.map((voice) => [voice.id, voice]));
  const roles = await session.reader.query('castRoles', null);
  return roles.map((role) => {
    const known = role.voice === null ? undefined : voices.get(role.voice);
    return { ...role, voiceName: known?.name ?? null, voiceTraits: known ? traitsOf(known) : null };
  });
}

const roleOf = (session: ProjectSession, name: string): Role =>
  requireFound(session.project.cast.snapshot().roles.get(name), 'role');

async function findSpeakingRole(session: ProjectSession, name: string): Promise<Role | null> {
  const roles = await session.reader.query('castRoles', null);
  const isThere = roles.some((role) => role.name === name);
  return (isThere && session.project.cast.snapshot().roles.get(name)) || null;
}

const hasChange = (role: Role, { voice = role.voice, parameters = {}, turnPrefix = role.turnPrefix }: RoleChange) =>
  role.voice === voice && role.turnPrefix === turnPrefix && isPatched(role.parameters, parameters);

/** @throws RequestError if the service lists the voice as unusable in batches */
function refuseUnfitVoice({ connections }: CastParts, voice: string | null | undefined): void {
  const known = connections.knownVoices.find(({ id }) => id === voice);
  if (known && !supportsBatches(known)) refuse({ kind: 'invalid', field: 'voice', reason: 'engine' });
}

const applyRoleChange = (
  role: Role,
  { voice = role.voice, parameters = {}, turnPrefix = role.turnPrefix }: RoleChange,
): Role => ({
  ...role,
  voice,
  turnPrefix,
  parameters: applyPatch(role.parameters, parameters),
});

const inverseRoleChange = ({ voice, parameters, turnPrefix }: Role, change: RoleChange): RoleChange => ({
  ...(change.voice === undefined ? {} : { voice }),
  ...(change.turnPrefix === undefined ? {} : { turnPrefix }),
  ...(change.parameters && { parameters: invertPatch(parameters, change.parameters) }),
});
