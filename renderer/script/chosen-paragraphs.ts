import type { EditorState } from '@codemirror/state';
import { paragraphsBetween, type ShownParagraph } from './document/document-state.ts';

const MOVABLE_KINDS: ReadonlySet<ShownParagraph['info']['kind']> = new Set(['speech', 'direction', 'pause']);

/**
 * Returns the paragraphs in a range of the editor's text, excluding headings. For an empty range, returns the paragraph
 * at the cursor.
 */
export function paragraphsWithin(state: EditorState, from: number, to: number): ShownParagraph[] {
  return paragraphsBetween(state, from, to).filter(({ info, shownFrom, shownTo }) => {
    if (info.id === 0 || !MOVABLE_KINDS.has(info.kind)) return false;
    const end = shownFrom + state.sliceDoc(shownFrom, shownTo).trimEnd().length;
    return from === to ? shownFrom <= from && from <= end : shownFrom < to && from < end;
  });
}

export const countLines = (paragraphs: readonly ShownParagraph[]): number =>
  paragraphs.reduce((sum, { info }) => sum + Math.max(1, info.lineIds.length), 0);
