// The cast: roles, voices, and what changing them does.
import type { CastOutlook, RoleChange } from '../../../../shared/ipc/cast-requests.ts';
import type { Role } from '../../../../shared/model/cast.ts';
import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import { priceOfConnection } from '../../../../shared/model/price.ts';
import { auditionWay } from '../../../../shared/rules/audition-way.ts';
import { fitsBatches } from '../../../../shared/rules/default-cast.ts';
import { VOICE_SAMPLE_LIMIT } from '../../../../shared/rules/longest-speech.ts';
import { speechParametersSchema } from '../../../../shared/service/input-parameters.ts';
import { auditionRequest, bookedAudition, speakSingle } from '../../audition/booked-audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { found, refuse } from '../../bridge/request-error.ts';
import { type HandlerParts, outlookOf, refuseOtherService } from '../../session/handler-parts.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import { textOfRole } from './cast-roles.ts';
import { copyHandlers } from './copy-requests.ts';
import type { RoleUndo } from './role-changes.ts';
import { castVoice, traitsOf } from './voice-names.ts';

// What stood before roles were renamed or merged, for as long as their project is open: too much to go to the window and back.

/** More than anybody takes back one after the other. */
const MOST = 50;

class RoleUndos {
  readonly #kept = new WeakMap<ProjectSession, Map<string, RoleUndo>>();
  #count = 0;

  /** @returns the id by which it is taken back */
  keep(session: ProjectSession, undo: RoleUndo): string {
    const own = this.#kept.get(session) ?? new Map<string, RoleUndo>();
    this.#kept.set(session, own);
    this.#count += 1;
    const id = String(this.#count);
    own.set(id, undo);
    const [oldest] = own.keys();
    if (own.size > MOST && oldest !== undefined) own.delete(oldest);
    return id;
  }

  /** Gives one out, once; undefined where there is none, or not any more. */
  take(session: ProjectSession, id: string): RoleUndo | undefined {
    const own = this.#kept.get(session);
    const undo = own?.get(id);
    own?.delete(id);
    return undo;
  }
}

export function castHandlers(parts: HandlerParts): HandlersOf<ChannelsOf<'cast'>> {
  const { projects, connections, favourites, audition } = parts;
  return {
    ...roleHandlers(parts),
    ...lineHandlers(parts),
    ...copyHandlers(parts),
    'cast.roles': () => rolesOf(projects.need(), parts),
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
      const session = projects.need();
      return outlookOf(session, parts, { roles: [changedBy(roleOf(session, role), change)] });
    },
    async 'cast.change'({ role: name, change }) {
      const session = projects.need();
      refuseUnfit(parts, change.voice);
      const outlook = await outlookOf(session, parts, { roles: [changedBy(roleOf(session, name), change)] });
      // As it is now: something else may have been changed while the lines were looked at.
      const before = roleOf(session, name);
      const { voice, parameters } = changedBy(before, change);
      session.project.cast.updateRole(name, { voice, parameters });
      session.castChanged();
      return { previous: takesBack(before, change), outlook };
    },
    async 'cast.sample'({ voice: id }) {
      const link = await connections.needLink();
      const voice = found(
        (await connections.voices()).find((known) => known.id === id),
        'voice',
      );
      const sample = found(voice.sample, 'voice');
      return audition.fetch((signal, to) => link.client.download(sample, { to, limit: VOICE_SAMPLE_LIMIT, signal }));
    },
  };
}

type RoleChannel = 'cast.rename' | 'cast.mergeOutlook' | 'cast.merge' | 'cast.undo';

function roleHandlers(parts: HandlerParts): HandlersOf<RoleChannel> {
  const { projects } = parts;
  const undos = new RoleUndos();
  const changed = (session: ProjectSession, undo: RoleUndo): { readonly undoId: string } => {
    session.castChanged();
    return { undoId: undos.keep(session, undo) };
  };
  return {
    'cast.rename'({ role, name }) {
      const session = projects.need();
      roleOf(session, role);
      const undo = session.project.roleChanges.rename(role, name);
      return undo && changed(session, undo);
    },
    async 'cast.mergeOutlook'({ role, into }) {
      const session = projects.need();
      roleOf(session, role);
      roleOf(session, into);
      const roles = await session.reader.ask('castRoles', null);
      return {
        ...(await mergeOutlook(session, parts, role, into)),
        lines: roles.find(({ name }) => name === role)?.lines ?? 0,
        rules: session.project.cast.rules().filter((rule) => rule.role === role).length,
      };
    },
    async 'cast.merge'({ role, into }) {
      const session = projects.need();
      roleOf(session, role);
      roleOf(session, into);
      const outlook = await mergeOutlook(session, parts, role, into);
      return { ...changed(session, session.project.roleChanges.merge(role, into)), outlook };
    },
    'cast.undo'({ undoId }) {
      const session = projects.need();
      const undo = found(undos.take(session, undoId), 'role');
      roleOf(session, undo.into);
      session.project.roleChanges.undo(undo);
      session.castChanged();
      return null;
    },
  };
}

