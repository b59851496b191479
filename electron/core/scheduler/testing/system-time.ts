import type { Clock } from '../../ports.ts';
import { systemClock } from '../../system.ts';

export const systemTime: Clock = {
  now: Date.now,
  monotonic: systemClock.monotonic,
  sleep: () => Promise.reject(new Error('this clock does not sleep')),
};
