// Typing over a selection. Left to itself Chromium merges the rows and keeps their looks by inline styles, which the
// page's content security policy refuses, with an error for each.
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export const typingOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.readOnly) return false;
    if (view.state.selection.main.empty && !data.includes('\n')) return false;
    const { main } = view.state.selection;
    view.dispatch({
      changes: { from: main.from, to: main.to, insert: view.state.toText(data) },
      selection: { anchor: main.from + data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  },
});
