// Makes a job take longer than it needs (`--speed-factor`), so that people testing a client see a service at work.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnProgress } from '../speech/speech-engine.ts';
import { standingAt } from './job-stages.ts';

/** A clock that never goes back, and waiting by it. */
export interface Pace {
  /** Milliseconds since any moment. */
  elapsed(): number;
  /** @throws as soon as the signal is aborted */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const REAL_PACE: Pace = {
  elapsed: () => performance.now(),
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/** Progress is told a hundred times, though not more often and not more rarely than this, in milliseconds. */
const TICKS = 100;
const TICK = { least: 50, most: 1000 } as const;

/**
 * Waits until a job has taken as long as it pretends to, and tells progress evenly over that time.
 *
 * @param from when the job was begun, by the same clock
 * @param milliseconds how long it pretends to take in all
 * @throws as soon as the signal is aborted
 */
export async function pretend(
  pace: Pace,
  from: number,
  milliseconds: number,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = from + milliseconds;
  const tick = Math.min(TICK.most, Math.max(TICK.least, milliseconds / TICKS));
  for (let left = endsAt - pace.elapsed(); left > 0; left = endsAt - pace.elapsed()) {
    const { stage, fraction } = standingAt(1 - left / milliseconds);
    onProgress(stage, fraction);
    await pace.wait(Math.min(left, tick), signal);
  }
}
