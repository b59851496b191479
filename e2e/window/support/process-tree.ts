// The processes that a process has started. Linux only, as /proc is.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The processes that a process has started itself, by their ids, each with its command line. */
export const childrenOf = (pid: number): ReadonlyMap<number, string> =>
  new Map(
    processes()
      .filter((child) => parentOf(child) === pid)
      .map((child) => [child, commandLineOf(child)]),
  );

/** A process and all below it, it first. */
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

/** Empty where it has ended. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Null where it has ended. */
function parentOf(pid: number): number | null {
  try {
    // The name in brackets may hold anything, brackets too.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return fields[0] === 'Z' ? null : Number(fields[1]);
  } catch {
    return null;
  }
}

/** Kills a process and all below it, and waits until they have gone. */
export async function killTree(pid: number): Promise<void> {
  const tree = treeOf(pid);
  for (const member of tree) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // It had just ended.
    }
  }
  while (tree.some((member) => parentOf(member) !== null)) await sleep(20);
}
