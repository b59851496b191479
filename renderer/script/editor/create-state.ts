// The state of an editor on a document: what keys do, what is drawn, how far undo goes.
import { historyKeymap, insertNewline, redo, standardKeymap, undo } from '@codemirror/commands';
import { search } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec, type Text } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, type Panel, placeholder } from '@codemirror/view';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import { plainRowChanges, withoutInvisible } from '../../../shared/rules/characters.ts';
import { words } from '../../locales/words.ts';
import { runCommand } from '../../ui/commands.ts';
import { isMac, pressedCommand, shortcutLabel } from '../../ui/shortcuts.tsx';
import { outranksWords } from '../../ui/undo-history.ts';
import { fromElsewhere } from '../document/document-state.ts';
import { documentHistory } from '../document/join-histories.ts';
import { chapterBounds } from './chapter-bounds.ts';
import { type EditorEnvironment, environmentFacet } from './editor-environment.ts';
import { lineGutter } from './line-gutter.ts';
import { paragraphKeys } from './move-paragraph.ts';
import { paragraphDrag } from './paragraph-drag.ts';
import { roleCompletion } from './role-completion.ts';
import { problemRows, rowDecorations } from './row-decorations.ts';
import { soundingField } from './sounding-line.ts';

const t = words('script');

/** Whether the text may be changed: a project may be open for reading only. */
export const readOnlySetting = new Compartment();

export interface EditorSetup {
  readonly environment: EditorEnvironment;
  /** The state of a line as it was last told. */
  readonly briefOf: (lineId: number) => LineBrief | undefined;
  /** What the style elements of the editor have to carry. */
  readonly styleNonce: string;
}

/** Characters that show nothing of themselves, but for those that end rows and the joiners that emoji and scripts need. */
const SPECIAL_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffc]/gu;

/** Pasted text as an import would take it. */
export const plainPasted = (pasted: string): string => withoutInvisible(pasted.replace(/\r\n?|[\u2028\u2029]/g, '\n'));

/** The state of an editor that shows a document for the first time. @param documentState what the session knows of it */
export function createState(text: Text, documentState: Extension, setup: EditorSetup): EditorState {
  const { environment, briefOf, styleNonce } = setup;
  return EditorState.create({
    doc: text,
    extensions: [
      // Only `\n` ends a row, so that every offset is that of the file whatever its line ends are.
      EditorState.lineSeparator.of('\n'),
      documentState,
      soundingField,
      readOnlySetting.of(EditorState.readOnly.of(false)),
      environmentFacet.of({ environment, briefOf }),
      EditorView.cspNonce.of(styleNonce),
      documentHistory,
      chapterBounds,
      editorKeys,
      paragraphKeys,
      paragraphDrag,
      roleCompletion,
      typingOver,
      EditorView.lineWrapping,
      // Each paragraph reads in its own direction; characters that turn the direction are seen.
      EditorView.perLineTextDirection.of(true),
      highlightSpecialChars({ specialChars: SPECIAL_CHARACTERS }),
      plainRows,
      EditorView.contentAttributes.of({
        'aria-label': t('label'),
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
      }),
      EditorView.clipboardInputFilter.of(plainPasted),
      placeholder(() => (environment.hasOtherChapters() ? emptyChapter() : emptyScript())),
      search({ top: true, createPanel: noPanel }),
      rowDecorations,
      lineGutter,
      problemRows,
    ],
  });
}

/**
 * Undo and redo by the keys that they have in the whole window. With Caps Lock, Shift makes a small letter, which a keymap
 * takes for the letter's key without Shift: redo would be undo.
 */
const historyKeys = EditorView.domEventHandlers({
  keydown(event, view) {
    const id = pressedCommand(event, isMac());
    if (id !== 'edit.undo' && id !== 'edit.redo') return false;
    const way = id === 'edit.undo' ? 'undo' : 'redo';
    if (!(outranksWords(way) && runCommand(id))) turnWords(view, way);
    return true;
  },
  beforeinput(event, view) {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
    turnWords(view, event.inputType === 'historyUndo' ? 'undo' : 'redo');
    return true;
  },
});

/** Undo or redo, until a word changes: letters that were put together and called off leave a step that changes nothing. */
function turnWords(view: EditorView, way: 'undo' | 'redo'): void {
  const turn = way === 'undo' ? undo : redo;
  const { doc } = view.state;
  while (turn(view)) if (!view.state.doc.eq(doc)) return;
}

/** What keys do to the words. */
export const editorKeys: Extension = [
  Prec.high(historyKeys),
  keymap.of([{ key: 'Enter', run: insertNewline, shift: insertNewline }, ...historyKeymap, ...standardKeymap]),
];

/** The window has a find panel of its own. CodeMirror marks what is found while a panel is open: this one is unseen. */
function noPanel(): Panel {
  const dom = document.createElement('div');
  dom.hidden = true;
  return { dom };
}

/** What to do with an empty script. */
function emptyScript(): HTMLElement {
  return emptyBox([
    ['strong', t('empty.script')],
    ['span', t('empty.start', { keys: shortcutLabel('project.import') ?? 'none' })],
    ['code', t('empty.title')],
    ['code', t('empty.narration')],
    ['code', t('empty.turn')],
    ['code', t('empty.direction')],
  ]);
}

/** What to do with a chapter that was emptied: its place in the list is kept until the project is closed. */
function emptyChapter(): HTMLElement {
  return emptyBox([
    ['strong', t('empty.chapter')],
    ['span', t('empty.undo', { keys: shortcutLabel('edit.undo') ?? 'none' })],
    ['code', t('empty.title')],
  ]);
}

function emptyBox(rows: readonly (readonly ['strong' | 'span' | 'code', string])[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'script-empty';
  for (const [tag, text] of rows) box.appendChild(document.createElement(tag)).textContent = text;
  return box;
}

/** Takes `\r` out of what is typed, pasted, dropped or put in place of something: rows end at `\n` and nothing else. */
export const plainRows: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.annotation(fromElsewhere)) return transaction;
  const changes: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((_from, _to, start, _end, inserted: Text) => {
    if (!inserted.iter().next().done && inserted.toString().includes('\r')) {
      for (const { from, to, insert } of plainRowChanges(inserted.toString())) {
        changes.push({ from: start + from, to: start + to, insert });
      }
    }
  });
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});

/**
 * Typing over a selection. Left to itself Chromium merges the rows and keeps their looks by inline styles, which the page's
 * content security policy refuses, with an error for each.
 */
const typingOver: Extension = EditorView.domEventHandlers({
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
