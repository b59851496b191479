import type { LineNote } from '../../../../shared/model/note.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { type Inverse, refuseOutdated, type UndoLog } from '../../undo/undo-log.ts';
import type { StoredNote } from './note-store.ts';

export interface NoteParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly undo: Pick<UndoLog, 'add'>;
}

export function noteHandlers({ projects, undo }: NoteParts): HandlersOf<ChannelsOf<'note'>> {
  /**
   * Records a change that has been made. `before` is null for a new note, and `after` for a removed one.
   * @returns the undo step
   */
  function changed(
    session: ProjectSession,
    { id, lineId }: StoredNote,
    before: StoredNote | null,
    after: StoredNote | null,
  ): string {
    const turn =
      (from: StoredNote | null, to: StoredNote | null): Inverse =>
      () => {
        refuseOutdated(!session.project.notes.restore(id, from, to), 'note');
        session.takesChanged([lineId]);
        return turn(to, from);
      };
    session.takesChanged([lineId]);
    return undo.add(turn(after, before), { project: session });
  }
  const noteOf = ({ project }: ProjectSession, { id, lineId }: StoredNote): LineNote =>
    project.notes.ofLine(lineId).find((note) => note.id === id) ?? refuse({ kind: 'not-found', what: 'note' });

  return {
    'note.list': ({ lineId }) => projects.requireSession().project.notes.ofLine(lineId),
    'note.add'(note) {
      const session = projects.requireSession();
      const added = session.project.notes.add(note);
      return { step: changed(session, added, null, added), note: noteOf(session, added) };
    },
    'note.change'({ noteId, ...change }) {
      const session = projects.requireSession();
      const { before, after } = requireFound(session.project.notes.change(noteId, change), 'note');
      return { step: changed(session, after, before, after), note: noteOf(session, after) };
    },
    'note.remove'({ noteId }) {
      const session = projects.requireSession();
      const removed = requireFound(session.project.notes.remove(noteId), 'note');
      return { step: changed(session, removed, removed, null) };
    },
  };
}
