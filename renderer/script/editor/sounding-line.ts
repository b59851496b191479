// Highlights the line that is playing, independent of the cursor.
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { soundingLine, usePlayer } from '../../ui/sound/player-store.ts';
import { findParagraph } from '../document/document-state.ts';
import { type RowRange, rowsOfBlock } from '../rows/scan-rows.ts';

const setPlayingLine = StateEffect.define<number | null>();

export const soundingField = StateField.define<number | null>({
  create: () => null,
  update: (lineId, { effects }) =>
    effects.reduce<number | null>((now, effect) => (effect.is(setPlayingLine) ? effect.value : now), lineId),
});

export function markSounding(view: EditorView): () => void {
  const mark = (lineId: number | null) => {
    if (lineId !== view.state.field(soundingField)) view.dispatch({ effects: setPlayingLine.of(lineId) });
  };
  mark(soundingLine(usePlayer.getState()));
  return usePlayer.subscribe((player) => mark(soundingLine(player)));
}

export const soundingLineChanged = ({ startState, state }: ViewUpdate): boolean =>
  startState.field(soundingField) !== state.field(soundingField);

export function soundingRows(state: EditorState): RowRange | null {
  const lineId = state.field(soundingField);
  const paragraph = lineId === null ? null : findParagraph(state, { lineId });
  if (paragraph === null || paragraph.shownFrom > state.doc.length) return null;
  return rowsOfBlock(state.doc, state.doc.lineAt(paragraph.shownFrom).number);
}
