import type { BridgeError } from '../../shared/ipc/envelope.ts';
import type { EventOf } from '../../shared/ipc/events.ts';
import type { AskStudio } from '../ipc/shell-handlers.ts';

export interface ScriptShowerOptions {
  readonly ask: AskStudio;
  /** Resolves when the page is ready to receive events. */
  readonly listening: Promise<void>;
  readonly show: (found: EventOf<'import-ready'>) => void;
  readonly tell: (error: BridgeError) => void;
}

/** Returns a function that reads scripts and shows them in the window, one set at a time. */
export function createScriptShower({ ask, listening, show, tell }: ScriptShowerOptions) {
  let turn: Promise<void> = listening;
  return (paths: readonly string[]): Promise<void> => {
    const shown = turn.then(async () => {
      const importIds: string[] = [];
      for (const path of paths) {
        const reply = await ask('previewImportFile', { path, together: paths.length > 1 });
        if (reply.ok) importIds.push(reply.value.importId);
        else tell(reply.error);
      }
      const [importId, ...later] = importIds;
      if (importId !== undefined) show({ importId, later });
    });
    turn = shown.catch(() => {});
    return shown;
  };
}
