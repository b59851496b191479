// Priorities of background processes. The window has 0; larger numbers mean lower priority.
import { constants, getPriority, setPriority } from 'node:os';

/** For the studio process, which receives a run's audio. */
export const STUDIO_PRIORITY = 5;
/** For speech synthesis and reading documents. */
export const BACKGROUND_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of this process; on Linux, of this thread and the threads it starts. Does nothing if the priority
 * is already lower or the change isn't permitted.
 */
export function lowerPriority(priority: number): void {
  try {
    setPriority(Math.max(getPriority(), priority));
  } catch {}
}
