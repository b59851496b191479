// Which line the cursor stands in.
import type { EditorState } from '@codemirror/state';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import { documentField, paragraphAt, type ShownParagraph } from '../document/document-state.ts';
import { isBlankRow } from '../rows/scan-rows.ts';

/**
 * The line with the cursor. Of a paragraph that was cut into several, the one in which it lies by its share of the
 * characters. Undefined in a blank row: there, nothing is chosen.
 *
 * @returns null in a paragraph that has no line, such as a direction
 */
export function lineAtCursor(
  state: EditorState,
  briefOf: (lineId: number) => LineBrief | undefined,
): number | null | undefined {
  const { head } = state.selection.main;
  if (isBlankRow(state.doc.lineAt(head).text)) return undefined;
  const paragraph = paragraphAt(state, head);
  return paragraph === null ? null : lineOf(paragraph, head, briefOf);
}

function lineOf(
  { info, shownFrom, shownTo }: ShownParagraph,
  head: number,
  briefOf: (lineId: number) => LineBrief | undefined,
): number | null {
  const [first] = info.lineIds;
  if (first === undefined || info.lineIds.length === 1) return first ?? null;
  const sizes = info.lineIds.map((id) => briefOf(id)?.characters ?? 1);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let left = ((head - shownFrom) / Math.max(1, shownTo - shownFrom)) * all;
  const at = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return info.lineIds.at(at) ?? first;
}

/** The chapter with the cursor: a document has more than one after a heading was typed into it. */
export function chapterAtCursor(state: EditorState, chapterIds: readonly (number | null)[]): number | null | undefined {
  if (chapterIds.length < 2) return chapterIds[0];
  const { index } = state.field(documentField);
  const at = paragraphAt(state, state.selection.main.head)?.index ?? 0;
  return chapterIds.findLast((id) => id === null || (index.ofId(id)?.index ?? Number.POSITIVE_INFINITY) <= at);
}
