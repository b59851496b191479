import { deleteCharBackward, deleteCharForward } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { describe, expect, it, vi } from 'vitest';
import { chapterBounds, setContinuous, startsChapter } from './chapter-bounds.ts';
import { environmentFacet, inertEnvironment } from './editor-environment.ts';

const TEXT = '# The Book\n\n## One\n\nYes.\n\n## Two\n\nNo.\n';

function editor(isOn = true) {
  const reachesOver = vi.fn();
  const environment = { ...inertEnvironment(), reachesOver };
  let state = EditorState.create({
    doc: TEXT,
    extensions: [environmentFacet.of({ environment, briefOf: () => undefined }), chapterBounds],
  });
  state = state.update({ effects: setContinuous(isOn) }).state;
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  return {
    reachesOver,
    text: () => state.doc.toString(),
    select: (from: number, to = from) => dispatch(state.update({ selection: { anchor: from, head: to } })),
    // These commands need no more of a view.
    press: (command: Command) => command({ state, dispatch } as EditorView),
    type: (insert: string, userEvent = 'input.type') => {
      const { from, to } = state.selection.main;
      dispatch(state.update({ changes: { from, to, insert }, userEvent }));
    },
  };
}

const at = (words: string) => TEXT.indexOf(words);

it('knows where chapters start: a title belongs to the heading below it', () => {
  const { doc } = EditorState.create({ doc: TEXT });
  expect(TEXT.split('\n').flatMap((_, row) => (startsChapter(doc, row + 1) ? [row + 1] : []))).toEqual([1, 7]);
});

describe('in one scroll', () => {
  it('no key draws a heading into the row before', () => {
    const one = editor();
    one.select(at('## Two'));
    one.press(deleteCharBackward);
    expect(one.text()).toBe(TEXT.replace('Yes.\n\n##', 'Yes.\n##'));
    one.select(one.text().indexOf('## Two'));
    one.press(deleteCharBackward);
    one.select(one.text().indexOf('\n## Two'));
    one.press(deleteCharForward);
    expect(one.text()).toBe(TEXT.replace('Yes.\n\n##', 'Yes.\n##'));
    expect(one.reachesOver).not.toHaveBeenCalled();
  });

  it('words on both sides of a chapter’s start can’t be changed together', () => {
    const one = editor();
    for (const [insert, userEvent] of [
      ['', 'delete.selection'],
      ['x', 'input.type'],
      ['a\n\n', 'input.paste'],
    ] as const) {
      one.select(at('es.'), at('o.'));
      one.type(insert, userEvent);
    }
    expect(one.text()).toBe(TEXT);
    expect(one.reachesOver).toHaveBeenCalledTimes(3);
  });

  it('a whole chapter and its heading can be taken away', () => {
    const one = editor();
    one.select(at('## Two'), TEXT.length);
    one.type('', 'delete.selection');
    expect(one.text()).toBe('# The Book\n\n## One\n\nYes.\n\n');
  });
});

it('where one chapter is shown, a heading is like any other row', () => {
  const one = editor(false);
  one.select(at('es.'), at('o.'));
  one.type('', 'delete.selection');
  expect(one.text()).toBe('# The Book\n\n## One\n\nYo.\n');
});
