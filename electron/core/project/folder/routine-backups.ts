// A backup a day of the project that is open, made by a thread of its own some time after it was opened.
import { createWorkerPool, type WorkerPool } from '../../../../node/worker-pool.ts';
import type { Clock } from '../../ports.ts';
import type { Project } from '../project.ts';
import { isBackupDue } from './routine-backup.ts';

export interface BackupJob {
  /** The project's folder. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface RoutineBackupsParts {
  readonly clock: Clock;
  /** A backup was not made. The producer is not told: the project is as good as before. */
  readonly onTrouble: (error: unknown) => void;
}

const WORKER = new URL('./backup-worker.ts', import.meta.url);
/** Opening comes first, and who only looks into a project for a moment need not wait for its backup. Milliseconds. */
const AFTER_OPENING_MS = 10_000;

export class RoutineBackups {
  readonly #parts: RoutineBackupsParts;
  #end = new AbortController();
  #thread: WorkerPool<BackupJob, string | null> | null = null;
  #over: Promise<void> = Promise.resolve();

  constructor(parts: RoutineBackupsParts) {
    this.#parts = parts;
  }

  /** A project was opened to write. Does not wait. */
  begin(project: Project): void {
    this.#end = new AbortController();
    // Without a write-ahead log, as on a network drive, backups and edits would wait for each other.
    if (!project.isReadBeside) return;
    this.#over = this.#make(project.dir, this.#end.signal).catch((error: unknown) => {
      if (!this.#end.signal.aborted) this.#parts.onTrouble(error);
    });
  }

  /** The project is about to be closed: nothing reads its file when this resolves. */
  async end(): Promise<void> {
    this.#end.abort(new Error('the project is closed'));
    await this.#thread?.close();
    await this.#over;
  }

  /** Resolves when what was begun is done. */
  get over(): Promise<void> {
    return this.#over;
  }

  async #make(folder: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    if (!isBackupDue(folder, clock.now())) return;
    await clock.sleep(AFTER_OPENING_MS, signal);
    const thread = createWorkerPool<BackupJob, string | null>(WORKER, 1);
    this.#thread = thread;
    try {
      await thread.run({ folder, now: clock.now() });
    } finally {
      this.#thread = null;
      await thread.close();
    }
  }
}
