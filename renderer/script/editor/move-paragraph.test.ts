import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { movedParagraph } from './move-paragraph.ts';

/** The text after the paragraph with the bar was moved, with the bar where the cursor is; null: it stays. */
function moved(text: string, by: -1 | 1, readOnly = false): string | null {
  const anchor = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    selection: { anchor },
    extensions: [EditorState.lineSeparator.of('\n'), EditorState.readOnly.of(readOnly)],
  });
  const spec = movedParagraph(state, by);
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
