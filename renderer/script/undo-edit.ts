import { redo, undo } from '@codemirror/commands';
import type { Text } from '@codemirror/state';
import { words } from '../locales/words.ts';
import { Outdated, type WindowUndo } from '../ui/undo-history.ts';
import type { DocumentSnapshot, ScriptSession } from './document/script-session.ts';

const t = words('script');

/** Returns false, without changing anything, if the text has been edited since or the edit has already been undone. */
export function undoLatestEdit({ session, text }: DocumentSnapshot): boolean {
  if (!session.state.doc.eq(text)) return false;
  return undo({ state: session.state, dispatch: (transaction) => session.apply(transaction) });
}

export function editUndo(session: ScriptSession, before: Text): WindowUndo {
  const after = session.snapshot(session.state.doc);
  const former = session.snapshot(before);
  return {
    run() {
      if (!undoLatestEdit(after)) throw new Outdated(t('editedSinceUndoThere'));
    },
    redo() {
      const { session: now, text } = former;
      const target = { state: now.state, dispatch: now.apply.bind(now) };
      if (!now.state.doc.eq(text) || !redo(target)) throw new Outdated(t('editedSince'));
    },
  };
}