const mergeOutlook = (
  session: ProjectSession,
  parts: HandlerParts,
  from: string,
  into: string,
): Promise<CastOutlook> => {
  const rules = session.project.cast.rules();
  const named = rules.some(({ role }) => role === from);
  const moved = rules.map((rule) => (rule.role === from ? { ...rule, role: into } : rule));
  return outlookOf(session, parts, { merged: { from, into }, ...(named ? { rules: moved } : {}) });
};

type LineChannel = 'cast.overrides' | 'cast.putOverrides' | 'cast.lineAt' | 'cast.audition';

function lineHandlers(parts: HandlerParts): HandlersOf<LineChannel> {
  const { projects, connections, audition, ports } = parts;
  return {
    'cast.overrides': ({ role }) => projects.need().reader.ask('castOverrides', role),
    async 'cast.putOverrides'({ lines }) {
      const session = projects.need();
      const { project, places } = session;
      for (const { lineId } of lines) found(places.of(lineId), 'line');
      const outlook = await outlookOf(session, parts, { overrides: lines });
      const previous = project.db.transaction(() =>
        lines.map(({ lineId, override }) => ({ lineId, override: project.lines.setOverride(lineId, override) })),
      );
      session.linesChanged(lines.map(({ lineId }) => lineId));
      return { previous, outlook };
    },
    'cast.lineAt': (wanted) => projects.need().reader.ask('castLineAt', wanted),
    async 'cast.audition'({ role, lineId, voice: id }) {
      const session = projects.need();
      const { project } = session;
      const link = await connections.needLink();
      refuseOtherService(project, link);
      const voice = found(
        (await connections.voices()).find((known) => known.id === id),
        'voice',
      );
      const text = found(textOfRole(project.db, lineId, role), 'line');
      const way = auditionWay(voice.voice_engine ?? null);
      const withParameters = link.identity.origin === LOCAL_ORIGIN;
      const request = auditionRequest(project, { text, role, lineId, withParameters, voice: id });
      if (!request.ok) return refuse({ kind: 'invalid', field: 'audition', reason: request.problem.kind });
      const { characters, parameters } = request;
      const begin = () =>
        way.endpoint === 'stream'
          ? audition.start(link.client, { ...parameters, voice_engine: way.engine })
          : audition.fetch((signal, to) => {
              // The interface shows no more than these for single generation.
              const shown = { text: parameters.text, voice: id };
              const asked = withParameters ? { ...parameters, voice: id } : shown;
              return speakSingle(link.client, asked, way.engine, { to, signal });
            });
      const price = priceOfConnection(connections.current);
      const entry = { session, connection: link.identity, price, lineId, role, characters, now: ports.clock.now() };
      const { auditionId } = await bookedAudition(entry, begin);
      return { auditionId, characters, endpoint: way.endpoint };
    },
  };
}

async function rolesOf(session: ProjectSession, { connections }: HandlerParts) {
  const voices = new Map(connections.knownVoices.map((voice) => [voice.id, voice]));
  const roles = await session.reader.ask('castRoles', null);
  return roles.map((role) => {
    const known = role.voice === null ? undefined : voices.get(role.voice);
    return { ...role, voiceName: known?.name ?? null, voiceTraits: known ? traitsOf(known) : null };
  });
}

const roleOf = (session: ProjectSession, name: string): Role =>
  found(session.project.cast.snapshot().roles.get(name), 'role');

/** @throws RequestError where the service lists a voice as one that batches do not take */
function refuseUnfit({ connections }: HandlerParts, voice: string | null | undefined): void {
  const known = connections.knownVoices.find(({ id }) => id === voice);
  if (known && !fitsBatches(known)) refuse({ kind: 'invalid', field: 'voice', reason: 'engine' });
}

function changedBy(role: Role, { voice = role.voice, parameters = {} }: RoleChange): Role {
  const all = Object.entries({ ...role.parameters, ...parameters }).filter(([, value]) => value != null);
  return { ...role, voice, parameters: speechParametersSchema.parse(Object.fromEntries(all)) };
}

/** The change that brings back what a change replaces, and no more. */
function takesBack({ voice, parameters }: Role, change: RoleChange): RoleChange {
  const names = Object.keys(change.parameters ?? {}) as (keyof typeof parameters)[];
  return {
    ...(change.voice === undefined ? {} : { voice }),
    ...(change.parameters && { parameters: Object.fromEntries(names.map((name) => [name, parameters[name] ?? null])) }),
  };
}
