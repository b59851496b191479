import { setTimeout as sleep } from 'node:timers/promises';

/** A clock that never goes backwards. Tests pass a clock that they control. */
export interface MonotonicClock {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: MonotonicClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};
