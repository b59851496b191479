// The child processes of a process. Linux only, because it reads /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the command lines of a process's direct children, keyed by process ID. */
export const childrenOf = (pid: number): ReadonlyMap<number, string> =>
  new Map(
    processes()
      .filter((child) => parentOf(child) === pid)
      .map((child) => [child, commandLineOf(child)]),
  );

/** Returns the IDs of a process and all its descendants. The process itself comes first. */
function treeOf(pid: number): number[] {
  const all = processes().map((child) => ({ child, parent: parentOf(child) }));
  const tree = [pid];
  for (const member of tree) for (const { child, parent } of all) if (parent === member) tree.push(child);
  return tree;
}

const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Returns an empty string if the process has ended. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Returns null if the process has ended. */
function parentOf(pid: number): number | null {
  try {
    // The process name, which is in parentheses, can itself contain parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return fields[0] === 'Z' ? null : Number(fields[1]);
  } catch {
    return null;
  }
}

/** Kills a process and its descendants, and waits until they are gone. */
export async function killTree(pid: number): Promise<void> {
  const tree = treeOf(pid);
  for (const member of tree) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }
  while (tree.some((member) => parentOf(member) !== null)) await sleep(20);
}
