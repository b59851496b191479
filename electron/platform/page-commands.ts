// While a page is loading, a command waits until the page can receive it.
import type { CommandId } from '../../shared/ipc/commands.ts';

export interface PageCommands {
  /** If several commands are waiting, only the last one is sent. */
  send(id: CommandId): void;
  /** Discards waiting commands, because they were meant for an earlier window. */
  windowOpens(): void;
  pageLoading(): void;
  pageReady(): void;
}

export function createPageCommands(send: (id: CommandId) => void): PageCommands {
  let isListening = false;
  let waiting: CommandId | null = null;
  return {
    send(id) {
      if (isListening) send(id);
      else waiting = id;
    },
    windowOpens() {
      isListening = false;
      waiting = null;
    },
    pageLoading() {
      isListening = false;
    },
    pageReady() {
      isListening = true;
      if (waiting !== null) send(waiting);
      waiting = null;
    },
  };
}
