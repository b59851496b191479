import { closeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { bytesOf } from './integrity.ts';
import { framesInLog, LogRecordFile, logPosition, openLog, recordToResumeFrom } from './log-record.ts';
import type { ProjectPaths } from './project-paths.ts';
import { MARK_CLOSED } from './writing-process.ts';

/**
 * Number of frames (16 MB) after which the log is copied into the file. The number is large because the commit that
 * triggers the copy has to wait for it.
 */
const CHECKPOINT_FRAMES = 4_000;
const RETRY_FRAMES = 500;

/**
 * Records the end of the log after each commit and before a checkpoint, so that a shorter log is detected when the
 * project is next opened. SQLite must not run automatic checkpoints (`wal_autocheckpoint = 0`).
 */
export class WriteAheadLog {
  readonly #sqlite: DatabaseSync;
  readonly #paths: ProjectPaths;
  readonly #log: number;
  #record: LogRecordFile | null = null;
  /** Where `project.closed = 0` has been written so far. */
  #openMark: 'nowhere' | 'in-log' | 'in-file' = 'nowhere';
  #copyAt = CHECKPOINT_FRAMES;

  /** @param isAccepted true if the producer accepts a missing or damaged log, so that it isn't reported again */
  constructor(sqlite: DatabaseSync, paths: ProjectPaths, isAccepted: boolean) {
    this.#sqlite = sqlite;
    this.#paths = paths;
    this.#log = openLog(paths);
    if (isAccepted) this.#begin(true);
  }

  /**
   * Marks the project as open in the database file itself. Call it before each write, outside of a transaction; only
   * the first call is slow.
   * @param wait waits for readers; otherwise, the mark might stay in the log, and the next call tries again
   */
  beforeWrite(wait: boolean): void {
    if (this.#openMark === 'in-file') return;
    this.#begin(false);
    if (this.#openMark === 'nowhere') this.#sqlite.exec('UPDATE project SET closed = 0');
    this.#openMark = 'in-log';
    if (this.#checkpoint(wait ? 'FULL' : 'PASSIVE')) this.#openMark = 'in-file';
  }

  afterCommit(isDurable: boolean): void {
    const frames = framesInLog(this.#sqlite);
    if (isDurable) this.#writeRecord(false);
    else this.#record?.writeLatest(logPosition(this.#sqlite, this.#log));
    if (frames < CHECKPOINT_FRAMES) this.#copyAt = CHECKPOINT_FRAMES;
    else if (frames >= this.#copyAt) this.#tryCheckpoint(frames);
  }

  empty(): void {
    const isClosed = this.#sqlite.prepare('SELECT closed FROM project').get()?.['closed'] === 1;
    if (isClosed && framesInLog(this.#sqlite) === 0) return;
    this.#begin(false);
    this.#sqlite.exec(MARK_CLOSED);
    if (this.#checkpoint('FULL')) this.#sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Releases the log. Call it after closing the connection. */
  release(isInPlace: boolean): void {
    closeSync(this.#log);
    this.#record?.close();
    if (!isInPlace) return;
    const { files, log, logRecord } = this.#paths;
    try {
      // SQLite deletes the log after copying all of it.
      if (bytesOf(files, log) === 0) files.removeSync(logRecord);
    } catch {}
  }

  #begin(isAccepted: boolean): void {
    this.#record ??= new LogRecordFile(
      this.#paths,
      recordToResumeFrom(this.#sqlite, this.#paths, this.#log, isAccepted),
    );
  }

  /**
   * Tries to run a checkpoint. If it fails, a later commit tries again. The last commit is safe in the log either way.
   */
  #tryCheckpoint(frames: number): void {
    this.#copyAt = frames + RETRY_FRAMES;
    try {
      this.#checkpoint('PASSIVE');
    } catch {
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
    }
  }

  /** Flushes and records the end of the log first, because a partly copied file needs the whole log. */
  #checkpoint(mode: 'FULL' | 'PASSIVE'): boolean {
    const before = this.#sqlite.prepare('PRAGMA synchronous').get()?.['synchronous'];
    this.#sqlite.exec('PRAGMA synchronous = FULL');
    try {
      this.#sqlite.exec('UPDATE file_mark SET mark = mark + 1');
    } finally {
      this.#sqlite.exec(`PRAGMA synchronous = ${before}`);
    }
    this.#writeRecord(false);
    const done = this.#sqlite.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
    const isDone = done?.['busy'] === 0 && done['log'] === done['checkpointed'];
    if (isDone) this.#writeRecord(true);
    return isDone;
  }

  #writeRecord(inFile: boolean): void {
    const record = this.#record;
    if (!record) return;
    const mark = inFile ? Number(this.#sqlite.prepare('SELECT mark FROM file_mark').get()?.['mark']) : null;
    record.write({
      fileMark: mark ?? record.record.fileMark,
      log: logPosition(this.#sqlite, this.#log),
      latest: null,
      inFile,
    });
  }
}
