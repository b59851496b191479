// Protects the chapter starts in continuous scrolling from accidental deletion, and limits "select all" to one chapter.
import {
  type ChangeSet,
  Compartment,
  EditorState,
  type Extension,
  Facet,
  Prec,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { externalEdit } from '../document/document-state.ts';
import { isBlankRow, type RowRange } from '../rows/scan-rows.ts';
import { environmentOf } from './editor-environment.ts';

const continuous = Facet.define<boolean, boolean>({ combine: ([isOn]) => isOn ?? false });

const continuousCompartment = new Compartment();

export const isContinuous = (state: EditorState): boolean => state.facet(continuous);

export const setContinuous = (isOn: boolean) => continuousCompartment.reconfigure(continuous.of(isOn));

const headingLevel = (row: string): number => /^\s*(#*)/.exec(row)?.[1]?.length ?? 0;

/** Returns whether a row starts a chapter. A heading starts one, unless it directly follows its book's title. */
export function startsChapter(doc: Text, row: number): boolean {
  const { text } = doc.line(row);
  if (!isHeadingRow(text)) return false;
  const above = rowAbove(doc, row) ?? '';
  return !isHeadingRow(above) || headingLevel(above) >= headingLevel(text);
}

export const hasChapterRule = (state: EditorState, row: number): boolean =>
  isContinuous(state) && startsChapter(state.doc, row) && rowAbove(state.doc, row) !== null;

function rowAbove(doc: Text, row: number): string | null {
  let above = row - 1;
  while (above > 0 && isBlankRow(doc.line(above).text)) above--;
  return above > 0 ? doc.line(above).text : null;
}

/** Excludes trailing blank rows. */
function rowsOfChapter(doc: Text, row: number): RowRange {
  let first = row;
  while (first > 1 && !startsChapter(doc, first)) first--;
  let last = row;
  while (last < doc.lines && !startsChapter(doc, last + 1)) last++;
  while (last < doc.lines && last > first && isBlankRow(doc.line(last).text)) last--;
  return { first, last };
}

function selectChapter({ state, dispatch }: EditorView): boolean {
  if (!isContinuous(state)) return false;
  const { doc, selection } = state;
  const { first, last } = rowsOfChapter(doc, doc.lineAt(selection.main.head).number);
  dispatch(state.update({ selection: { anchor: doc.line(first).from, head: doc.line(last).to }, userEvent: 'select' }));
  return true;
}

/**
 * `joins`: the changes merge the first row of a chapter into the previous row. `reaches`: they delete a chapter start
 * together with other text.
 */
function effectOnChapters({ doc }: EditorState, changes: ChangeSet): 'none' | 'joins' | 'reaches' {
  let harm: 'none' | 'joins' | 'reaches' = 'none';
  changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    for (let row = first.number + 1; row <= last.number && harm !== 'reaches'; row++) {
      if (!startsChapter(doc, row)) continue;
      const start = doc.line(row).from;
      const keepsRow = inserted.length > 0 ? endsRow(inserted) : from === first.from;
      if (start < to) harm = 'reaches';
      else if (!keepsRow) harm = 'joins';
    }
  });
  return harm;
}

const endsRow = (text: Text): boolean => text.line(text.lines).length === 0;

const USER_EVENTS = ['delete', 'input.type', 'input.paste', 'input.drop', 'move'];

/**
 * Ignores Backspace at the start of a chapter and Delete at its end. Rejects edits that span a chapter start, and shows
 * a notice.
 */
function withChapters(transaction: Transaction): Transaction | [] {
  const { docChanged, startState, changes } = transaction;
  if (!docChanged || !isContinuous(startState) || transaction.annotation(externalEdit)) return transaction;
  if (!USER_EVENTS.some((event) => transaction.isUserEvent(event))) return transaction;
  const harm = effectOnChapters(startState, changes);
  if (harm === 'none') return transaction;
  if (harm === 'reaches') environmentOf(startState).environment.reachesOver();
  return [];
}

export const chapterBounds: Extension = [
  continuousCompartment.of(continuous.of(false)),
  EditorState.transactionFilter.of(withChapters),
  Prec.high(keymap.of([{ key: 'Mod-a', run: selectChapter }])),
];
