import type { ProjectSummary } from '../../../../shared/ipc/project-requests.ts';
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import type { VoiceConnection } from '../../api/voice-connection.ts';
import { auditionImport, type ImportAuditionParts } from '../../audition/import-audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { ImportController } from '../../import/import-controller.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';

export interface ProjectHandlerParts extends ImportAuditionParts {
  readonly projects: Projects;
  readonly recent: { pathOf(id: string): string | null };
  readonly imports: ImportController;
  readonly exports: { readonly isRunning: boolean };
  readonly connections: Pick<VoiceConnection, 'requireLink' | 'voices' | 'knownVoices'>;
  readonly undo: Pick<UndoLog, 'add'>;
}

export function projectHandlers(parts: ProjectHandlerParts): HandlersOf<ChannelsOf<'project'>> {
  const { projects, recent, imports, exports, connections, undo } = parts;
  return {
    'project.current': () => projects.session?.currentSummary() ?? null,
    'project.openRecent': ({ id }) => projects.open(requireFound(recent.pathOf(id), 'project')),
    'project.restoreBackup': () => projects.restoreBackup(),
    'project.resetSettings': () => projects.resetSettings(),
    'project.openToRead': () => projects.openReadOnly(),
    'project.reopen': () => projects.reopen(),
    'project.acceptMissingLog': () => projects.acceptMissingLog(),
    'project.create': ({ name }) => projects.create(name),
    'project.createSample': () => projects.createSample(),
    'project.previewImport': ({ name, bytes, together }) => imports.readBytes(name, bytes, together),
    'project.joinImports': ({ importIds }) => imports.join(importIds),
    async 'project.cancelImport'() {
      await imports.cancel();
      return null;
    },
    'project.importPreview': ({ importId, choices }) => imports.preview(importId, choices),
    'project.importText': ({ importId, choices, part }) => imports.text(importId, choices, part),
    'project.auditionImport': (wish) => auditionImport(wish, parts),
    async 'project.createFromImport'({ importId, name, choices }) {
      const summary = await projects.createFromImport(name, importId, choices);
      await imports.forget(importId);
      return summary;
    },
    async 'project.close'() {
      if (exports.isRunning) refuse({ kind: 'busy', what: 'export' });
      await projects.close();
      return null;
    },
    async 'project.confirmPlace'() {
      const session = projects.requireSession();
      const confirm = () => changeLocation(session, () => session.project.confirmPlace());
      const hold = async () => void (await changeLocation(session, () => session.project.revokePlace()));
      const summary = await confirm();
      return { ...summary, step: undo.add(repeatable(summary, hold, confirm), { project: session }) };
    },
    async 'project.adoptConnection'() {
      const session = projects.requireSession();
      const { identity } = await connections.requireLink();
      const former = session.project.info().connection;
      const adopt = (wanted: ConnectionIdentity) =>
        changeLocation(session, () => {
          if (session.run.isActive) refuse({ kind: 'busy', what: 'run' });
          session.project.adoptConnection(wanted);
        });
      const revert = async () => {
        const { origin, userId } = session.project.info().connection;
        refuseOutdated(origin !== identity.origin || userId !== identity.userId, 'connection');
        await adopt(former);
      };
      const summary = await adopt(identity);
      const inverse = repeatable(summary, revert, () => adopt(identity));
      return { ...summary, step: undo.add(inverse, { project: session }) };
    },
    async 'project.updateSettings'(patch) {
      const session = projects.requireSession();
      const wanted = withoutUndefined(patch);
      const former = pickKeys(session.project.settings(), wanted);
      const summary = await saveSettings(session, wanted);
      const revert = async () => void (await saveSettings(session, former));
      const inverse = repeatable(summary, revert, () => saveSettings(session, wanted));
      return { ...summary, step: undo.add(inverse, { project: session }) };
    },
    'project.chapters': () => projects.requireSession().views.chapters(),
    'project.roles': () => projects.requireSession().views.roles(connections.knownVoices),
  };
}

/** Changes the project's location or connection. They determine whether its runs can continue. */
function changeLocation(session: ProjectSession, work: () => void): Promise<ProjectSummary> {
  work();
  session.linkChanged();
  return session.emitSummary();
}

type SettingsPatch = Parameters<ProjectSession['project']['updateSettings']>[0];

function saveSettings(session: ProjectSession, patch: SettingsPatch): Promise<ProjectSummary> {
  if (session.project.updateSettings(patch)) {
    session.scriptChanged();
    session.linesChanged(null);
  }
  if (DISCLOSURE_SETTINGS.some((name) => Object.hasOwn(patch, name))) session.updateDisclosure();
  if (PROOF_SETTINGS.some((name) => Object.hasOwn(patch, name))) session.proofer.restart();
  return session.emitSummary();
}

/** Settings that determine whether takes are compared with their text, and in which language. */
const PROOF_SETTINGS = ['proofTakes', 'language'] as const;

/** Settings that determine the words of the spoken disclosure. */
const DISCLOSURE_SETTINGS = ['productionKind', 'language'] as const;

const pickKeys = <T extends object>(source: T, keysOf: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.entries(source).filter(([name]) => Object.hasOwn(keysOf, name))) as Partial<T>;

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(patch: T): Present<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Present<T>;
}
