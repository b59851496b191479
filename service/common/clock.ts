// Time as the service measures and waits for it. Tests give a clock that they turn by hand.
import { setTimeout as sleep } from 'node:timers/promises';

/** A clock that never goes back, and waiting by it. */
export interface MonotonicClock {
  /** Milliseconds since any moment. */
  now(): number;
  /** @throws the signal's reason as soon as it is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: MonotonicClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};
