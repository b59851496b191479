import { EditorSelection, EditorState, type Transaction } from '@codemirror/state';
import { type DecorationSet, EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { defaultTurnPrefix } from '../../../shared/rules/turn-prefix.ts';
import { documentField } from '../document/document-state.ts';
import { emptyQueue } from '../document/edit-queue.ts';
import { ParagraphIndex } from '../document/paragraph-index.ts';
import type { ScriptSession } from '../document/script-session.ts';
import { readBlock } from '../rows/read-block.ts';
import { openSession, paragraphsOf } from '../testing/open-session.ts';
import { environmentFacet, inertEnvironment } from './editor-environment.ts';
import { playingLineField } from './playing-line.ts';
import { decorate, problemRows, redecorate, typedRow } from './row-decorations.ts';

const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });
const environment = {
  ...inertEnvironment(),
  readBlock: (text: string) =>
    readBlock(text, { readMark, prefixOf: defaultTurnPrefix, speakBrackets: false, actOnDirections: false }),
  roleColour: (role: string) => `colour of ${role}`,
};

function stateOf(text: string, cursor: number): EditorState {
  const doc = EditorState.create({ doc: text }).doc;
  const document = { queue: emptyQueue(doc, 1), index: ParagraphIndex.of(paragraphsOf(text)) };
  return EditorState.create({
    doc,
    selection: EditorSelection.cursor(cursor),
    extensions: [
      documentField.init(() => document),
      playingLineField,
      environmentFacet.of({ environment, briefOf: () => undefined }),
    ],
  });
}

/** Each decoration: where it is, and what it adds. */
function shown(decorations: DecorationSet): unknown[] {
  const found: unknown[] = [];
  for (const cursor = decorations.iter(); cursor.value !== null; cursor.next())
    found.push([cursor.from, cursor.to, cursor.value.spec]);
  return found;
}

const whole = (state: EditorState): DecorationSet => decorate(state, [{ from: 0, to: state.doc.length }]);

/** What is shown after an edit, worked out from what was shown before it; null: it has to be worked out from the text. */
function afterTyping({ startState, state, changes }: Transaction): unknown[] | null {
  const row = typedRow(startState, state, changes);
  return row === null ? null : shown(redecorate(whole(startState).map(changes), state, row));
}

const ROWS = [
  '# Act I',
  '',
  'ALGERNON: Did you [pause] hear?',
  '(Enter Lane.)',
  'Words (softly) and more.',
  'LANE: Sir.',
];

it('decorates the paragraph that is typed in as it would from the whole text', () => {
  const row = fc.constantFrom(...ROWS);
  const words = fc.constantFrom('a', ' ', '(', ')', ':', '# ', 'LANE: ', '[pause]', '\\[', '\r', '');
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(3),
      words,
      (rows, at, deleted, insert) => {
        const text = rows.join('\n');
        const from = at % (text.length + 1);
        const to = Math.min(text.length, from + deleted);
        const edit = stateOf(text, from).update({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
        });
        const typed = afterTyping(edit);
        if (typed !== null) expect(typed).toEqual(shown(whole(edit.state)));
      },
    ),
    { numRuns: 2_000 },
  );
});

it('takes a letter for typing, and what joins, parts or begins paragraphs for more', () => {
  const typing = (insert: string, from = 3, to = from) =>
    afterTyping(stateOf('One two.\n\nThree.', 3).update({ changes: { from, to, insert } })) !== null;
  expect(typing('x')).toBe(true);
  expect(typing('', 1, 3)).toBe(true);
  expect(typing('x\n')).toBe(false);
  expect(typing('x', 9)).toBe(false);
  expect(typing('# ', 0)).toBe(false);
  expect(typing('', 0, 8)).toBe(false);
});

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
  await session.whenSaved();
  expect(problems(session)).toEqual([]);
  session.dispatch({ changes: { from: at, to: at + 1 } });
  session.dispatch({ changes: { from: session.state.doc.length, insert: `\n\n${THREE.replace('Three', '3')}` } });
  await session.whenSaved();
  expect(problems(session)).toEqual(['JACK: Three.', 'JACK: 3.']);
});
