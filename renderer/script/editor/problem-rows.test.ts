import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import type { ScriptSession } from '../document/script-session.ts';
import { openSession } from '../testing/open-session.ts';
import { problemRows } from './problem-rows.ts';

const THREE = 'ALGERNON: One.\nLANE: Two.\nJACK: Three.';

/** The rows after which a problem is told. */
function problems({ state }: ScriptSession): string[] {
  const found: string[] = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === 'function') continue;
    for (const cursor = set.iter(); cursor.value !== null; cursor.next())
      found.push(state.doc.lineAt(cursor.from).text);
  }
  return found;
}

const open = (text: string) => openSession(text, { extensions: problemRows }).session;

it('tells a problem below the last row of its paragraph', () => {
  expect(problems(open(`Well.\n\n${THREE}\n\n\nYes.`))).toEqual(['JACK: Three.']);
  expect(problems(open(THREE))).toEqual(['JACK: Three.']);
});

it('follows the paragraph while somebody types above it', () => {
  const session = open(`Well.\n\n${THREE}\n`);
  session.dispatch({ changes: { from: 0, insert: 'Oh.\n\n' } });
  expect(problems(session)).toEqual(['JACK: Three.']);
});

it('goes when the paragraph is put right, and comes with one that is not', async () => {
  const session = open(`${THREE}\n\nWell.`);
  const at = session.state.doc.line(2).to;
  session.dispatch({ changes: { from: at, insert: '\n' } });
  await session.flushed();
  expect(problems(session)).toEqual([]);
  session.dispatch({ changes: { from: at, to: at + 1 } });
  session.dispatch({ changes: { from: session.state.doc.length, insert: `\n\n${THREE.replace('Three', '3')}` } });
  await session.flushed();
  expect(problems(session)).toEqual(['JACK: Three.', 'JACK: 3.']);
});
