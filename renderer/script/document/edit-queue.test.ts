import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextChange } from '../../../shared/ipc/script-requests.ts';
import {
  acknowledge,
  difference,
  emptyQueue,
  record,
  rejoin,
  requeueSent,
  takeNext,
  textChangesOf,
  unsaved,
} from './edit-queue.ts';

const textOf = (words: string) => Text.of(words.split('\n'));

const change = (doc: Text, at: number, removed: number, insert: string) => {
  const from = at % (doc.length + 1);
  return ChangeSet.of({ from, to: Math.min(doc.length, from + removed), insert: textOf(insert) }, doc.length);
};

/** A disk that saves as the studio does. */
class Disk {
  text: string;
  revision = 1;

  constructor(text: string) {
    this.text = text;
  }

  save(changes: readonly TextChange[]): number {
    for (const { from, to, insert } of changes.toReversed()) {
      this.text = this.text.slice(0, from) + insert + this.text.slice(to);
    }
    return ++this.revision;
  }
}

const words = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '𝄞', ' '), maxLength: 6 });
const edit = fc.record({
  kind: fc.constant('edit' as const),
  at: fc.nat(),
  removed: fc.nat({ max: 4 }),
  insert: words,
});
const step = fc.oneof(
  { weight: 5, arbitrary: edit },
  { weight: 3, arbitrary: fc.constant({ kind: 'send' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'reply' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'refusal' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), arrived: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const), insert: words }) },
);

describe('a queue of edits', () => {
  it('brings the disk to the text of the editor whatever is lost, refused or changed elsewhere on the way', () => {
    fc.assert(
      fc.property(words, fc.array(step, { maxLength: 40 }), (start, steps) => {
        const disk = new Disk(start);
        let doc = textOf(start);
        let queue = emptyQueue(doc, disk.revision);
        let underWay: readonly TextChange[] = [];
        const reload = () => {
          const joined = rejoin(queue, textOf(disk.text), disk.revision);
          queue = joined.queue;
          doc = joined.remote?.apply(doc) ?? doc;
        };
        for (const next of [
          ...steps,
          { kind: 'reply' as const },
          { kind: 'send' as const },
          { kind: 'reply' as const },
        ]) {
          if (next.kind === 'edit') {
            const changes = change(doc, next.at, next.removed, next.insert);
            doc = changes.apply(doc);
            queue = record(queue, changes);
          } else if (next.kind === 'send') {
            const taken = takeNext(queue);
            if (taken !== null) ({ queue, changes: underWay } = taken);
          } else if (queue.sent !== null && next.kind === 'reply') {
            queue = acknowledge(queue, disk.save(underWay));
          } else if (queue.sent !== null && next.kind === 'refusal') {
            queue = requeueSent(queue);
          } else if (queue.sent !== null && next.kind === 'restart') {
            if (next.arrived) disk.save(underWay);
            reload();
          } else if (queue.sent === null && next.kind === 'elsewhere') {
            disk.save([{ from: 0, to: 0, insert: next.insert }]);
            reload();
          }
          const pending = unsaved(queue);
          expect(doc.toString()).toBe((pending?.apply(queue.saved) ?? queue.saved).toString());
        }
        expect(disk.text).toBe(doc.toString());
        expect(queue.revision).toBe(disk.revision);
      }),
      { numRuns: 400 },
    );
  });

  it('has at most one request under way', () => {
    const doc = textOf('one');
    const first = takeNext(record(emptyQueue(doc, 1), change(doc, 3, 0, '!')));
    const longer = textOf('one!');
    const typedOn = record(first?.queue ?? emptyQueue(doc, 1), change(longer, 4, 0, '?'));
    expect(takeNext(typedOn)).toBeNull();
    expect(takeNext(acknowledge(typedOn, 2))?.changes).toEqual([{ from: 4, to: 4, insert: '?' }]);
  });

  it('sends nothing for an edit that was taken back', () => {
    const doc = textOf('one');
    const typed = record(emptyQueue(doc, 1), change(doc, 3, 0, '!'));
    const taken = record(typed, ChangeSet.of({ from: 3, to: 4 }, 4));
    expect(takeNext(taken)).toBeNull();
  });

  it('puts neighbouring changes together where there are more than a request may hold', () => {
    const doc = textOf('a-b-c-d-e');
    const spec = [1, 3, 5, 7].map((from) => ({ from, to: from + 1, insert: '+' }));
    const changes = ChangeSet.of(spec, doc.length);
    expect(textChangesOf(changes, doc)).toHaveLength(4);
    expect(textChangesOf(changes, doc, 2)).toEqual([
      { from: 1, to: 4, insert: '+b+' },
      { from: 5, to: 8, insert: '+d+' },
    ]);
  });
});

describe('a document that was read again', () => {
  const doc = textOf('Yes, sir.\n\nNo, sir.');
  const typed = () => record(emptyQueue(doc, 1), change(doc, 8, 0, ' Lane'));

  it('keeps the edit that the disk does not have, beside a change made elsewhere', () => {
    const joined = rejoin(typed(), textOf('Yes, sir.\n\nNo, madam.'), 7);
    expect(joined.overlaps).toBe(false);
    expect(joined.remote?.apply(textOf('Yes, sir Lane.\n\nNo, sir.')).toString()).toBe('Yes, sir Lane.\n\nNo, madam.');
    expect(joined.queue.revision).toBe(7);
  });

  it('says when both changed the same place', () => {
    expect(rejoin(typed(), textOf('Yes, madam.\n\nNo, sir.'), 7).overlaps).toBe(true);
  });

  it('recognises an edit that had arrived though its answer was lost', () => {
    const sent = takeNext(typed())?.queue ?? emptyQueue(doc, 1);
    const joined = rejoin(sent, textOf('Yes, sir Lane.\n\nNo, sir.'), 2);
    expect(joined).toMatchObject({ remote: null, overlaps: false });
    expect(unsaved(joined.queue)).toBeNull();
  });
});

describe('the difference of two texts', () => {
  it('makes the one of the other', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(difference(textOf(a), textOf(b)).apply(textOf(a)).toString()).toBe(b);
      }),
    );
  });
});
