import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { normalisePasted, plainRows } from './create-state.ts';

it('takes pasted text as an import would: rows end in line feeds, invisible characters go', () => {
  expect(normalisePasted('\ufeffLANE: Ear\u00adnest.\r\nJACK:\u2028می\u200cخواهم\u200b')).toBe(
    'LANE: Earnest.\nJACK:\nمی\u200cخواهم',
  );
});

const typed = (insert: string): EditorState => {
  const state = EditorState.create({ doc: 'ab', extensions: [EditorState.lineSeparator.of('\n'), plainRows] });
  const changes = [
    { from: 0, insert },
    { from: 1, insert },
  ];
  return state.update({ changes }).state;
};

describe('words that come in with other ends of rows', () => {
  it.each([
    ['x\r\ny', 'x\nyax\nyb'],
    ['x\ry', 'x\nyax\nyb'],
    ['\r\n', '\na\nb'],
    ['x\ny', 'x\nyax\nyb'],
  ])('reads %j as rows that end at \\n', (insert, expected) => {
    expect(typed(insert).doc.toString()).toBe(expected);
  });
});
