import { readdirSync, readFileSync } from 'node:fs';
import { THREAD_NAME } from '../../packages/manuscript/formats/read-document.ts';

/** Returns the number of this process's threads that read documents or pages. Linux only. */
export function documentThreads(): number {
  const nameOf = (thread: string): string => {
    try {
      return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
    } catch {
      // It has ended since it was listed.
      return '';
    }
  };
  return readdirSync('/proc/self/task').filter((thread) => nameOf(thread).startsWith(THREAD_NAME)).length;
}
