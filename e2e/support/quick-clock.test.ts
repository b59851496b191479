import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpReply } from '../../electron/core/ports.ts';
import { QuickClock } from './quick-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request = {
  method: 'GET',
  url: new URL('http://127.0.0.1/'),
  headers: {},
  connectTimeoutMs: 1,
  idleTimeoutMs: 1,
} as const;

/** Starts a sleep. @returns whether it is over */
function sleeping(clock: QuickClock, milliseconds: number, signal?: AbortSignal): () => boolean {
  let isOver = false;
  clock.sleep(milliseconds, signal).then(
    () => (isOver = true),
    () => {},
  );
  return () => isOver;
}

describe('a quick clock', () => {
  it('passes a sleep in a fraction of its time, and counts it in full', async () => {
    const clock = new QuickClock(200);
    const isOver = sleeping(clock, 2_000);
    await vi.advanceTimersByTimeAsync(9);
    expect([isOver(), clock.monotonic()]).toEqual([false, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([isOver(), clock.monotonic()]).toEqual([true, 2_000]);
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 2_000);
  });

  it('wakes sleepers in the order in which they are due', async () => {
    const clock = new QuickClock(200);
    const woken: [number, number][] = [];
    for (const length of [3_000, 1_000, 0, 2_000]) {
      void clock.sleep(length).then(() => woken.push([length, clock.monotonic()]));
    }
    await vi.runAllTimersAsync();
    expect(woken).toEqual([0, 1_000, 2_000, 3_000].map((length) => [length, length]));
  });

  it('counts no time in which nothing sleeps, however long it takes', async () => {
    const clock = new QuickClock(200);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.monotonic()).toBe(0);
  });

  it('stands still while a request waits for its reply, and while the reply is read', async () => {
    const clock = new QuickClock(200);
    const headers = Promise.withResolvers<HttpReply>();
    const piece = Promise.withResolvers<Uint8Array>();
    const transport = clock.pauseDuringRequests({ send: () => headers.promise });
    const reading = transport.send(request).then(async ({ body }) => {
      const pieces: Uint8Array[] = [];
      for await (const bytes of body) pieces.push(bytes);
      return pieces;
    });
    const [isOver, isLate] = [sleeping(clock, 0), sleeping(clock, 1_000)];
    await vi.advanceTimersByTimeAsync(60_000);
    expect([isOver(), isLate()]).toEqual([true, false]);
    const body = (async function* () {
      yield await piece.promise;
    })();
    headers.resolve({ status: 200, headers: {}, body, discard: () => {} });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([isLate(), clock.monotonic()]).toEqual([false, 0]);
    piece.resolve(Uint8Array.of(1));
    expect(await reading).toEqual([Uint8Array.of(1)]);
    await vi.advanceTimersByTimeAsync(5);
    expect([isLate(), clock.monotonic()]).toEqual([true, 1_000]);
  });

  it('goes on after a request that failed', async () => {
    const clock = new QuickClock(200);
    const transport = clock.pauseDuringRequests({ send: () => Promise.reject(new Error('reset')) });
    await expect(transport.send(request)).rejects.toThrow('reset');
    const isOver = sleeping(clock, 1_000);
    await vi.advanceTimersByTimeAsync(5);
    expect(isOver()).toBe(true);
  });

  it('ends a sleep with the reason of its signal, and lets the others sleep on', async () => {
    const clock = new QuickClock(200);
    const stopping = new AbortController();
    const ended = expect(clock.sleep(1_000, stopping.signal)).rejects.toThrow('enough');
    const isOver = sleeping(clock, 2_000);
    stopping.abort(new Error('enough'));
    await ended;
    await vi.advanceTimersByTimeAsync(10);
    expect([isOver(), clock.monotonic()]).toEqual([true, 2_000]);
    await expect(clock.sleep(1, stopping.signal)).rejects.toThrow('enough');
  });
});
