import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { UndoLog } from './undo-log.ts';

export function undoHandlers({ undo }: { readonly undo: UndoLog }): HandlersOf<ChannelsOf<'undo'>> {
  return {
    'undo.undo': async ({ step }) => ({ redo: await undo.undo(step) }),
    async 'undo.redo'({ step }) {
      await undo.redo(step);
      return null;
    },
  };
}
