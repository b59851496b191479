import { historyKeymap, insertNewline, redo, standardKeymap, undo } from '@codemirror/commands';
import { search } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec, type Text } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, type Panel, placeholder } from '@codemirror/view';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import { lineEndingChanges, withoutInvisible } from '../../../shared/rules/characters.ts';
import { words } from '../../locales/words.ts';
import { runCommand } from '../../ui/commands.ts';
import { isMac, pressedCommand, shortcutLabel } from '../../ui/shortcuts.tsx';
import { outranksText } from '../../ui/undo-history.ts';
import { externalEdit } from '../document/document-state.ts';
import { documentHistory } from '../document/join-histories.ts';
import { chapterBounds } from './chapter-bounds.ts';
import { type EditorEnvironment, environmentFacet } from './editor-environment.ts';
import { lineGutter } from './line-gutter.ts';
import { paragraphKeys } from './move-paragraph.ts';
import { paragraphDrag } from './paragraph-drag.ts';
import { playingLineField } from './playing-line.ts';
import { roleCompletion } from './role-completion.ts';
import { problemRows, rowDecorations } from './row-decorations.ts';

const t = words('script');

export const readOnlySetting = new Compartment();

export interface EditorSetup {
  readonly environment: EditorEnvironment;
  readonly briefOf: (lineId: number) => LineBrief | undefined;
  readonly styleNonce: string;
}

/** Invisible characters, except for line ends and the joiners that emoji and some scripts need. */
const SPECIAL_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffc]/gu;

/** Normalises pasted text in the same way as an import. */
export const normalisePasted = (pasted: string): string =>
  withoutInvisible(pasted.replace(/\r\n?|[\u2028\u2029]/g, '\n'));

export function createState(text: Text, documentState: Extension, setup: EditorSetup): EditorState {
  const { environment, briefOf, styleNonce } = setup;
  return EditorState.create({
    doc: text,
    extensions: [
      // Only `\n` ends a row, so that offsets match those in the file, regardless of its line endings.
      EditorState.lineSeparator.of('\n'),
      documentState,
      playingLineField,
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
      // Each paragraph has its own text direction, and direction control characters are visible.
      EditorView.perLineTextDirection.of(true),
      highlightSpecialChars({ specialChars: SPECIAL_CHARACTERS }),
      plainRows,
      EditorView.contentAttributes.of({
        'aria-label': t('label'),
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
      }),
      EditorView.clipboardInputFilter.of(normalisePasted),
      placeholder(() => (environment.hasOtherChapters() ? emptyChapter() : emptyScript())),
      search({ top: true, createPanel: hiddenPanel }),
      rowDecorations,
      lineGutter,
      problemRows,
    ],
  });
}

/** If Caps Lock is on, pressing Shift yields a lower-case letter, so CodeMirror's keymap would undo instead of redo. */
const historyKeys = EditorView.domEventHandlers({
  keydown(event, view) {
    const id = pressedCommand(event, isMac());
    if (id !== 'edit.undo' && id !== 'edit.redo') return false;
    const way = id === 'edit.undo' ? 'undo' : 'redo';
    if (!(outranksText(way) && runCommand(id))) stepHistory(view, way);
    return true;
  },
  beforeinput(event, view) {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
    stepHistory(view, event.inputType === 'historyUndo' ? 'undo' : 'redo');
    return true;
  },
});

/** Undoes until the text changes, because a cancelled IME composition leaves a history entry that has no effect. */
function stepHistory(view: EditorView, direction: 'undo' | 'redo'): void {
  const turn = direction === 'undo' ? undo : redo;
  const { doc } = view.state;
  while (turn(view)) if (!view.state.doc.eq(doc)) return;
}

export const editorKeys: Extension = [
  Prec.high(historyKeys),
  keymap.of([{ key: 'Enter', run: insertNewline, shift: insertNewline }, ...historyKeymap, ...standardKeymap]),
];

/**
 * CodeMirror highlights matches only while its own search panel is open, so that panel is open but hidden behind ours.
 */
function hiddenPanel(): Panel {
  const dom = document.createElement('div');
  dom.hidden = true;
  return { dom };
}

function emptyScript(): HTMLElement {
  return emptyState([
    ['strong', t('empty.script')],
    ['span', t('empty.start', { keys: shortcutLabel('project.import') ?? 'none' })],
    ['code', t('empty.title')],
    ['code', t('empty.narration')],
    ['code', t('empty.turn')],
    ['code', t('empty.direction')],
  ]);
}

/** A chapter whose text has been deleted keeps its place in the chapter list until the project is closed. */
function emptyChapter(): HTMLElement {
  return emptyState([
    ['strong', t('empty.chapter')],
    ['span', t('empty.undo', { keys: shortcutLabel('edit.undo') ?? 'none' })],
    ['code', t('empty.title')],
  ]);
}

function emptyState(rows: readonly (readonly ['strong' | 'span' | 'code', string])[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'script-empty';
  for (const [tag, text] of rows) box.appendChild(document.createElement(tag)).textContent = text;
  return box;
}

/** Removes `\r` from typed, pasted, dropped and replaced text, because only `\n` ends a row. */
export const plainRows: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.annotation(externalEdit)) return transaction;
  const changes: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((_from, _to, start, _end, inserted: Text) => {
    if (!inserted.iter().next().done && inserted.toString().includes('\r')) {
      for (const { from, to, insert } of lineEndingChanges(inserted.toString())) {
        changes.push({ from: start + from, to: start + to, insert });
      }
    }
  });
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});

/**
 * Handles typing over a selection. Otherwise, Chromium would merge the rows and add inline styles, each of which causes
 * a content security policy error.
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
