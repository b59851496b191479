import { readPickupFile, readPickupText } from '@lectern/manuscript/pickups';
import { MAX_PICKUPS, type PickupList } from '../../../shared/model/pickups.ts';
import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import { refuse } from '../bridge/request-error.ts';
import type { StoredNote } from '../project/takes/note-store.ts';
import type { ProjectSession } from '../session/project-session.ts';
import type { Projects } from '../session/projects.ts';
import { type Inverse, refuseOutdated, type UndoLog } from '../undo/undo-log.ts';
import { type AppliedPickups, applyPickups, turnPickups } from './apply-pickups.ts';

export interface PickupParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly undo: Pick<UndoLog, 'add'>;
}

export function pickupHandlers({ projects, undo }: PickupParts): HandlersOf<ChannelsOf<'pickups'>> {
  const match = (list: PickupList, file: string) => {
    if (list.pickups.length > MAX_PICKUPS) refuse({ kind: 'import', file, problem: 'too-large' });
    return projects.requireSession().reader.query('matchPickups', list);
  };
  return {
    'pickups.readFile': ({ name, bytes }) => match(readPickupFile(bytes, name), name),
    'pickups.readText': ({ text }) => match(readPickupText(text), ''),
    async 'pickups.apply'({ notes, retakeLineIds }) {
      const session = projects.requireSession();
      const applied: AppliedPickups[] = [];
      const apply = () => void applied.push(applyPickups(session.project, notes));
      const run = retakeLineIds.length > 0 ? await session.run.retake(retakeLineIds, 1, apply) : null;
      if (run === null) apply();
      const { added, known } = applied[0] ?? { added: [], known: 0 };
      const step = added.length === 0 ? null : undo.add(turning(session, added, 'removed'), { project: session });
      notifyChanged(session, added);
      return { step, added: added.length, known, run };
    },
  };
}

/** Undoing doesn't cancel renders, because submitted jobs are already paid for. */
function turning(session: ProjectSession, added: readonly StoredNote[], to: 'removed' | 'added'): Inverse {
  return () => {
    refuseOutdated(!turnPickups(session.project, added, to), 'note');
    notifyChanged(session, added);
    return turning(session, added, to === 'removed' ? 'added' : 'removed');
  };
}

const notifyChanged = (session: ProjectSession, notes: readonly StoredNote[]): void =>
  session.takesChanged([...new Set(notes.map(({ lineId }) => lineId))]);
