// What the write-ahead log of a project has to hold, noted in a file beside it. SQLite reads a log up to the first frame that
// isn't valid and takes that for its end: a log that was cut short, damaged or replaced loses commits without an error.

import { closeSync, constants, fdatasyncSync, lstatSync, openSync, readSync, writeSync } from 'node:fs';
import { uptime } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isLocked } from '../../../../node/sqlite/exclusive-lock.ts';
import { readHeadNumber } from '../../../../node/sqlite/migrate.ts';
import { openUnchanging } from '../../../../node/sqlite/open-database.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

/** Earlier formats don't have `project.closed`. */
export const FIRST_FORMAT_WITH_MARK = 5;
/** Earlier formats don't have the table `file_mark`, and keep no record. */
const FIRST_FORMAT_WITH_RECORD = 11;

const logPositionSchema = z.object({
  /** Frames from the start of the log to the end of a commit. */
  frames: z.int().min(1),
  /**
   * Salts and checksums of the last of them, in hexadecimal digits: they depend on each byte of the log up to there.
   * https://sqlite.org/fileformat2.html#walformat
   */
  head: z.string().regex(/^[0-9a-f]{32}$/),
});
type LogPosition = z.infer<typeof logPositionSchema>;

const logRecordSchema = z.object({
  /** The least that `file_mark` is in the database file itself, its log left aside. */
  fileMark: z.int().min(0),
  /** How far the log had got when it was last flushed; null while nothing of it is known. */
  log: logPositionSchema.nullable(),
  /** How far it has got since; null: no further. It may be lost where the power was. */
  latest: logPositionSchema.nullable(),
  /** Everything up to there is in the database file as well. SQLite may have restarted the log since. */
  inFile: z.boolean(),
});
type LogRecord = z.infer<typeof logRecordSchema>;

/** The record is overwritten in place, which a disk does at once or not at all: it fits into a sector. Bytes. */
const RECORD_BYTES = 512;

/** Null where there is none that can be read. */
function readRecord({ files, logRecord }: ProjectPaths): LogRecord | null {
  try {
    return logRecordSchema.parse(JSON.parse(files.readSync(logRecord, RECORD_BYTES).toString()));
  } catch {
    return null;
  }
}

const asBytes = (record: LogRecord): Buffer => Buffer.from(`${JSON.stringify(record).padEnd(RECORD_BYTES - 1)}\n`);

/** The record of a project that is being written. The file stays open: it goes along where the folder is moved. */
export class LogRecordFile {
  readonly #file: number;
  #record: LogRecord;

  /** Puts a record in the place of whatever stood there. @throws UnsafeEntryError; what the file system throws */
  constructor({ files, logRecord }: ProjectPaths, record: LogRecord) {
    files.replaceSync(logRecord, asBytes(record));
    this.#file = openSync(logRecord, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
    this.#record = record;
  }

  get record(): LogRecord {
    return this.#record;
  }

  /** Writes a record, flushed to the disk. @throws what the file system throws */
  write(record: LogRecord): void {
    this.#put(record);
    fdatasyncSync(this.#file);
  }

  /** Writes how far the log has got, so that a kill can't lose it. @throws what the file system throws */
  writeLatest(latest: LogPosition | null): void {
    this.#put({ ...this.#record, latest });
  }

  #put(record: LogRecord): void {
    writeSync(this.#file, asBytes(record), 0, RECORD_BYTES, 0);
    this.#record = record;
  }

  close(): void {
    closeSync(this.#file);
  }
}

const LOG_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** Where a log's head, and a frame's, have the salts, which change whenever SQLite restarts the log. */
const SALTS_AT = 16;
const FRAME_SALTS_AT = 8;

/** How many frames of the log SQLite takes for valid and committed. The connection must have no transaction open. */
export function framesInLog(sqlite: DatabaseSync): number {
  return Math.max(0, Number(sqlite.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.['log'] ?? 0));
}

/** How far the log has got. @param log the log, open. @returns null where nothing is in it */
export function logPosition(sqlite: DatabaseSync, log: number): LogPosition | null {
  const frames = framesInLog(sqlite);
  return frames === 0 ? null : { frames, head: headOfFrame(sqlite, log, frames) };
}

function headOfFrame(sqlite: DatabaseSync, log: number, frames: number): string {
  const pageBytes = Number(sqlite.prepare('PRAGMA page_size').get()?.['page_size']);
  const frameAt = LOG_HEAD_BYTES + (frames - 1) * (FRAME_HEAD_BYTES + pageBytes);
  return readAt(log, frameAt + FRAME_SALTS_AT, FRAME_HEAD_BYTES - FRAME_SALTS_AT).toString('hex');
}

function readAt(file: number, at: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, at));
}

