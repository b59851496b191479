// A paragraph changes places with the one above or below it, within its chapter.
import type { EditorState, Text, TransactionSpec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { isBlankRow, type RowRange, rowsOfBlock } from '../rows/scan-rows.ts';

/** Up or down. */
type Step = -1 | 1;

/** The paragraph next to some rows; null: there is none, or it is a heading, at which a chapter ends. */
function neighbour(doc: Text, { first, last }: RowRange, by: Step): RowRange | null {
  let row = by < 0 ? first - 1 : last + 1;
  while (row >= 1 && row <= doc.lines && isBlankRow(doc.line(row).text)) row += by;
  if (row < 1 || row > doc.lines || isHeadingRow(doc.line(row).text)) return null;
  return rowsOfBlock(doc, row);
}

/** What moves the paragraph with the cursor; null where it can't go there. The blank rows between the two stay. */
export function movedParagraph(state: EditorState, by: Step): TransactionSpec | null {
  const { doc, selection, readOnly } = state;
  const { head } = selection.main;
  const own = rowsOfBlock(doc, doc.lineAt(head).number);
  if (readOnly || own === null || isHeadingRow(doc.line(own.first).text)) return null;
  const other = neighbour(doc, own, by);
  if (other === null) return null;
  const [above, below] = by < 0 ? [other, own] : [own, other];
  const [from, end] = [doc.line(above.first).from, doc.line(above.last).to];
  const [start, to] = [doc.line(below.first).from, doc.line(below.last).to];
  const [first, gap, second] = [doc.slice(from, end), doc.slice(end, start), doc.slice(start, to)];
  const moved = by < 0 ? -(start - from) : second.length + gap.length;
  return {
    changes: { from, to, insert: second.append(gap).append(first) },
    selection: { anchor: head + moved },
    scrollIntoView: true,
    userEvent: 'move.line',
  };
}

/** @returns whether it was moved */
export function moveParagraph(view: EditorView, by: Step): boolean {
  const spec = movedParagraph(view.state, by);
  if (spec !== null) view.dispatch(spec);
  return spec !== null;
}

export const paragraphKeys = keymap.of([
  { key: 'Alt-ArrowUp', run: (view) => moveParagraph(view, -1), preventDefault: true },
  { key: 'Alt-ArrowDown', run: (view) => moveParagraph(view, 1), preventDefault: true },
]);
