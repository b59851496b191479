import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { Projects } from '../session/projects.ts';
import type { UndoLog } from './undo-log.ts';

export interface UndoParts {
  readonly undo: UndoLog;
  readonly projects: Pick<Projects, 'session'>;
}

export function undoHandlers({ undo, projects }: UndoParts): HandlersOf<ChannelsOf<'undo'>> {
  return {
    'undo.undo': async ({ step }) => ({ redo: await undo.undo(step) }),
    async 'undo.redo'({ step }) {
      await undo.redo(step);
      return null;
    },
    'undo.history': () => projects.session?.steps?.list() ?? [],
    'undo.describe'(step) {
      projects.session?.steps?.describe(step);
      return null;
    },
  };
}
