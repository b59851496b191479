import { isolateHistory } from '@codemirror/commands';
import { ChangeSet, type EditorState } from '@codemirror/state';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { commandEntry, type MenuEntries } from '../ui/overlays/context-menu.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { acceleratorLabel, isMac } from '../ui/shortcuts.tsx';
import { audition, type SpokenPassage, stopAudition } from '../ui/sound/audition.ts';
import { useView } from '../ui/view-store.ts';
import { chapterAt, chapterStart, documentField, paragraphAt, savedOffset } from './document/document-state.ts';
import { unsaved } from './document/edit-queue.ts';
import type { ScriptSession } from './document/script-session.ts';
import { isContinuous } from './editor/chapter-bounds.ts';
import { moveParagraph, paragraphMove } from './editor/move-paragraph.ts';
import type { OpenEditor } from './editor/script-editor.tsx';
import { playFromWord } from './editor/spoken-words.ts';
import { useFind } from './find/find-fields.tsx';
import { environment } from './project-sessions.ts';
import { rowsOfBlock, spokenRanges } from './rows/scan-rows.ts';
import { editUndo } from './undo-edit.ts';

const t = words('script');

const MAX_QUERY_LENGTH = 200;

export function useScriptCommands(editor: OpenEditor | null): void {
  const isHere = editor !== null;
  const queryClient = useQueryClient();
  const find = (scope: 'chapter' | 'script') =>
    editor && useFind.getState().open(scope, selectedText(editor.view.state));
  const regroup = (action: 'group' | 'ungroup') => editor && void changeDialogs(editor, action).catch(notifyFailure);
  useCommand('script.find', () => find('chapter'), isHere);
  useCommand('script.findAll', () => find('script'), isHere);
  useCommand('script.group', () => regroup('group'), isHere);
  useCommand('script.ungroup', () => regroup('ungroup'), isHere);
  useCommand('script.audition', () => editor && auditionSelection(editor.view.state), isHere);
  useCommand('script.playLine', () => environment.playCursor(), isHere);
  useCommand('script.playFromWord', () => editor && playFromCursor(editor, queryClient), isHere);

  useEffect(() => {
    environment.playCursor = () => {
      const lineId = useView.getState().selectedLineId;
      if (lineId !== null) environment.playLine(lineId);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && stopAudition()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function playFromCursor({ view }: OpenEditor, queryClient: QueryClient): void {
  playFromWord(view, queryClient, view.state.selection.main.head)
    .then((plays) => plays || notify(t('noWordTimes'), { id: 'no-take' }))
    .catch(notifyFailure);
}

export function lineEntries({ view }: OpenEditor): MenuEntries {
  const { state } = view;
  const text = (command: 'cut' | 'copy', disabled: boolean) => ({
    label: t(`menu.${command}`),
    keys: acceleratorLabel(command === 'cut' ? 'CmdOrCtrl+X' : 'CmdOrCtrl+C', isMac()),
    disabled,
    run: () => {
      view.focus();
      document.execCommand(command);
    },
  });
  const move = (name: 'moveUp' | 'moveDown', keys: string, by: -1 | 1) => ({
    label: t(`menu.${name}`),
    keys,
    disabled: paragraphMove(state, by) === null,
    run: () => void moveParagraph(view, by),
  });
  const { empty } = state.selection.main;
  return [
    commandEntry('script.playLine'),
    commandEntry('script.playFromWord'),
    commandEntry('script.audition', empty ? t('menu.audition') : undefined),
    commandEntry('run.renderLine'),
    null,
    commandEntry('script.group'),
    commandEntry('script.ungroup'),
    null,
    move('moveUp', 'Alt ↑', -1),
    move('moveDown', 'Alt ↓', 1),
    commandEntry('script.moveToChapter'),
    null,
    text('cut', empty || state.readOnly),
    text('copy', empty),
    commandEntry('script.find'),
  ];
}

function selectedText(state: EditorState): string {
  const words = state.sliceDoc(state.selection.main.from, state.selection.main.to);
  return words.length > MAX_QUERY_LENGTH || words.includes('\n') ? '' : words;
}

function auditionSelection(state: EditorState): void {
  const { main } = state.selection;
  const rows = rowsOfBlock(state.doc, state.doc.lineAt(main.head).number);
  if (main.empty && rows === null) return;
  const from = main.empty && rows !== null ? state.doc.line(rows.first).from : main.from;
  const to = main.empty && rows !== null ? state.doc.line(rows.last).to : main.to;
  const stretches = spokenRanges(state.doc, from, to, environment.readBlock).map((stretch): SpokenPassage => {
    const lineId = paragraphAt(state, stretch.paragraphFrom)?.info.lineIds[0] ?? null;
    return { role: stretch.role, text: stretch.text, lineId };
  });
  if (stretches.length === 0) notify(t('nothingSpoken'), { id: 'audition' });
  else audition(stretches, environment.roleColour).catch(notifyFailure);
}

/**
 * If text is selected, applies to the selection. Otherwise, grouping applies to the whole chapter, and ungrouping only
 * to the dialog line at the cursor.
 */
async function changeDialogs({ session }: OpenEditor, action: 'group' | 'ungroup'): Promise<void> {
  await session.whenSaved();
  const { from, to } = rangeOf(session, action);
  const { documentId } = session;
  const { index } = session.state.field(documentField);
  const { changes, linesBefore, linesAfter } = await ask('script.dialogEdits', { documentId, from, to, action });
  if (changes.length === 0) {
    notify(t('nothingToRegroup', { action }), { id: 'dialogs' });
    return;
  }
  const { queue } = session.state.field(documentField);
  // Text typed since the request is kept, because the change is mapped through it.
  const change = ChangeSet.of([...changes], index.length, '\n');
  const typed = unsaved(queue);
  const before = session.state.doc;
  session.dispatch({
    changes: typed === null ? change : change.map(typed),
    annotations: isolateHistory.of('full'),
    userEvent: action === 'group' ? 'input.group' : 'input.ungroup',
  });
  notify(t('regrouped', { before: linesBefore, after: linesAfter }), {
    id: 'dialogs',
    undo: editUndo(session, before),
  });
}

function rangeOf(
  { state, chapterIds }: ScriptSession,
  action: 'group' | 'ungroup',
): { readonly from: number; readonly to: number } {
  const { main } = state.selection;
  const { index } = state.field(documentField);
  if (!main.empty) return { from: savedOffset(state, main.from), to: savedOffset(state, main.to) };
  const rows = rowsOfBlock(state.doc, state.doc.lineAt(main.head).number);
  if (action === 'ungroup' && rows !== null) {
    const [from, to] = [state.doc.line(rows.first).from, state.doc.line(rows.last).to];
    const block = environment.readBlock(state.sliceDoc(from, to));
    if (block.roles.length > 1) return { from: savedOffset(state, from), to: savedOffset(state, to) };
  }
  if (!isContinuous(state)) return { from: 0, to: index.length };
  const at = chapterIds.indexOf(chapterAt(state, chapterIds, main.head) ?? null);
  const startOf = (id: number | null) => savedOffset(state, chapterStart(state, id));
  const next = chapterIds[at + 1];
  return { from: startOf(chapterIds[at] ?? null), to: next === undefined ? index.length : startOf(next) };
}
