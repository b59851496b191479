import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { MemorySnapshots, usedBytes } from './memory-snapshots.ts';

const PIECE = 65_536;
const PIECES = 4;

/** A memory in which each place has one of a few contents, and zeros from some place on. */
const memories = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: PIECES }).map((contents) => {
  const memory = new Uint8Array(PIECES * PIECE);
  for (const [place, content] of contents.entries()) memory[place * PIECE + 7 * content] = content;
  return memory;
});

const names = fc.constantFrom('a', 'b', 'c', 'd');

test('a memory is exactly what it was, in whatever order snapshots are kept, put back and forgotten', () => {
  const steps = fc.array(fc.tuple(names, memories), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 12 }), (all, room) => {
      const snapshots = new MemorySnapshots(room * PIECE);
      const last = new Map<string, Uint8Array>();
      for (const [name, memory] of all) {
        snapshots.save(name, memory);
        last.set(name, memory);
        for (const [known, expected] of last) {
          const now = new Uint8Array(PIECES * PIECE).fill(9);
          const isKept = snapshots.has(known);
          expect(snapshots.restore(known, now, now.length)).toBe(isKept);
          expect(Buffer.compare(now, isKept ? expected : new Uint8Array(now.length).fill(9))).toBe(0);
        }
        expect(snapshots.has(name)).toBe(true);
      }
    }),
    { numRuns: rounds(60) },
  );
});

test('what is the same in several snapshots is kept once', () => {
  const snapshots = new MemorySnapshots(10 * PIECE);
  const memory = new Uint8Array(PIECES * PIECE).fill(1);
  snapshots.save('a', memory);
  memory[0] = 2;
  snapshots.save('b', memory);
  expect(snapshots.bytes).toBe((PIECES + 1) * PIECE);
});

test('where room is short, the snapshot that was used longest ago is forgotten, and the last one never', () => {
  const snapshots = new MemorySnapshots(2 * PIECE);
  const memory = new Uint8Array(PIECE);
  const save = (name: string, content: number): void => snapshots.save(name, memory.fill(content));
  save('a', 1);
  save('b', 2);
  snapshots.restore('a', memory, PIECE);
  save('c', 3);
  expect(['a', 'b', 'c'].filter((name) => snapshots.has(name))).toEqual(['a', 'c']);
  expect(snapshots.bytes).toBe(2 * PIECE);
  snapshots.save('all', new Uint8Array(5 * PIECE).fill(4));
  expect(['a', 'c', 'all'].filter((name) => snapshots.has(name))).toEqual(['all']);
});

test('nothing behind the last byte that is not zero is used', () => {
  const memory = new Uint8Array(32);
  expect(usedBytes(memory)).toBe(0);
  memory[9] = 1;
  expect(usedBytes(memory)).toBe(12);
});
