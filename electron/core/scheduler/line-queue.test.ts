import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBatch, INTERACTIVE_IN_A_ROW, LineQueue, type Packable, type TakenBatch } from './line-queue.ts';
import type { Headroom, QueueItem } from './scheduler-types.ts';

type Queue = LineQueue<QueueItem, string>;

const lines = (prefix: string, count: number): QueueItem[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, characters: 10 }));

const ids = (taken: { readonly lines: readonly QueueItem[] } | null) => taken?.lines.map(({ id }) => id);

function take(queue: Queue, count: number): TakenBatch<QueueItem, string> {
  const taken = queue.take(count);
  if (!taken) throw new Error('nothing waits');
  return taken;
}

describe('the queue', () => {
  it('gives the lines of a run in script order, and counts what is left', () => {
    const queue: Queue = new LineQueue();
    queue.add('a', 'bulk', lines('a', 5));
    expect(ids(queue.take(2))).toEqual(['a0', 'a1']);
    expect([queue.size, queue.characters]).toEqual([3, 30]);
    expect(ids(queue.take(9))).toEqual(['a2', 'a3', 'a4']);
    expect(queue.turn()).toBeNull();
    expect(queue.take(1)).toBeNull();
  });

  it('serves runs in the order in which they came, one after the other', () => {
    const queue: Queue = new LineQueue();
    queue.add('a', 'bulk', lines('a', 2));
    queue.add('b', 'bulk', lines('b', 2));
    expect([ids(queue.take(1)), ids(queue.take(5)), ids(queue.take(5))]).toEqual([['a0'], ['a1'], ['b0', 'b1']]);
  });

  it('puts what came back before the rest of its run, in order, and its run before later ones', () => {
    const queue: Queue = new LineQueue();
    queue.add('a', 'bulk', lines('a', 5));
    queue.add('b', 'bulk', lines('b', 1));
    const [first, second, third] = [take(queue, 2), take(queue, 2), take(queue, 1)];
    queue.putBack(third, 'together');
    queue.putBack(first, 'together');
    expect(ids(queue.take(1))).toEqual(['a0']);
    queue.putBack(second, 'together');
    expect(ids(queue.take(9))).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(ids(queue.take(9))).toEqual(['b0']);
  });

  it('gives the halves of a batch marks of their own', () => {
    const queue: Queue = new LineQueue();
    queue.add('a', 'bulk', lines('a', 6));
    queue.putBack(take(queue, 5), 'halves');
    const groups = [...queue.waiting()].map(({ group }) => group);
    expect(groups[0]).toBe(groups[2]);
    expect(groups[3]).toBe(groups[4]);
    expect(new Set(groups).size).toBe(3);
  });

  it('lets go of what is cancelled, by id or as a whole, and of one run only where asked', () => {
    const queue: Queue = new LineQueue();
    queue.add('a', 'bulk', lines('x', 5));
    queue.add('b', 'bulk', lines('x', 2));
    queue.putBack(take(queue, 2), 'together');
    const went = queue.cancel(['x1', 'x3', 'x9'], (run) => run === 'a');
    expect(went.map(({ run, lines: gone }) => [run, gone.map(({ id }) => id)])).toEqual([['a', ['x1', 'x3']]]);
    expect([queue.size, queue.characters]).toEqual([5, 50]);
    expect(ids(queue.take(9))).toEqual(['x0', 'x2', 'x4']);
    queue.cancel();
    expect(queue.turn()).toBeNull();
  });

  it('serves interactive work first, yet gives bulk its turn', () => {
    const queue: Queue = new LineQueue();
    queue.add('book', 'bulk', lines('b', 10));
    queue.add('audition', 'interactive', lines('i', 10));
    const order = Array.from({ length: 12 }, () => ids(queue.take(1))?.[0]?.[0]).join('');
    expect(order).toBe('iiiibiiiibii');
    expect(queue.turn()).toMatchObject({ kind: 'bulk', pressed: false });
  });

  it('copies itself without being changed by the copy', () => {
    const queue: Queue = new LineQueue();
    queue.add('a', 'bulk', lines('a', 5));
    const copy = queue.clone();
    copy.take(3);
    expect([copy.size, queue.size]).toEqual([2, 5]);
    expect(ids(queue.take(5))).toHaveLength(5);
  });

  it('starves, loses and repeats no line, whatever is put back or cancelled', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('take' as const), count: fc.integer({ min: 1, max: 7 }) }),
      fc.record({ kind: fc.constant('back' as const), halves: fc.boolean() }),
      fc.record({ kind: fc.constant('cancel' as const), of: fc.integer({ min: 0, max: 40 }) }),
      fc.record({
        kind: fc.constant('add' as const),
        interactive: fc.boolean(),
        count: fc.integer({ min: 0, max: 20 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue: Queue = new LineQueue();
        const flying: TakenBatch<QueueItem, string>[] = [];
        const waiting = new Set<string>();
        const bulk = new Set<string>();
        let [runs, joinSentences] = [0, 0];
        for (const now of steps) {
          if (now.kind === 'add') {
            runs += 1;
            const added = lines(`${runs}.`, now.count);
            queue.add(String(runs), now.interactive ? 'interactive' : 'bulk', added);
            for (const { id } of added) waiting.add(id);
            if (!now.interactive) for (const { id } of added) bulk.add(id);
          } else if (now.kind === 'take') {
            const turn = queue.turn();
            const taken = queue.take(now.count);
            if (!turn || !taken) continue;
            const bulkWaits = [...waiting].some((id) => bulk.has(id));
            joinSentences = turn.kind === 'interactive' && bulkWaits ? joinSentences + 1 : 0;
            expect(joinSentences).toBeLessThanOrEqual(INTERACTIVE_IN_A_ROW);
            for (const { id } of taken.lines) expect(waiting.delete(id)).toBe(true);
            const places = taken.entries.map(({ place }) => place);
            expect(places).toEqual(places.toSorted((a, b) => a - b));
            flying.push(taken);
          } else if (now.kind === 'back') {
            const taken = flying.shift();
            if (!taken) continue;
            queue.putBack(taken, now.halves ? 'halves' : 'together');
            for (const { id } of taken.lines) waiting.add(id);
          } else {
            const wanted = [...waiting].filter((_, index) => index % 41 === now.of);
            const gone = queue.cancel(wanted).flatMap(({ lines: some }) => some.map(({ id }) => id));
            expect(new Set(gone)).toEqual(new Set(wanted));
            for (const id of wanted) waiting.delete(id);
          }
          expect([queue.size, queue.characters]).toEqual([waiting.size, waiting.size * 10]);
        }
      }),
    );
  });
});

