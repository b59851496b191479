import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import { requireFound } from '../bridge/request-error.ts';
import { once, type UndoLog } from '../undo/undo-log.ts';
import type { RenderQueue } from './render-queue.ts';

export interface QueueHandlerParts {
  readonly queue: RenderQueue;
  readonly recent: { entry(id: string): { readonly path: string; readonly name: string } | null };
  readonly undo: Pick<UndoLog, 'add'>;
}

export function queueHandlers({ queue, recent, undo }: QueueHandlerParts): HandlersOf<ChannelsOf<'queue'>> {
  return {
    'queue.state': () => queue.state(),
    'queue.plan': ({ id }) => queue.plan(requireFound(recent.entry(id), 'project').path),
    'queue.add'({ id, confirmed }) {
      const { path, name } = requireFound(recent.entry(id), 'project');
      return queue.add(path, name, confirmed);
    },
    'queue.move': ({ id, to }) => queue.move(id, to),
    'queue.setPriority': ({ id, priority }) => queue.setPriority(id, priority),
    'queue.pause': ({ id }) => queue.pause(id),
    'queue.resume': ({ id, confirmed }) => queue.resume(id, confirmed),
    async 'queue.stop'({ id }) {
      const takeBack = await queue.stop(id);
      return { ...queue.state(), step: undo.add(once(takeBack)) };
    },
    async 'queue.remove'({ id }) {
      const putBack = await queue.remove(id);
      return { ...queue.state(), step: undo.add(once(putBack)) };
    },
    'queue.clearDone': () => queue.clearDone(),
    'queue.hold': () => queue.hold(),
    'queue.continue': () => queue.continue(),
    'queue.setBudget': ({ budget }) => queue.setBudget(budget),
  };
}
