import { readdirSync, readFileSync } from 'node:fs';
import { THREAD_NAME } from '../../packages/manuscript/formats/read-document.ts';

/** Returns how many threads of this process read documents or pages. Linux only. */
export function countDocumentThreads(): number {
  const nameOf = (thread: string): string => {
    try {
      return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
    } catch {
      // The thread has ended since the folder was listed.
      return '';
    }
  };
  return readdirSync('/proc/self/task').filter((thread) => nameOf(thread).startsWith(THREAD_NAME)).length;
}