/** Opens the log of a project to be read. SQLite keeps no lock on it that closing it could release. */
export const openLog = ({ log }: ProjectPaths): number =>
  openSync(log, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));

/** The mark in the database file itself, 0 where it has none; null where the file can't be read without its log. */
function fileMark({ database }: ProjectPaths): number | null {
  try {
    const sqlite = openUnchanging(database);
    try {
      return Number(sqlite.prepare('SELECT mark FROM file_mark').get()?.['mark'] ?? 0);
    } finally {
      sqlite.close();
    }
  } catch {
    // The log was being copied into the file when the process was killed or the disk was full.
    return null;
  }
}

/**
 * `missing`: there is no log, and the database file is not complete without it. `damaged`: the log or the database file is
 * older, shorter or damaged, or the record that would tell is missing.
 */
export type LogDamage = 'missing' | 'damaged';

/** The error for it. */
export const logError = (damage: LogDamage, path: string): ProjectError =>
  new ProjectError({ kind: damage === 'missing' ? 'log-missing' : 'log-damaged', path });

/**
 * Whether the log of a project is as it was left. Another process may be writing the project at this moment.
 *
 * @param sqlite a connection to the file with whatever log is there, outside of a transaction
 * @param isWriter the caller alone may write the project, and has not begun
 */
export function findLogDamage(sqlite: DatabaseSync, paths: ProjectPaths, isWriter = false): LogDamage | null {
  const format = readHeadNumber(sqlite, 'user_version');
  if (format < FIRST_FORMAT_WITH_MARK) return null;
  // A log that is being written can't be compared with a record that is being written.
  const isChecked = () => format >= FIRST_FORMAT_WITH_RECORD && (isWriter || !isLocked(paths.files, paths.lock));
  const damage = isChecked() ? damageByRecord(sqlite, paths) : null;
  return damage && isChecked() ? damage : missingByMark(sqlite, paths);
}

function missingByMark(sqlite: DatabaseSync, { files, log }: ProjectPaths): LogDamage | null {
  // Read twice: a writer that is just closing sets the mark, and only then empties the log.
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
    if (record.latest && !mayBeUnflushed(paths) && !holds(sqlite, log, record.latest)) return 'damaged';
    if (record.log === null || holds(sqlite, log, record.log)) return null;
    return record.inFile && follows(log, record.log) ? null : 'damaged';
  } finally {
    closeSync(log);
  }
}

/** Whether the machine was started since the record was written: a power cut takes what was not flushed. */
const mayBeUnflushed = ({ logRecord }: ProjectPaths): boolean =>
  lstatSync(logRecord).mtimeMs < Date.now() - uptime() * 1000;

const holds = (sqlite: DatabaseSync, log: number, { frames, head }: LogPosition): boolean =>
  framesInLog(sqlite) >= frames && headOfFrame(sqlite, log, frames) === head;

/** Whether it is the log after that one: SQLite adds one to the first salt when it restarts a log. */
function follows(log: number, { head }: LogPosition): boolean {
  const salt = readAt(log, SALTS_AT, 4);
  return salt.length === 4 && salt.readUInt32BE() === (Number.parseInt(head.slice(0, 8), 16) + 1) >>> 0;
}

/**
 * The record that a writer goes on from.
 *
 * @param log the log, open
 * @param isAccepted the log is taken as it is, whatever the record says
 */
export function recordToGoOnFrom(
  sqlite: DatabaseSync,
  paths: ProjectPaths,
  log: number,
  isAccepted: boolean,
): LogRecord {
  const position = logPosition(sqlite, log);
  const before = isAccepted || position === null ? null : readRecord(paths);
  return before ?? { fileMark: fileMark(paths) ?? 0, log: position, latest: null, inFile: position === null };
}
