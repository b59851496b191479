import type { ReplyOf } from '../../../../shared/ipc/contract.ts';
import type { BookChange } from '../../../../shared/model/book.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { Awaitable } from '../../ports.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import type { Project } from '../project.ts';
import { changeBook } from './change-book.ts';
import { type FormerCredits, restoreCredits, setCredits, setDisclosure } from './credits-in-script.ts';

export interface BookParts {
  /** Returns the book's details and which of them are missing. */
  readonly readBookDetails: (project: Project) => Awaitable<ReplyOf<'book.read'>>;
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly undo: Pick<UndoLog, 'add'>;
}

export function bookHandlers({ projects, undo, readBookDetails }: BookParts): HandlersOf<ChannelsOf<'book'>> {
  return {
    'book.read': () => readBookDetails(projects.requireSession().project),
    async 'book.change'({ change }) {
      const session = projects.requireSession();
      const make = () => changeDetails(session, change);
      const revert = (former: BookChange) => void changeDetails(session, former);
      const step = undo.add(repeatable(make(), revert, make), { project: session });
      return { ...(await readBookDetails(session.project)), step };
    },
    'book.setCredits': ({ credits }) =>
      changeCredits(projects.requireSession(), undo, ({ project }) => setCredits(project, credits)),
    'book.setDisclosure': ({ disclosure }) =>
      changeCredits(projects.requireSession(), undo, (session) =>
        setDisclosure(session.project, disclosure, (voice) => session.consentOf(voice)),
      ),
  };
}

function changeCredits(
  session: ProjectSession,
  undo: BookParts['undo'],
  change: (session: ProjectSession) => FormerCredits,
): { readonly step: string | null } {
  const { project } = session;
  const make = (): FormerCredits => {
    const former = change(session);
    session.castNewRoles();
    notifyScriptChanged(session);
    return former;
  };
  const former = make();
  const made = project.script.text();
  const revert = (before: FormerCredits): void => {
    refuseOutdated(project.script.text() !== made, 'script');
    restoreCredits(project, before);
    notifyScriptChanged(session);
  };
  return { step: undo.add(repeatable(former, revert, make), { project: session }) };
}

function changeDetails(session: ProjectSession, change: BookChange): BookChange {
  const { former, isScriptChanged } = changeBook(session.project, change);
  session.bookChanged();
  if (isScriptChanged) notifyScriptChanged(session);
  if (change.language !== undefined) session.updateDisclosure();
  return former;
}

function notifyScriptChanged(session: ProjectSession): void {
  session.castChanged();
  session.scriptChanged();
  session.emitSummarySoon();
}
