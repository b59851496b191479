import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readHeaderNumber } from '../../../../node/sqlite/migrate.ts';
import { createWorkerPool, type WorkerPool } from '../../../../node/worker-pool.ts';
import { parseBackupTime } from '../../../../shared/rules/backup-names.ts';
import type { Clock } from '../../ports.ts';
import type { Project } from '../project.ts';
import { backUp, latestBackup, sweepPartialBackups } from './backup.ts';
import { connectToRead } from './connection.ts';
import { bytesOf } from './integrity.ts';
import { asProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

const BACKUP_EVERY_MS = 24 * 60 * 60 * 1_000;
/** Required free space as a multiple of the database size, so that a backup doesn't fill the drive. */
const FREE_SPACE_FACTOR = 3;

export function isBackupDue(dir: string, now: number): boolean {
  const latest = latestBackup(projectPaths(resolve(dir)));
  const madeAt = latest === null ? null : parseBackupTime(latest);
  // A backup dated in the future was made while the clock was wrong.
  return madeAt === null || madeAt > now || now - madeAt >= BACKUP_EVERY_MS;
}

/** Makes a backup. This is slow and requires a write-ahead log. @returns null if the drive has too little space */
export function backUpInProject(dir: string, now: number, bytesFree = bytesFreeAt): string | null {
  const paths = projectPaths(resolve(dir));
  try {
    sweepPartialBackups(paths);
    if (bytesFree(paths.folder) < FREE_SPACE_FACTOR * databaseBytes(paths)) return null;
    const sqlite = connectToRead(paths);
    try {
      const version = readHeaderNumber(sqlite, 'user_version');
      return backUp(sqlite, paths, version, now);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    throw asProjectError(error, paths.folder);
  }
}

const databaseBytes = (paths: ProjectPaths): number =>
  bytesOf(paths.files, paths.database) + bytesOf(paths.files, paths.log);

function bytesFreeAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export interface BackupJob {
  readonly folder: string;
  readonly now: number;
}

export interface RoutineBackupsParts {
  readonly clock: Clock;
  /** For logging. Failures aren't shown to the producer, because the project itself isn't affected. */
  readonly onError: (error: unknown) => void;
}

const WORKER = new URL('./backup-worker.ts', import.meta.url);
/** Delays the backup, so that it doesn't slow down opening, or closing shortly afterwards. */
const BACKUP_DELAY_MS = 10_000;

export class RoutineBackups {
  readonly #parts: RoutineBackupsParts;
  #end = new AbortController();
  #thread: WorkerPool<BackupJob, string | null> | null = null;
  #over: Promise<void> = Promise.resolve();

  constructor(parts: RoutineBackupsParts) {
    this.#parts = parts;
  }

  begin(project: Project): void {
    this.#end = new AbortController();
    // Without a write-ahead log, as on network drives, backups and edits would block each other.
    if (!project.allowsConcurrentReads) return;
    this.#over = this.#make(project.dir, this.#end.signal).catch((error: unknown) => {
      if (!this.#end.signal.aborted) this.#parts.onError(error);
    });
  }

  /**
   * Stops the backup before the project is closed. Once this resolves, the backup no longer reads the project's
   * database.
   */
  async end(): Promise<void> {
    this.#end.abort(new Error('the project is closed'));
    await this.#thread?.close();
    await this.#over;
  }

  get over(): Promise<void> {
    return this.#over;
  }

  async #make(folder: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    if (!isBackupDue(folder, clock.now())) return;
    await clock.sleep(BACKUP_DELAY_MS, signal);
    const thread = createWorkerPool<BackupJob, string | null>(WORKER, 1, { isHandedOn: true });
    this.#thread = thread;
    try {
      await thread.run({ folder, now: clock.now() });
    } finally {
      this.#thread = null;
      await thread.close();
    }
  }
}
