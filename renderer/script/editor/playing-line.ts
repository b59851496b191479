// Highlights the line that is playing, regardless of where the cursor is.
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { playingLine, usePlayer } from '../../ui/sound/player-store.ts';
import { findParagraph } from '../document/document-state.ts';
import { type RowRange, rowsOfBlock } from '../rows/scan-rows.ts';

const setPlayingLine = StateEffect.define<number | null>();

export const playingLineField = StateField.define<number | null>({
  create: () => null,
  update: (lineId, { effects }) =>
    effects.reduce<number | null>((now, effect) => (effect.is(setPlayingLine) ? effect.value : now), lineId),
});

export function markPlayingLine(view: EditorView): () => void {
  const mark = (lineId: number | null) => {
    if (lineId !== view.state.field(playingLineField)) view.dispatch({ effects: setPlayingLine.of(lineId) });
  };
  mark(playingLine(usePlayer.getState()));
  return usePlayer.subscribe((player) => mark(playingLine(player)));
}

export const playingLineChanged = ({ startState, state }: ViewUpdate): boolean =>
  startState.field(playingLineField) !== state.field(playingLineField);

export function playingRows(state: EditorState): RowRange | null {
  const lineId = state.field(playingLineField);
  const paragraph = lineId === null ? null : findParagraph(state, { lineId });
  if (paragraph === null || paragraph.shownFrom > state.doc.length) return null;
  return rowsOfBlock(state.doc, state.doc.lineAt(paragraph.shownFrom).number);
}
