// The write-ahead log of a project that is being written: when it is copied into the database file, and what is noted of it.

import { closeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { bytesOf } from './integrity.ts';
import { framesInLog, LogRecordFile, logPosition, openLog, recordToGoOnFrom } from './log-record.ts';
import type { ProjectPaths } from './project-paths.ts';
import { MARK_CLOSED } from './writing-process.ts';

/** The log is copied into the file at this many frames (16 MB): rarely, because the commit that does so has to wait. */
const FRAMES = 4_000;
/** While readers need the log, it is tried again after this many more frames. */
const MORE_FRAMES = 500;

/**
 * Notes how far the log has got after each commit, and before any of it is copied into the database file, so that a log
 * that has less is found damaged when the project is opened next. SQLite must not copy it by itself
 * (`wal_autocheckpoint = 0`). Each step throws what SQLite and the file system throw.
 */
export class WriteAheadLog {
  readonly #sqlite: DatabaseSync;
  readonly #paths: ProjectPaths;
  readonly #log: number;
  #record: LogRecordFile | null = null;
  /** Where `project.closed` is 0. */
  #openMark: 'nowhere' | 'in-log' | 'in-file' = 'nowhere';
  #copyAt = FRAMES;

  /**
   * @param sqlite the writer's connection, which has read the file
   * @param isAccepted the producer accepts that the log is missing or damaged: it is not found so again
   */
  constructor(sqlite: DatabaseSync, paths: ProjectPaths, isAccepted: boolean) {
    this.#sqlite = sqlite;
    this.#paths = paths;
    this.#log = openLog(paths);
    if (isAccepted) this.#begin(true);
  }

  /**
   * Marks the database file itself as being written, not only its log. To be called before each write, outside of a
   * transaction; only the first call costs something.
   *
   * @param wait waits for processes that read at this moment, up to the connection's timeout. Otherwise, and where they read
   *   for longer, the mark stays in the log, and the next call tries again
   */
  beforeWrite(wait: boolean): void {
    if (this.#openMark === 'in-file') return;
    this.#begin(false);
    if (this.#openMark === 'nowhere') this.#sqlite.exec('UPDATE project SET closed = 0');
    this.#openMark = 'in-log';
    if (this.#copyToFile(wait ? 'FULL' : 'PASSIVE')) this.#openMark = 'in-file';
  }

  /** To be called after each commit. @param isDurable it must not be lost with the log unnoticed */
  committed(isDurable: boolean): void {
    const frames = framesInLog(this.#sqlite);
    if (isDurable) this.#note(false);
    else this.#record?.writeLatest(logPosition(this.#sqlite, this.#log));
    if (frames < FRAMES) this.#copyAt = FRAMES;
    else if (frames >= this.#copyAt) this.#tryCopying(frames);
  }

  /** Empties the log into the file, and marks the file as complete without it. */
  empty(): void {
    const isClosed = this.#sqlite.prepare('SELECT closed FROM project').get()?.['closed'] === 1;
    if (isClosed && framesInLog(this.#sqlite) === 0) return;
    this.#begin(false);
    this.#sqlite.exec(MARK_CLOSED);
    if (this.#copyToFile('FULL')) this.#sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** To be called once the connection is closed. @param isInPlace the folder was not moved */
  release(isInPlace: boolean): void {
    closeSync(this.#log);
    this.#record?.close();
    if (!isInPlace) return;
    const { files, log, logRecord } = this.#paths;
    try {
      // SQLite removes a log that it has copied wholly.
      if (bytesOf(files, log) === 0) files.removeSync(logRecord);
    } catch {
      // A drive that is gone.
    }
  }

  #begin(isAccepted: boolean): void {
    this.#record ??= new LogRecordFile(this.#paths, recordToGoOnFrom(this.#sqlite, this.#paths, this.#log, isAccepted));
  }

  /** The commit it follows is safe already: what goes wrong here is tried again after a later one. */
  #tryCopying(frames: number): void {
    this.#copyAt = frames + MORE_FRAMES;
    try {
      this.#copyToFile('PASSIVE');
    } catch {
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
    }
  }

  /**
   * Copies the log into the file. Its end is flushed and noted before: a file that a kill leaves half
   * copied needs all of it.
   *
   * @returns whether all of it is in the file
   */
  #copyToFile(mode: 'FULL' | 'PASSIVE'): boolean {
    const before = this.#sqlite.prepare('PRAGMA synchronous').get()?.['synchronous'];
    this.#sqlite.exec('PRAGMA synchronous = FULL');
    try {
      this.#sqlite.exec('UPDATE file_mark SET mark = mark + 1');
    } finally {
      this.#sqlite.exec(`PRAGMA synchronous = ${before}`);
    }
    this.#note(false);
    const done = this.#sqlite.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
    const isDone = done?.['busy'] === 0 && done['log'] === done['checkpointed'];
    if (isDone) this.#note(true);
    return isDone;
  }

  #note(inFile: boolean): void {
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
