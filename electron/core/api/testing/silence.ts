// Time-outs of real exchanges, for tests: a busy machine may be late with what is to come in time.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Runs with timers that stand still until nothing more comes; then they are due.
 * @param milliseconds the time-out
 * @param isSilent whether the other side has taken the request, and has said all that it will
 */
export async function throughSilence<T>(
  milliseconds: number,
  isSilent: () => boolean,
  run: () => Promise<T>,
): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  try {
    const running = run().finally(() => {
      isOver = true;
    });
    running.catch(() => {});
    while (!isSilent() && !isOver) await nextTurn();
    vi.advanceTimersByTime(milliseconds);
    return await running;
  } finally {
    vi.useRealTimers();
  }
}
