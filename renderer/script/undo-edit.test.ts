import { history, isolateHistory } from '@codemirror/commands';
import { expect, it } from 'vitest';
import { Outdated } from '../ui/undo-history.ts';
import type { ScriptSession } from './document/script-session.ts';
import { openSession } from './testing/open-session.ts';
import { editUndo } from './undo-edit.ts';

const TEXT = 'LANE: The muffins are rather a trial.';

const textOf = ({ state }: ScriptSession) => state.doc.toString();

/** A command replaces a word. @returns the document, and the way back */
function replaceWord() {
  const { session } = openSession(TEXT, { extensions: history() });
  const before = session.state.doc;
  const from = TEXT.indexOf('muffins');
  session.dispatch({
    changes: { from, to: from + 'muffins'.length, insert: 'crumpets' },
    annotations: isolateHistory.of('full'),
  });
  return { session, undo: editUndo(session, before) };
}

it('undoes an edit and redoes it', () => {
  const { session, undo } = replaceWord();
  expect(textOf(session)).toContain('crumpets');
  undo.run();
  expect(textOf(session)).toBe(TEXT);
  undo.redo?.();
  expect(textOf(session)).toContain('crumpets');
});

it('leaves alone what was typed since: the edit can only be undone in the text', () => {
  const { session, undo } = replaceWord();
  session.dispatch({ changes: { from: session.state.doc.length, insert: ' More.' } });
  expect(undo.run).toThrow(Outdated);
  expect(textOf(session)).toBe('LANE: The crumpets are rather a trial. More.');
});

it('is not redone over what was typed since it was undone', () => {
  const { session, undo } = replaceWord();
  undo.run();
  session.dispatch({ changes: { from: session.state.doc.length, insert: ' More.' } });
  expect(() => undo.redo?.()).toThrow(Outdated);
  expect(textOf(session)).toBe(`${TEXT} More.`);
});
