import type { EditorState, Text, TransactionSpec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { isBlankRow, type RowRange, rowsOfBlock } from '../rows/scan-rows.ts';

export type Side = 'above' | 'below';

/** Returns null if there is no neighbour in the chapter: at the end of the text, or at a heading. */
function neighbour(doc: Text, { first, last }: RowRange, by: -1 | 1): RowRange | null {
  let row = by < 0 ? first - 1 : last + 1;
  while (row >= 1 && row <= doc.lines && isBlankRow(doc.line(row).text)) row += by;
  if (row < 1 || row > doc.lines || isHeadingRow(doc.line(row).text)) return null;
  return rowsOfBlock(doc, row);
}

export function paragraphOfRow(doc: Text, row: number): RowRange | null {
  const rows = rowsOfBlock(doc, row);
  return rows === null || isHeadingRow(doc.line(rows.first).text) ? null : rows;
}

/**
 * Returns null if the paragraph is already there, or if a heading is in between. The blank rows around it stay in
 * place.
 */
export function moveNextTo(state: EditorState, source: RowRange, target: RowRange, side: Side): TransactionSpec | null {
  const { doc, readOnly } = state;
  const isUp = target.first < source.first;
  // The last paragraph that the dragged one passes: the target or, if it was dropped on the near side of the target,
  // the target's neighbour.
  const last = isUp === (side === 'above') ? target : neighbour(doc, target, isUp ? 1 : -1);
  if (readOnly || last === null || last.first === source.first) return null;
  for (let row = Math.min(source.first, last.first); row <= Math.max(source.last, last.last); row++)
    if (isHeadingRow(doc.line(row).text)) return null;
  const next = neighbour(doc, source, isUp ? -1 : 1);
  if (next === null) return null;
  const [start, end] = [doc.line(source.first).from, doc.line(source.last).to];
  const words = doc.slice(start, end);
  if (isUp) {
    const [from, nearest] = [doc.line(last.first).from, doc.line(next.last).to];
    const insert = words.append(doc.slice(nearest, start)).append(doc.slice(from, nearest));
    return { changes: { from, to: end, insert }, ...mapSelection(state, start, end, from - start) };
  }
  const [nearest, to] = [doc.line(next.first).from, doc.line(last.last).to];
  const insert = doc.slice(nearest, to).append(doc.slice(end, nearest)).append(words);
  return { changes: { from: start, to, insert }, ...mapSelection(state, start, end, to - end) };
}

function mapSelection({ selection }: EditorState, from: number, to: number, by: number): TransactionSpec {
  const { head } = selection.main;
  const anchor = (head >= from && head <= to ? head : to) + by;
  return { selection: { anchor }, scrollIntoView: true, userEvent: 'move.line' };
}

export function paragraphMove(state: EditorState, by: -1 | 1): TransactionSpec | null {
  const { doc, selection } = state;
  const own = paragraphOfRow(doc, doc.lineAt(selection.main.head).number);
  const other = own === null ? null : neighbour(doc, own, by);
  return own === null || other === null ? null : moveNextTo(state, own, other, by < 0 ? 'above' : 'below');
}

export function moveParagraph(view: EditorView, by: -1 | 1): boolean {
  const spec = paragraphMove(view.state, by);
  if (spec !== null) view.dispatch(spec);
  return spec !== null;
}

export const paragraphKeys = keymap.of([
  { key: 'Alt-ArrowUp', run: (view) => moveParagraph(view, -1), preventDefault: true },
  { key: 'Alt-ArrowDown', run: (view) => moveParagraph(view, 1), preventDefault: true },
]);
