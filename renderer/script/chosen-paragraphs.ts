// The paragraphs that a producer means: those of the selection, or the one with the cursor.
import type { EditorState } from '@codemirror/state';
import { paragraphsBetween, type ShownParagraph } from './document/document-state.ts';

const SPEAKS: ReadonlySet<ShownParagraph['info']['kind']> = new Set(['speech', 'direction', 'pause']);

/**
 * The paragraphs with words between two offsets of the editor's text, headings left out. Where the offsets are the same, the
 * one that they lie in.
 */
export function paragraphsWithin(state: EditorState, from: number, to: number): ShownParagraph[] {
  return paragraphsBetween(state, from, to).filter(({ info, shownFrom, shownTo }) => {
    if (info.id === 0 || !SPEAKS.has(info.kind)) return false;
    const end = shownFrom + state.sliceDoc(shownFrom, shownTo).trimEnd().length;
    return from === to ? shownFrom <= from && from <= end : shownFrom < to && from < end;
  });
}

/** As how many lines paragraphs are told: one that is not spoken is a line of the script, too. */
export const countLines = (paragraphs: readonly ShownParagraph[]): number =>
  paragraphs.reduce((sum, { info }) => sum + Math.max(1, info.lineIds.length), 0);
