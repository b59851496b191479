// An editor in the page, on a document.
import type { Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { ScriptSession } from '../document/script-session.ts';

export interface OpenEditor {
  readonly session: ScriptSession;
  readonly view: EditorView;
  /** Calls after each update until the returned function is called. */
  readonly listen: (listener: (transactions: readonly Transaction[]) => void) => () => void;
  readonly close: () => void;
}

/** Shows a document where it was left, and keeps it in step with what is typed. */
export function openEditor(session: ScriptSession, parent: HTMLElement): OpenEditor {
  const listeners = new Set<(transactions: readonly Transaction[]) => void>();
  const view = new EditorView({
    state: session.state,
    parent,
    ...(session.scroll === null ? {} : { scrollTo: session.scroll }),
    dispatchTransactions: (transactions, target) => {
      target.update(transactions);
      for (const transaction of transactions) session.changed(transaction);
      for (const listener of listeners) listener(transactions);
    },
  });
  session.attach(view);
  return {
    session,
    view,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      session.detach();
      view.destroy();
    },
  };
}
