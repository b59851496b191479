// Scripts that are named from outside, on their way to the preview of what they would become.
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import type { EventOf } from '../../shared/ipc/events.ts';
import type { AskStudio } from '../ipc/shell-handlers.ts';

export interface ScriptShowerOptions {
  readonly ask: AskStudio;
  /** Resolves once the page hears events. */
  readonly listening: Promise<void>;
  readonly show: (found: EventOf<'import-ready'>) => void;
  /** A script could not be read; the window has the words. */
  readonly tell: (error: BridgeError) => void;
}

/** @returns what reads scripts, by their paths, and has the window show them; one set of them after the other */
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
