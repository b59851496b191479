import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { HandlerParts } from '../session/handler-parts.ts';

export function undoHandlers({ undo }: HandlerParts): HandlersOf<ChannelsOf<'undo'>> {
  return {
    'undo.undo': async ({ step }) => ({ redo: await undo.undo(step) }),
    async 'undo.redo'({ step }) {
      await undo.redo(step);
      return null;
    },
  };
}
