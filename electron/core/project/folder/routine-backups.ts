// A backup a day of the project that is open, made by a thread of its own some time after it was opened.

import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readHeadNumber } from '../../../../node/sqlite/migrate.ts';
import { createWorkerPool, type WorkerPool } from '../../../../node/worker-pool.ts';
import { backupMoment } from '../../../../shared/rules/backup-names.ts';
import type { Clock } from '../../ports.ts';
import type { Project } from '../project.ts';
import { backUp, latestBackup, sweepPartialBackups } from './backup.ts';
import { connectToRead } from './connection.ts';
import { bytesOf } from './integrity.ts';
import { asProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

// A backup a day, so that a damaged project can be given back as it was not long ago.

/** A project is backed up again after this long. Milliseconds. */
const BACKUP_EVERY_MS = 24 * 60 * 60 * 1_000;
/** The drive must have room for this many times the project's database: a backup never takes the last of it. */
const ROOM_FACTOR = 3;

/** Whether a project has no backup of today. @param now milliseconds since the epoch */
export function isBackupDue(dir: string, now: number): boolean {
  const latest = latestBackup(projectPaths(resolve(dir)));
  const madeAt = latest === null ? null : backupMoment(latest);
  // One of the future was made under a clock that was wrong.
  return madeAt === null || madeAt > now || now - madeAt >= BACKUP_EVERY_MS;
}

/**
 * Copies the database of a project that is open to write, over a connection of its own, so that a writer does not
 * wait. The project must keep a write-ahead log (`Project.isReadBeside`). Slow: not for the thread that edits.
 *
 * @param now milliseconds since the epoch
 * @param bytesFree of the drive; asked of the system unless given
 * @returns the path of the backup; null where the drive lacks room for it
 * @throws ProjectError
 */
export function backUpBeside(dir: string, now: number, bytesFree = bytesFreeAt): string | null {
  const paths = projectPaths(resolve(dir));
  try {
    sweepPartialBackups(paths);
    if (bytesFree(paths.folder) < ROOM_FACTOR * databaseBytes(paths)) return null;
    const sqlite = connectToRead(paths);
    try {
      const version = readHeadNumber(sqlite, 'user_version');
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
