// Process priorities. The window has priority 0; larger numbers mean lower priority.
import { constants, getPriority, setPriority } from 'node:os';

export const AUDIO_PRIORITY = 5;
export const BACKGROUND_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
export const LOWEST_PRIORITY = constants.priority.PRIORITY_LOW;

/** Lowers this thread's priority and, on Linux, that of threads it starts. Does nothing if not permitted. */
export function lowerPriority(priority: number): void {
  try {
    setPriority(Math.max(getPriority(), priority));
  } catch {}
}
