import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { moveNextTo, paragraphMove, paragraphOfRow } from './move-paragraph.ts';

/** The text after the paragraph with the bar was moved, with the bar where the cursor is; null: it stays. */
function moved(text: string, by: -1 | 1, readOnly = false): string | null {
  const anchor = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    selection: { anchor },
    extensions: [EditorState.lineSeparator.of('\n'), EditorState.readOnly.of(readOnly)],
  });
  const spec = paragraphMove(state, by);
  if (spec === null) return null;
  const next = state.update(spec).state;
  const { head } = next.selection.main;
  return `${next.sliceDoc(0, head)}|${next.sliceDoc(head)}`;
}

const ACT = '# Act\n\nLANE: One.\nJACK: Two.\n\n\nLANE: Thr|ee.\n\nJACK: Four.\n';

describe('a paragraph', () => {
  it('changes places with the one above it or below it, and the blank rows between them stay', () => {
    expect(moved(ACT, -1)).toBe('# Act\n\nLANE: Thr|ee.\n\n\nLANE: One.\nJACK: Two.\n\nJACK: Four.\n');
    expect(moved(ACT, 1)).toBe('# Act\n\nLANE: One.\nJACK: Two.\n\n\nJACK: Four.\n\nLANE: Thr|ee.\n');
  });

  it('with all its rows', () => {
    expect(moved('LANE: One.\n\nLANE: Two.\nJACK: Th|ree.', -1)).toBe('LANE: Two.\nJACK: Th|ree.\n\nLANE: One.');
  });

  it.each([
    ['at the start', 'On|e.\n\nTwo.', -1],
    ['at the end', 'One.\n\nTw|o.\n', 1],
    ['below a heading', '# Act\n\nOn|e.', -1],
    ['above the next chapter', 'On|e.\n\n# Act II\n', 1],
    ['that is a heading', 'One.\n\n# A|ct\n\nTwo.', 1],
    ['where no paragraph is', 'One.\n|\nTwo.', 1],
  ] as const)('%s stays', (_, text, by) => {
    expect(moved(text, by)).toBeNull();
  });

  it('stays where the script can only be read', () => {
    expect(moved(ACT, 1, true)).toBeNull();
  });
});

describe('a paragraph that is dragged beside another one', () => {
  /** Moves the paragraph that begins with the one letter beside the one that begins with the other. */
  const dragged = (text: string, own: string, other: string, side: 'above' | 'below'): string | null => {
    const state = EditorState.create({ doc: text, extensions: EditorState.lineSeparator.of('\n') });
    const rows = (letter: string) => {
      const found = paragraphOfRow(state.doc, state.doc.lineAt(text.indexOf(letter)).number);
      if (found === null) throw new Error(`No paragraph begins with ${letter}`);
      return found;
    };
    const spec = moveNextTo(state, rows(own), rows(other), side);
    return spec === null ? null : state.update(spec).state.doc.toString();
  };
  const FOUR = 'A\n\nB\n\n\nC\n\nD\n';

  it('stands there, and all others keep their order', () => {
    expect(dragged(FOUR, 'A', 'C', 'below')).toBe('B\n\n\nC\n\nA\n\nD\n');
    expect(dragged(FOUR, 'A', 'D', 'above')).toBe('B\n\n\nC\n\nA\n\nD\n');
    expect(dragged(FOUR, 'D', 'A', 'above')).toBe('D\n\nA\n\nB\n\n\nC\n');
    expect(dragged(FOUR, 'D', 'A', 'below')).toBe('A\n\nD\n\nB\n\n\nC\n');
  });

  it('stays where it stands there already, or where a heading is between', () => {
    expect(dragged(FOUR, 'B', 'C', 'above')).toBeNull();
    expect(dragged(FOUR, 'B', 'A', 'below')).toBeNull();
    expect(dragged('A\n\n# X\n\nB', 'A', 'B', 'above')).toBeNull();
    expect(dragged('A\n\n# X\n\nB', 'B', 'A', 'above')).toBeNull();
  });
});
