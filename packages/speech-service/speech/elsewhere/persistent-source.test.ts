import { expect, test } from 'vitest';
import { Semaphore } from './persistent-source.ts';

const never = new AbortController().signal;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Takes a permit and notes when it has it. */
function taking(permits: Semaphore, had: string[], name: string, isLive = false, signal = never) {
  return permits.acquire(signal, isLive).then((giveBack) => {
    had.push(name);
    return giveBack;
  });
}

test('a permit that is given back goes to who waits longest, listeners first', async () => {
  const permits = new Semaphore(1);
  const had: string[] = [];
  const first = await taking(permits, had, 'a');
  const others = [
    taking(permits, had, 'b'),
    taking(permits, had, 'c'),
    taking(permits, had, 'live 1', true),
    taking(permits, had, 'live 2', true),
  ];
  first();
  // A second time changes nothing.
  first();
  for (const other of [others[2], others[3], others[0], others[1]]) (await other)?.();
  expect(had).toEqual(['a', 'live 1', 'live 2', 'b', 'c']);
});

test('a waiter that gives up does not block the others', async () => {
  const permits = new Semaphore(1);
  const had: string[] = [];
  const first = await taking(permits, had, 'a');
  const abort = new AbortController();
  const givenUp = taking(permits, had, 'b', false, abort.signal);
  const last = taking(permits, had, 'c');
  abort.abort(new Error('enough'));
  await expect(givenUp).rejects.toThrow('enough');
  first();
  (await last)();
  await expect(permits.acquire(abort.signal, false)).rejects.toThrow('enough');
  await settle();
  const again = await taking(permits, had, 'd');
  again();
  expect(had).toEqual(['a', 'c', 'd']);
});
