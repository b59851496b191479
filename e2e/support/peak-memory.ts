// Measures peak memory as reported by the operating system. Linux only.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const EVERY_MS = 10;

/**
 * Watches a process and its children until it ends.
 *
 * @returns a function that returns the highest peak so far of any of them, in MB
 */
export function watchMemory(child: ChildProcess): () => number {
  let peakKb = 0;
  const look = () => {
    for (const pid of child.pid === undefined ? [] : familyOf(child.pid)) peakKb = Math.max(peakKb, peakOf(pid));
  };
  const timer = setInterval(look, EVERY_MS);
  child.once('exit', () => clearInterval(timer));
  return () => {
    look();
    return peakKb / 1024;
  };
}

function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

/** Returns the peak memory in kB; 0 if the process has ended. */
const peakOf = (pid: number): number => Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
