import { redo, undo } from '@codemirror/commands';
import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentHistory, mergeHistories } from './join-histories.ts';

const stateOf = (doc: string) => EditorState.create({ doc, extensions: documentHistory });

interface Step {
  readonly what: 'type' | 'elsewhere' | 'undo' | 'redo';
  readonly at: number;
  readonly length: number;
  readonly insert: string;
}

function after(state: EditorState, { what, at, length, insert }: Step): EditorState {
  if (what === 'undo' || what === 'redo') return turned(state, what) ?? state;
  const from = Math.round(at * state.doc.length);
  const changes = { from, to: Math.min(state.doc.length, from + length), insert };
  const spec: TransactionSpec =
    what === 'type'
      ? { changes, selection: { anchor: from + insert.length }, userEvent: 'input.paste' }
      : { changes, annotations: Transaction.addToHistory.of(false) };
  return state.update(spec).state;
}

function turned(state: EditorState, way: 'undo' | 'redo'): EditorState | null {
  let next: EditorState | null = null;
  const dispatch = (transaction: Transaction) => {
    next = transaction.state;
  };
  return (way === 'undo' ? undo : redo)({ state, dispatch }) ? next : null;
}

/** The texts, from now on to where nothing is left. */
function textsOf(state: EditorState, way: 'undo' | 'redo'): string[] {
  const texts: string[] = [];
  for (let now: EditorState | null = state; now !== null; now = turned(now, way)) texts.push(now.doc.toString());
  return texts;
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('type', 'type', 'type', 'elsewhere', 'undo', 'redo'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constantFrom(0, 0, 1, 3),
    insert: fc.constantFrom('a', 'bc', 'd\n', ''),
  }),
  { maxLength: 10 },
);

describe('the history of a text that came into another', () => {
  it('is undone like before, each in its place: first what was done later', () => {
    fc.assert(
      fc.property(steps, steps, fc.boolean(), fc.boolean(), (own, others, isBefore, isLater) => {
        const state = own.reduce(after, stateOf('one two three'));
        const part = others.reduce(after, stateOf('four five six'));
        const words = isBefore ? `${part.doc}\n` : `\n${part.doc}`;
        const from = isBefore ? 0 : state.doc.length + 1;
        const grown = state.update({
          changes: { from: isBefore ? 0 : state.doc.length, insert: words },
          annotations: Transaction.addToHistory.of(false),
        }).state;
        const parts = [
          { state, from: isBefore ? words.length : 0, changedAt: 1 },
          { state: part, from, changedAt: isLater ? 2 : 0 },
        ];
        const effects = mergeHistories(grown, parts);
        const joined = effects === null ? grown : grown.update({ effects }).state;
        const [ownBack, partBack] = [textsOf(state, 'undo'), textsOf(part, 'undo')];
        const put = (one: string, other: string) => (isBefore ? `${other}\n${one}` : `${one}\n${other}`);
        const [ownNow, partNow] = [ownBack[0] ?? '', partBack[0] ?? ''];
        const wanted = isLater
          ? [
              ...partBack.map((text) => put(ownNow, text)),
              ...ownBack.slice(1).map((text) => put(text, partBack.at(-1) ?? '')),
            ]
          : [
              ...ownBack.map((text) => put(text, partNow)),
              ...partBack.slice(1).map((text) => put(ownBack.at(-1) ?? '', text)),
            ];
        expect(textsOf(joined, 'undo')).toEqual(wanted);
        if (effects === null) return;
        const forward = textsOf(isLater ? part : state, 'redo');
        expect(textsOf(joined, 'redo')).toEqual(
          forward.map((text) => (isLater ? put(ownNow, text) : put(text, partNow))),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('stays away where the text is another', () => {
    const part = after(stateOf('four'), { what: 'type', at: 0, length: 0, insert: 'x' });
    expect(mergeHistories(stateOf('one four'), [{ state: part, from: 4, changedAt: 1 }])).toBeNull();
  });
});
