// Records the expected end of a project's write-ahead log in a file next to it. SQLite treats the first invalid frame
// as the end of the log, so a truncated, damaged or replaced log would lose commits without an error.

import { closeSync, constants, fdatasyncSync, lstatSync, openSync, readSync, writeSync } from 'node:fs';
import { uptime } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isLocked } from '../../../../node/sqlite/exclusive-lock.ts';
import { readHeaderNumber } from '../../../../node/sqlite/migrate.ts';
import { openImmutable } from '../../../../node/sqlite/open-database.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

const logPositionSchema = z.object({
  frames: z.int().min(1),
  /** Salts and checksums of the last frame, which cover all earlier ones (sqlite.org/fileformat2.html#walformat). */
  head: z.string().regex(/^[0-9a-f]{32}$/),
});
type LogPosition = z.infer<typeof logPositionSchema>;

const logRecordSchema = z.object({
  fileMark: z.int().min(0),
  /** The end of the log when it was last flushed; null if unknown. */
  log: logPositionSchema.nullable(),
  /** The current end of the log. A power failure could lose it. Null if everything has been flushed. */
  latest: logPositionSchema.nullable(),
  /** True if the log has been copied into the database file up to this position. SQLite can then restart the log. */
  inFile: z.boolean(),
});
type LogRecord = z.infer<typeof logRecordSchema>;

/**
 * Size in bytes. The record is overwritten in place. It fits into a single sector, because disks write sectors
 * atomically.
 */
const RECORD_BYTES = 512;

function readRecord({ files, logRecord }: ProjectPaths): LogRecord | null {
  try {
    return logRecordSchema.parse(JSON.parse(files.readSync(logRecord, RECORD_BYTES).toString()));
  } catch {
    return null;
  }
}

const encodeRecord = (record: LogRecord): Buffer => Buffer.from(`${JSON.stringify(record).padEnd(RECORD_BYTES - 1)}\n`);

export class LogRecordFile {
  readonly #file: number;
  #record: LogRecord;

  constructor({ files, logRecord }: ProjectPaths, record: LogRecord) {
    files.replaceSync(logRecord, encodeRecord(record));
    this.#file = openSync(logRecord, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
    this.#record = record;
  }

  get record(): LogRecord {
    return this.#record;
  }

  write(record: LogRecord): void {
    this.#put(record);
    fdatasyncSync(this.#file);
  }

  /** Writes the end of the log, so that it isn't lost if the process is killed. @throws file system errors */
  writeLatest(latest: LogPosition | null): void {
    this.#put({ ...this.#record, latest });
  }

  #put(record: LogRecord): void {
    writeSync(this.#file, encodeRecord(record), 0, RECORD_BYTES, 0);
    this.#record = record;
  }

  close(): void {
    closeSync(this.#file);
  }
}

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Offsets of the salts in the headers of the log and of a frame. The salts change whenever SQLite restarts the log. */
const SALTS_OFFSET = 16;
const FRAME_SALTS_OFFSET = 8;

/** Counts log frames that SQLite considers valid and committed. There must be no open transaction. */
export function framesInLog(sqlite: DatabaseSync): number {
  return Math.max(0, Number(sqlite.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.['log'] ?? 0));
}

/** @param log file descriptor of the open log @returns null if the log is empty */
export function logPosition(sqlite: DatabaseSync, log: number): LogPosition | null {
  const frames = framesInLog(sqlite);
  return frames === 0 ? null : { frames, head: frameHead(sqlite, log, frames) };
}

function frameHead(sqlite: DatabaseSync, log: number, frames: number): string {
  const pageBytes = Number(sqlite.prepare('PRAGMA page_size').get()?.['page_size']);
  const frameAt = LOG_HEADER_BYTES + (frames - 1) * (FRAME_HEADER_BYTES + pageBytes);
  return readAt(log, frameAt + FRAME_SALTS_OFFSET, FRAME_HEADER_BYTES - FRAME_SALTS_OFFSET).toString('hex');
}

function readAt(file: number, offset: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, offset));
}

/** Closing the file is safe, because SQLite holds no lock on the log that this could release. */
export const openLog = ({ log }: ProjectPaths): number =>
  openSync(log, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));

