// Moves, renames and copies a project's folder between and during runs, with seeded randomness.
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface MoveCounts {
  moved: number;
  copied: number;
  /** Number of copies without the write-ahead log. */
  withoutLog: number;
  /** Number of moves and copies while a command had the project open. */
  whileOpen: number;
  /** Number of times that an older copy replaced the original, which was deleted. */
  olderCopyUsed: number;
}

export class MovingProject {
  readonly counts: MoveCounts = { moved: 0, copied: 0, withoutLog: 0, whileOpen: 0, olderCopyUsed: 0 };
  readonly #folder: string;
  readonly #random: () => number;
  #path: string;
  /** A copy that was made earlier, while the original stays in use. */
  #kept: string | null = null;
  #number = 0;

  constructor(folder: string, random: () => number) {
    this.#folder = folder;
    this.#random = random;
    this.#path = join(folder, 'book.lectern');
  }

  get path(): string {
    return this.#path;
  }

  /** Randomly moves or copies the folder, or leaves it alone, while a command has the project open. */
  disturbRunning({ pid, exitCode, signalCode }: ChildProcess): void {
    const dice = this.#random();
    if (!existsSync(this.#path) || exitCode !== null || signalCode !== null || pid === undefined) return;
    if (dice < 0.15) this.#move();
    else if (dice < 0.35) whilePaused(pid, () => this.#keepCopy());
    else return;
    this.counts.whileOpen += 1;
  }

  /**
   * Randomly moves, copies or replaces the folder, or leaves it alone, while the project is closed. Returns whether the
   * project is in a different folder now.
   */
  disturb(): boolean {
    const dice = this.#random();
    if (!existsSync(this.#path)) return false;
    if (dice < 0.25) this.#move();
    else if (dice < 0.4) this.#replaceBy(this.#copy(true));
    else if (dice < 0.5) this.#replaceBy(this.#copy(false));
    else if (dice < 0.65) this.#keepCopy();
    else if (dice < 0.85 && this.#kept !== null) this.#goBackTo(this.#kept);
    else return false;
    return dice < 0.5 || dice >= 0.65;
  }

  /** Returns a new path for the project, in the same parent folder or in a new one. */
  #newName(): string {
    this.#number += 1;
    const shelf = join(this.#folder, `shelf ${this.#number}`);
    if (this.#random() < 0.5) return join(this.#folder, `book ${this.#number}.lectern`);
    mkdirSync(shelf);
    return join(shelf, 'book.lectern');
  }

  #move(): void {
    const to = this.#newName();
    renameSync(this.#path, to);
    this.#path = to;
    this.counts.moved += 1;
  }

  #copy(withLog: boolean): string {
    const to = this.#newName();
    cpSync(this.#path, to, { recursive: true, filter: (path) => withLog || !/-(wal|shm)$/.test(path) });
    this.counts.copied += 1;
    if (!withLog) this.counts.withoutLog += 1;
    return to;
  }

  #replaceBy(copy: string): void {
    rmSync(this.#path, { recursive: true });
    this.#path = copy;
  }

  #keepCopy(): void {
    if (this.#kept !== null) rmSync(this.#kept, { recursive: true });
    this.#kept = this.#copy(this.#random() < 0.7);
  }

  #goBackTo(copy: string): void {
    this.#kept = null;
    this.#replaceBy(copy);
    this.counts.olderCopyUsed += 1;
  }
}

/** Runs `work` while a process is paused, so that files that are copied one by one are consistent. */
function whilePaused(pid: number, work: () => void): void {
  process.kill(pid, 'SIGSTOP');
  try {
    work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
