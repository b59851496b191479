// Takes back an edit that a command made, from outside of the text.
import { redo, undo } from '@codemirror/commands';
import type { Text } from '@codemirror/state';
import { words } from '../locales/words.ts';
import { Outdated, type OwnUndo } from '../ui/undo-history.ts';
import type { Moment, ScriptSession } from './document/script-session.ts';

const t = words('script');

/**
 * Takes the latest edit of a document back.
 *
 * @param moment the text right after the edit
 * @returns false where something was edited since, or it was taken back already: nothing is done then
 */
export function takeBackEdit({ session, text }: Moment): boolean {
  if (!session.state.doc.eq(text)) return false;
  return undo({ state: session.state, dispatch: (transaction) => session.apply(transaction) });
}

/** The way back of an edit that was just made in a document as one entry of its history. */
export function undoOfEdit(session: ScriptSession, before: Text): OwnUndo {
  const after = session.remember(session.state.doc);
  const former = session.remember(before);
  return {
    run() {
      if (!takeBackEdit(after)) throw new Outdated(t('editedSinceUndoThere'));
    },
    redo() {
      const { session: now, text } = former;
      const target = { state: now.state, dispatch: now.apply.bind(now) };
      if (!now.state.doc.eq(text) || !redo(target)) throw new Outdated(t('editedSince'));
    },
  };
}
