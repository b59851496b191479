// The priorities of what works behind the window, whose own is 0. Larger numbers are less.
import { constants, getPriority, setPriority } from 'node:os';

/** Of the studio, which takes in a run's audio. */
export const STUDIO_PRIORITY = 5;
/** Of speaking, and of reading documents, which get their share beside it. */
export const BACKGROUND_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of this process; on Linux, of this thread and those that it starts. Where it is less already, or this is
 * not allowed, nothing changes.
 */
export function lowerPriority(priority: number): void {
  try {
    setPriority(Math.max(getPriority(), priority));
  } catch {}
}
