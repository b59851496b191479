import { expect, it } from 'vitest';
import type { LineBrief } from '../../shared/ipc/script-requests.ts';
import { chapterAtCursor, lineAtCursor } from './selection-link.ts';
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