/** Returns the mark in the database file, 0 without a mark, or null if the file is unreadable without its log. */
function fileMark({ database }: ProjectPaths): number | null {
  try {
    const sqlite = openImmutable(database);
    try {
      return Number(sqlite.prepare('SELECT mark FROM file_mark').get()?.['mark'] ?? 0);
    } finally {
      sqlite.close();
    }
  } catch {
    // The process was killed, or the disk became full, while the log was being copied into the file.
    return null;
  }
}

/**
 * `missing` if the log is absent and the file is incomplete without it; `damaged` if the log is invalid or can't be
 * checked.
 */
export type LogDamage = 'missing' | 'damaged';

export const logError = (damage: LogDamage, path: string): ProjectError =>
  new ProjectError({ kind: damage === 'missing' ? 'log-missing' : 'log-damaged', path });

/** @param isWriter true if the caller holds the lock and hasn't written; otherwise, another process might be writing */
export function findLogDamage(sqlite: DatabaseSync, paths: ProjectPaths, isWriter = false): LogDamage | null {
  const isEmpty = readHeaderNumber(sqlite, 'user_version') === 0;
  if (isEmpty) return null;
  // While another process is writing, the log can't be compared with the record.
  const isChecked = () => isWriter || !isLocked(paths.files, paths.lock);
  const damage = isChecked() ? damageByRecord(sqlite, paths) : null;
  return damage && isChecked() ? damage : missingByMark(sqlite, paths);
}

function missingByMark(sqlite: DatabaseSync, { files, log }: ProjectPaths): LogDamage | null {
  // Read the mark twice, because a writer that is closing sets it before it empties the log.
  return isMarkedOpen(sqlite) && bytesOf(files, log) === 0 && isMarkedOpen(sqlite) ? 'missing' : null;
}

const isMarkedOpen = (sqlite: DatabaseSync): boolean =>
  sqlite.prepare('SELECT closed FROM project').get()?.['closed'] === 0;

function damageByRecord(sqlite: DatabaseSync, paths: ProjectPaths): LogDamage | null {
  const isEmpty = bytesOf(paths.files, paths.log) === 0;
  const record = readRecord(paths);
  if (record === null) return isMarkedOpen(sqlite) ? (isEmpty ? 'missing' : 'damaged') : null;
  const mark = fileMark(paths);
  if (mark !== null && mark < record.fileMark) return 'damaged';
  if (isEmpty) return record.inFile && !isMarkedOpen(sqlite) ? null : 'missing';
  const log = openLog(paths);
  try {
    if (record.latest && !mayHaveLostData(paths) && !containsPosition(sqlite, log, record.latest)) return 'damaged';
    if (record.log === null || containsPosition(sqlite, log, record.log)) return null;
    return record.inFile && isNextLog(log, record.log) ? null : 'damaged';
  } finally {
    closeSync(log);
  }
}

/** If the machine has been restarted since the record was written, a power failure might have lost unflushed data. */
const mayHaveLostData = ({ logRecord }: ProjectPaths): boolean =>
  lstatSync(logRecord).mtimeMs < Date.now() - uptime() * 1000;

const containsPosition = (sqlite: DatabaseSync, log: number, { frames, head }: LogPosition): boolean =>
  framesInLog(sqlite) >= frames && frameHead(sqlite, log, frames) === head;

/**
 * Returns whether a log is the direct successor of the recorded one: SQLite increments the first salt when it restarts
 * a log.
 */
function isNextLog(log: number, { head }: LogPosition): boolean {
  const salt = readAt(log, SALTS_OFFSET, 4);
  return salt.length === 4 && salt.readUInt32BE() === (Number.parseInt(head.slice(0, 8), 16) + 1) >>> 0;
}

/** Returns the record from which a writer continues. @param isAccepted true to accept the log and ignore the record */
export function recordToResumeFrom(
  sqlite: DatabaseSync,
  paths: ProjectPaths,
  log: number,
  isAccepted: boolean,
): LogRecord {
  const position = logPosition(sqlite, log);
  const before = isAccepted || position === null ? null : readRecord(paths);
  return before ?? { fileMark: fileMark(paths) ?? 0, log: position, latest: null, inFile: position === null };
}
