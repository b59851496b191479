import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBatch, type Packable } from './packing.ts';
import type { Room } from './scheduler-types.ts';

const queue = (characters: readonly number[], groups: readonly number[] = []): Packable[] =>
  characters.map((count, index) => ({ line: { id: String(index), characters: count }, group: groups[index] ?? 0 }));

const room = (more: Partial<Room>): Room => {
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

const cut = (lines: Packable[], more: Partial<Room> = {}, eager = false) =>
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