const queue = (characters: readonly number[], groups: readonly number[] = []): Packable[] =>
  characters.map((count, index) => ({ line: { id: String(index), characters: count }, group: groups[index] ?? 0 }));

const room = (more: Partial<Headroom>): Headroom => {
  const characters = more.characters ?? 1_000;
  return {
    requests: 10,
    characters,
    loneLine: characters,
    limit: { requests: 10, characters: 1_000 },
    nextChangeAt: null,
    ...more,
  };
};

const cut = (lines: Packable[], more: Partial<Headroom> = {}, eager = false) =>
  cutBatch(lines, room(more), { linesPerBatch: 5, eager });

describe('cutting a batch', () => {
  it('takes as many lines as a batch may have', () => {
    expect(cut(queue([1, 2, 3, 4, 5, 6])).lines.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('stops before the first line that does not fit, and takes none from behind it', () => {
    expect(cut(queue([60, 50, 1]), { characters: 100 })).toMatchObject({ lines: [{ id: '0' }], characters: 60 });
  });

  it('takes nothing without a request to spare', () => {
    expect(cut(queue([1]), { requests: 0 }).lines).toEqual([]);
  });

  it('never joins the halves of a refused batch', () => {
    expect(cut(queue([1, 1, 1, 1], [7, 7, 8, 8])).lines).toHaveLength(2);
  });

  it('waits for a fuller batch when few requests are left for many characters', () => {
    // A tenth of the requests is left: a batch must carry nine tenths of the 100 characters that a request has.
    const scarce = { requests: 1, characters: 95 };
    expect(cut(queue([89, 20]), scarce).lines).toEqual([]);
    expect(cut(queue([90, 20]), scarce).lines).toHaveLength(1);
  });

  it('does not wait when requests are plenty, when the batch is full or the last, or when it is pressed', () => {
    expect(cut(queue([50, 20]), { requests: 5, characters: 60 }).lines).toHaveLength(1);
    expect(cut(queue([1, 1, 1, 1, 1, 1]), { requests: 1 }).lines).toHaveLength(5);
    expect(cut(queue([1, 1]), { requests: 1 }).lines).toHaveLength(2);
    expect(cut(queue([50, 20]), { requests: 1, characters: 60 }, true).lines).toHaveLength(1);
  });

  it('lets a line that is longer than the lowered limit leave alone', () => {
    const lowered = { characters: 100, loneLine: 500, limit: { requests: 5, characters: 100 } };
    expect(cut(queue([400, 1]), lowered)).toMatchObject({ lines: [{ id: '0' }], characters: 400 });
    expect(cut(queue([60, 400]), lowered)).toMatchObject({ lines: [{ id: '0' }] });
  });

  it('never takes more than there is room for, and always something from an untouched window', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 12 });
    const limit = fc.record({
      requests: fc.integer({ min: 1, max: 20 }),
      characters: fc.integer({ min: 400, max: 900 }),
    });
    fc.assert(
      fc.property(lengths, limit, fc.double({ min: 0, max: 1, noNaN: true }), (sizes, full, used) => {
        const characters = Math.floor(full.characters * (1 - used));
        const requests = Math.floor(full.requests * (1 - used));
        const some = cut(queue(sizes), { limit: full, characters, requests, loneLine: characters });
        expect(some.characters).toBeLessThanOrEqual(characters);
        expect(some.characters).toBe(some.lines.reduce((sum, line) => sum + line.characters, 0));
        expect(some.lines.map(({ id }) => id)).toEqual(some.lines.map((_, index) => String(index)));
        expect(cut(queue(sizes), { ...full, limit: full, loneLine: full.characters }).lines).not.toEqual([]);
      }),
    );
  });
});
