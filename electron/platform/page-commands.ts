// Commands of the menu on their way to the page: one that is given while a page loads waits until that page listens.
import type { CommandId } from '../../shared/ipc/commands.ts';

export interface PageCommands {
  /** Gives a command to the page, once it listens. Of several that wait, the last one counts. */
  give(id: CommandId): void;
  /** A window opens: what waited was not meant for it. */
  windowOpens(): void;
  /** Another page has come, which hears nothing yet. */
  pageComes(): void;
  /** The page hears events from now on. */
  pageListens(): void;
}

/** @param send tells the page; what is sent while no page listens is lost */
export function createPageCommands(send: (id: CommandId) => void): PageCommands {
  let isListening = false;
  let waiting: CommandId | null = null;
  return {
    give(id) {
      if (isListening) send(id);
      else waiting = id;
    },
    windowOpens() {
      isListening = false;
      waiting = null;
    },
    pageComes() {
      isListening = false;
    },
    pageListens() {
      isListening = true;
      if (waiting !== null) send(waiting);
      waiting = null;
    },
  };
}
