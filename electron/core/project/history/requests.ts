import type { SnapshotReason } from '../../../../shared/model/snapshot.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { once, type UndoLog } from '../../undo/undo-log.ts';
import { currentRecording } from '../folder/change-recording.ts';
import { addSnapshot, DamagedSnapshotError, deleteSnapshot, listSnapshots, restoreSnapshot } from './snapshots.ts';

export interface SnapshotParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function snapshotHandlers({ projects, undo, clock }: SnapshotParts): HandlersOf<ChannelsOf<'snapshots'>> {
  return {
    async 'snapshots.list'() {
      const { project, reader } = projects.requireSession();
      return { snapshots: listSnapshots(project.db), now: await reader.query('lineCounts', null) };
    },
    async 'snapshots.take'({ name }) {
      return { id: await takeSnapshot(projects.requireSession(), { kind: 'named', name }, clock.now()) };
    },
    async 'snapshots.restore'({ id }) {
      const session = projects.requireSession();
      const { project } = session;
      const before = await session.reader.query('snapshotContent', null);
      try {
        requireFound(restoreSnapshot(project, id, before, clock.now()), 'snapshot');
      } catch (error) {
        if (error instanceof DamagedSnapshotError) refuse({ kind: 'invalid', field: 'snapshot', reason: 'damaged' });
        throw error;
      }
      const changes = currentRecording()?.changesOf(project.db) ?? [];
      session.everythingChanged();
      if (changes.length === 0) return { step: null };
      return { step: undo.add(session.inverseOf(changes), { project: session }) };
    },
    'snapshots.delete'({ id }) {
      const session = projects.requireSession();
      const putBack = requireFound(deleteSnapshot(session.project.db, id), 'snapshot');
      return { step: undo.add(once(putBack), { project: session }) };
    },
  };
}

/** Waits for the project's reader thread, so call it before the change. @returns the snapshot's id */
export async function takeSnapshot(session: ProjectSession, reason: SnapshotReason, now: number): Promise<number> {
  const content = await session.reader.query('snapshotContent', null);
  return addSnapshot(session.project.db, reason, content, now);
}

/** Takes a snapshot if the cast change makes takes stale. @param role null for several roles */
export async function takeCastSnapshot(
  session: ProjectSession,
  outlook: { readonly stale: number },
  role: string | null,
  now: number,
): Promise<void> {
  if (outlook.stale > 0) await takeSnapshot(session, { kind: 'cast', role }, now);
}
