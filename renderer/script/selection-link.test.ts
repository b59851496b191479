import type { TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import type { LineBrief } from '../../shared/ipc/script-requests.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { useView } from '../ui/view-store.ts';
import { chapterAtCursor, lineAtCursor, SelectionLink } from './selection-link.ts';
import { openSession } from './testing/open-session.ts';

const TEXT = '# Act I\n\nYes, sir.\n\n(He goes.)\n\nOne. [pause 1s] Two.\n\n# Act II\n\nNo.';

/** The line with the cursor before these words. */
function lineBefore(words: string, more = 0): number | null | undefined {
  const { session } = openSession(TEXT);
  session.dispatch({ selection: { anchor: TEXT.indexOf(words) + more } });
  return lineAtCursor(session.state, () => ({ characters: 4 }) as LineBrief);
}

it('is the line of the paragraph with the cursor', () => {
  expect(lineBefore('# Act I')).toBe(100);
  expect(lineBefore('sir')).toBe(101);
  expect(lineBefore('sir', 4)).toBe(101);
});

it('is none in a direction, and stays what it was in a blank row', () => {
  expect(lineBefore('He goes')).toBeNull();
  expect(lineBefore('(He goes', -1)).toBeUndefined();
});

it('is of a paragraph that was cut the one in which the cursor lies by its share', () => {
  expect(lineBefore('One.')).toBe(102);
  expect(lineBefore('Two.')).toBe(103);
});

it('moves with what is typed before it and not saved yet', () => {
  const { session } = openSession(TEXT);
  session.dispatch({ changes: { from: 0, insert: 'Oh.\n\n' }, selection: { anchor: TEXT.indexOf('sir') + 5 } });
  expect(lineAtCursor(session.state, () => undefined)).toBe(101);
});

it('knows the chapter with the cursor where a document has several', () => {
  const { session } = openSession(TEXT, { chapterIds: [1, 5] });
  const chapterAt = (words: string) => {
    session.dispatch({ selection: { anchor: TEXT.indexOf(words) } });
    return chapterAtCursor(session.state, session.chapterIds);
  };
  expect(['# Act I', 'Two.', '# Act II', 'No.'].map(chapterAt)).toEqual([1, 1, 5, 5]);
});

describe('while a chapter plays through', () => {
  const INITIAL = usePlayer.getInitialState();

  afterEach(() => {
    usePlayer.setState(INITIAL, true);
    useView.getState().selectLine(null);
  });

  /** Whether the selection still follows what sounds, and which line is selected, after a change of the text. */
  function stateAfter(change: TransactionSpec) {
    const { session } = openSession(TEXT);
    // The parts of an editor that the link uses.
    const view = {
      get state() {
        return session.state;
      },
      dispatch: (spec: TransactionSpec) => session.dispatch(spec),
      scrollDOM: { clientHeight: 100 },
    } as unknown as EditorView;
    useView.getState().selectLine(101);
    usePlayer.getState().playThrough({ extent: { kind: 'chapter', chapterId: 1 }, fromLineId: 101 });
    const link = new SelectionLink(session, view, { chapterOfLine: async () => 1, isListed: () => true });
    const transaction = session.state.update(change);
    session.apply(transaction);
    link.afterUpdate([transaction]);
    link.stop();
    return { isFollowed: usePlayer.getState().through?.isFollowed, lineId: useView.getState().selectedLineId };
  }

  it('the selection stays where the producer types', () => {
    const at = TEXT.indexOf('Two.');
    const typed = { changes: { from: at, insert: 'Oh! ' }, selection: { anchor: at }, userEvent: 'input.type' };
    expect(stateAfter(typed)).toEqual({ isFollowed: false, lineId: 103 });
  });

  it('the selection keeps following when another change moves the text', () => {
    expect(stateAfter({ changes: { from: 0, insert: 'Oh! ' } })).toEqual({ isFollowed: true, lineId: 101 });
  });
});
