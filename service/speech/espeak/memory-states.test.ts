import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStates, usedBytes } from './memory-states.ts';

const PIECE = 65_536;
const PIECES = 4;

/** A memory in which each place has one of a few contents, and zeros from some place on. */
const memories = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: PIECES }).map((contents) => {
  const memory = new Uint8Array(PIECES * PIECE);
  for (const [place, content] of contents.entries()) memory[place * PIECE + 7 * content] = content;
  return memory;
});

const names = fc.constantFrom('a', 'b', 'c', 'd');

test('a memory is exactly what it was, in whatever order states are kept, put back and forgotten', () => {
  const steps = fc.array(fc.tuple(names, memories), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 12 }), (all, room) => {
      const states = new MemoryStates(room * PIECE);
      const last = new Map<string, Uint8Array>();
      for (const [name, memory] of all) {
        states.keep(name, memory);
        last.set(name, memory);
        for (const [known, expected] of last) {
          const now = new Uint8Array(PIECES * PIECE).fill(9);
          const isKept = states.has(known);
          expect(states.putBack(known, now, now.length)).toBe(isKept);
          expect(Buffer.compare(now, isKept ? expected : new Uint8Array(now.length).fill(9))).toBe(0);
        }
        expect(states.has(name)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('what is the same in several states is kept once', () => {
  const states = new MemoryStates(10 * PIECE);
  const memory = new Uint8Array(PIECES * PIECE).fill(1);
  states.keep('a', memory);
  memory[0] = 2;
  states.keep('b', memory);
  expect(states.bytes).toBe((PIECES + 1) * PIECE);
});

test('where room is short, the state that was used longest ago is forgotten, and the last one never', () => {
  const states = new MemoryStates(2 * PIECE);
  const memory = new Uint8Array(PIECE);
  const keep = (name: string, content: number): void => states.keep(name, memory.fill(content));
  keep('a', 1);
  keep('b', 2);
  states.putBack('a', memory, PIECE);
  keep('c', 3);
  expect(['a', 'b', 'c'].filter((name) => states.has(name))).toEqual(['a', 'c']);
  expect(states.bytes).toBe(2 * PIECE);
  states.keep('all', new Uint8Array(5 * PIECE).fill(4));
  expect(['a', 'c', 'all'].filter((name) => states.has(name))).toEqual(['all']);
});

test('nothing behind the last byte that is not zero is used', () => {
  const memory = new Uint8Array(32);
  expect(usedBytes(memory)).toBe(0);
  memory[9] = 1;
  expect(usedBytes(memory)).toBe(12);
});
