import { readdirSync, readFileSync } from 'node:fs';
import { THREAD_NAME } from '../../electron/core/import/read-document.ts';

/** How many threads of a process read a document or some of its pages. Linux only. @param pid absent: of this one */
export function documentThreads(pid: number | 'self' = 'self'): number {
  const nameOf = (thread: string): string => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
    } catch {
      // It has ended since it was listed.
      return '';
    }
  };
  return threadsOf(pid).filter((thread) => nameOf(thread).startsWith(THREAD_NAME)).length;
}

function threadsOf(pid: number | 'self'): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    // The process has ended since it was listed.
    return [];
  }
}
