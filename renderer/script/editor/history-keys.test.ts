// @vitest-environment happy-dom
import { history } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { editorKeys } from './create-state.ts';

function editorOf(text: string): EditorView {
  const extensions = [history({ newGroupDelay: 0 }), editorKeys];
  return new EditorView({ state: EditorState.create({ doc: text, extensions }) });
}

function press(view: EditorView, key: string, shiftKey: boolean): void {
  const event = new KeyboardEvent('keydown', { key, code: 'KeyZ', ctrlKey: true, shiftKey, cancelable: true });
  // Where a letter's key has to be guessed, this is looked at.
  Object.defineProperty(event, 'keyCode', { value: 90 });
  view.contentDOM.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
}

/** Words that are written one after the other, each to be taken back by itself. */
function write(view: EditorView, ...words: readonly string[]): void {
  for (const insert of words) view.dispatch({ changes: { from: view.state.doc.length, insert }, userEvent: 'input' });
}

test.each([
  ['without Caps Lock', 'z', 'Z'],
  ['with Caps Lock', 'Z', 'z'],
])('undo and redo, %s, are what Shift says', (_, bare, shifted) => {
  const view = editorOf('');
  write(view, 'one ', 'two ', 'three');
  press(view, bare, false);
  press(view, bare, false);
  expect(view.state.doc.toString()).toBe('one ');
  press(view, shifted, true);
  expect(view.state.doc.toString()).toBe('one two ');
  press(view, shifted, true);
  expect(view.state.doc.toString()).toBe('one two three');
  view.destroy();
});

test('what was put together and called off is no step of its own', () => {
  const view = editorOf('');
  write(view, 'one ', 'two ');
  view.dispatch({ changes: { from: 8, insert: 'かな' }, userEvent: 'input.type.compose.start' });
  view.dispatch({ changes: { from: 8, to: 10 }, userEvent: 'input.type.compose' });
  press(view, 'z', false);
  expect(view.state.doc.toString()).toBe('one ');
  press(view, 'Z', true);
  expect(view.state.doc.toString()).toBe('one two ');
  const undo = new InputEvent('beforeinput', { inputType: 'historyUndo', cancelable: true });
  view.contentDOM.dispatchEvent(undo);
  expect(view.state.doc.toString()).toBe('one ');
  view.destroy();
});
