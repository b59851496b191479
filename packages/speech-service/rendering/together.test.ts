import { expect, test, vi } from 'vitest';
import { BatchedWork } from './durable-file.ts';

/** Work that ends when it is told to. */
function byHand(lingerMs = 0) {
  const begun: { items: readonly string[]; end: (results?: PromiseSettledResult<unknown>[]) => void }[] = [];
  const fail: ((error: Error) => void)[] = [];
  const together = new BatchedWork<string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<PromiseSettledResult<unknown>[]>();
    begun.push({ items, end: (results = items.map(() => ({ status: 'fulfilled', value: 0 }))) => resolve(results) });
    fail.push(reject);
    return promise;
  }, lingerMs);
  return { begun, fail, together };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('who asks while it is done has it done afterwards, with all others who did', async () => {
  const { begun, together } = byHand();
  const first = together.run('a', true);
  const others = [together.run('b', true), together.run('c', false)];
  expect(begun.map(({ items }) => items)).toEqual([['a']]);
  begun[0]?.end();
  await first;
  await turn();
  expect(begun.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
  begun[1]?.end();
  await Promise.all(others);
});

test('who can wait is joined by others who come soon, and by one who can’t', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { begun, together } = byHand(20);
    void together.run('a', false);
    vi.advanceTimersByTime(19);
    void together.run('b', false);
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(begun.map(({ items }) => items)).toEqual([['a', 'b']]);
    begun[0]?.end();
    await turn();
    void together.run('c', false);
    void together.run('d', true);
    expect(begun[1]?.items).toEqual(['c', 'd']);
    vi.advanceTimersByTime(100);
    begun[1]?.end();
    await turn();
    expect(begun.length).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('one that fails fails alone, and what fails as a whole fails for all', async () => {
  const { begun, fail, together } = byHand();
  const first = together.run('a', true);
  begun[0]?.end();
  await first;
  await turn();
  const both = [together.run('b', false), together.run('c', true)];
  begun[1]?.end([
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: 0 },
  ]);
  await expect(both[0]).rejects.toThrow('no');
  await both[1];
  await turn();
  const none = together.run('d', true);
  fail[2]?.(new Error('nothing'));
  await expect(none).rejects.toThrow('nothing');
});
