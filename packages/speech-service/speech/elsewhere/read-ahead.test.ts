import { expect, test } from 'vitest';
import { readAhead } from './persistent-source.ts';

const never = new AbortController().signal;
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Counts to a number, and notes how far it has come and how it was left. */
function counter(most: number) {
  const seen = { given: 0, isLeft: false, signal: never };
  async function* count(signal: AbortSignal): AsyncGenerator<number> {
    seen.signal = signal;
    try {
      for (let number = 1; number <= most; number += 1) {
        seen.given = number;
        yield number;
      }
    } finally {
      seen.isLeft = true;
    }
  }
  return { seen, count };
}

test('a source ends before its items are taken, and they keep their order', async () => {
  const { seen, count } = counter(5);
  const items = readAhead(count, never, { sizeOf: () => 1, most: 100 });
  expect((await items.next()).value).toBe(1);
  await settle();
  expect(seen).toMatchObject({ given: 5, isLeft: true });
  const rest: number[] = [];
  for await (const item of items) rest.push(item);
  expect(rest).toEqual([2, 3, 4, 5]);
});

test('a source that is too far ahead waits', async () => {
  const { seen, count } = counter(100);
  const items = readAhead(count, never, { sizeOf: () => 1, most: 10 });
  for (let taken = 1; taken <= 3; taken += 1) {
    expect((await items.next()).value).toBe(taken);
    await settle();
    expect(seen.given).toBe(taken + 11);
  }
  await items.return(undefined);
  await settle();
  expect(seen.signal.aborted).toBe(true);
});

test('what goes wrong comes behind what was given', async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error('broken');
  }
  const items = readAhead(failing, never, { sizeOf: () => 1, most: 10 });
  expect((await items.next()).value).toBe(1);
  await expect(items.next()).rejects.toThrow('broken');
});

test('who is aborted gets the reason at once, also where the source takes no notice', async () => {
  const abort = new AbortController();
  async function* deaf(): AsyncGenerator<number> {
    await new Promise(() => {});
    yield 1;
  }
  const items = readAhead(deaf, abort.signal, { sizeOf: () => 1, most: 10 });
  const next = items.next();
  abort.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});
