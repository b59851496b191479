// Measures peak memory as reported by the operating system. Linux only.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const INTERVAL_MS = 10;

/**
 * Watches the memory of a process and its children until the process ends.
 * @returns a function that returns the highest peak of any of these processes so far, in MB
 */
export function watchMemory(child: ChildProcess): () => number {
  let peakKb = 0;
  const look = () => {
    for (const pid of child.pid === undefined ? [] : processTree(child.pid))
      peakKb = Math.max(peakKb, peakKilobytes(pid));
  };
  const timer = setInterval(look, INTERVAL_MS);
  child.once('exit', () => clearInterval(timer));
  return () => {
    look();
    return peakKb / 1024;
  };
}

function processTree(pid: number): number[] {
  const children = readText(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
}

/** Returns the peak memory in kB; 0 if the process has ended. */
const peakKilobytes = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0);

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
