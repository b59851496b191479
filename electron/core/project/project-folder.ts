// Making and opening a project's folder.
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { partBeside } from '../../../node/files/durable-write.ts';
import { flushFolderNow } from '../../../node/files/flush.ts';
import { makeFolderSync } from '../../../node/files/make-folder.ts';
import { readHeadNumber } from '../../../node/sqlite/migrate.ts';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import { type ProjectSettings, projectSettingsSchema } from '../../../shared/model/settings.ts';
import { folderProblem } from '../folder-problem.ts';
import type { Clock, Random } from '../ports.ts';
import { backUp, latestBackup } from './folder/backup.ts';
import { checkFormat, connectToRead, connectToWrite, FORMAT, migrateProject } from './folder/connection.ts';
import { Database } from './folder/database.ts';
import { DatabaseFile } from './folder/database-file.ts';
import { identityOfFolder, isSameFolder, readFolderIdentity } from './folder/folder-identity.ts';
import { bytesOf, databaseDamage, isSealed } from './folder/integrity.ts';
import { findLogDamage, type LogDamage, logError } from './folder/log-record.ts';
import { asProjectError, ProjectError } from './folder/project-error.ts';
import { type ProjectPaths, projectPaths } from './folder/project-paths.ts';
import { WriteAheadLog } from './folder/write-ahead-log.ts';
import { MARK_CLOSED, Reserve, takeWriterLock } from './folder/writing-process.ts';
import { Project } from './project.ts';
import { sweepTemporaryFiles } from './takes/take-files.ts';

export interface OpenOptions {
  /** One process at a time may write; readers are always welcome. */
  readonly mode: 'write' | 'read';
  readonly clock: Clock;
  readonly random: Random;
  /** The producer accepts that the write-ahead log that belongs to the file is missing or damaged, and goes on without it. */
  readonly acceptMissingLog?: boolean;
  /** Another thread has just looked through the database: that is not done again. */
  readonly isChecked?: boolean;
}

export interface CreateOptions {
  readonly name: string;
  readonly connection: ConnectionIdentity;
  readonly settings?: Partial<ProjectSettings>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Makes a project and opens it to write. It is made beside and given its name when it is whole, so that one that fails
 * half way leaves nothing.
 *
 * @param dir the folder to make; it must not exist, or be empty
 * @throws ProjectError `exists`, `read-only`, `no-permission`, `disk-full`
 */
export function createProject(dir: string, options: CreateOptions): Project {
  const folder = resolve(dir);
  const parent = dirname(folder);
  const part = partBeside(folder);
  const partial = part.path;
  let madeParent: string | undefined;
  try {
    refuseExisting(folder);
    refuseUnwritable(parent, folder);
    madeParent = makeFolderSync(parent);
    makeFolderSync(projectPaths(partial).takes);
    writeNewDatabase(partial, options);
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(partial, folder);
    flushFolderNow(parent);
  } catch (error) {
    removeQuietly(partial);
    if (madeParent !== undefined) removeEmptyFolders(parent, madeParent);
    throw asProjectError(error, folder);
  } finally {
    part.end();
  }
  let project: Project | null = null;
  try {
    project = openProject(folder, { mode: 'write', clock: options.clock, random: options.random });
    project.confirmPlace();
    return project;
  } catch (error) {
    closeQuietly(project);
    // It is a moment old, and nothing is in it.
    if (!(error instanceof ProjectError && error.problem.kind === 'in-use')) {
      removeQuietly(folder);
      if (madeParent !== undefined) removeEmptyFolders(parent, madeParent);
    }
    throw error;
  }
}

/** What went wrong before matters more than a folder that can't be removed. */
function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The error that led here is the one to report.
  }
}

/** What closing has to say of a full disk was said already. */
function closeQuietly(project: Project | null): void {
  try {
    project?.close();
  } catch {
    // It is removed anyway.
  }
}

function refuseExisting(folder: string): void {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there && !(there.isDirectory() && readdirSync(folder).length === 0)) {
    throw new ProjectError({ kind: 'exists', path: folder });
  }
}

function refuseUnwritable(place: string, folder: string): void {
  const problem = folderProblem(place);
  if (!problem) return;
  // A file stands where a folder should be.
  if (problem.kind === 'no-folder') throw new ProjectError({ kind: 'exists', path: folder });
  throw new ProjectError({ kind: problem.kind === 'no-permission' ? 'no-permission' : 'read-only', path: folder });
}

/** Removes the folders that were made for a project that then was not, as far as they are empty. */
function removeEmptyFolders(from: string, upTo: string): void {
  try {
    for (let folder = from; folder.length >= upTo.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Someone else has put something there.
  }
}

function writeNewDatabase(folder: string, options: CreateOptions): void {
  const paths = projectPaths(folder);
  const { sqlite, log } = connectToWrite(paths);
  try {
    migrateProject(sqlite, folder);
    const db = new Database(sqlite, folder, log);
    db.prepareForWork();
    const { name, connection, clock, random } = options;
    const settings = projectSettingsSchema.parse({ ...options.settings, version: 1 });
    db.durably(() =>
      db
        .prepare(
          `INSERT INTO project (id, name, created_at, origin, user_id, settings, place, closed)
           VALUES (?, ?, ?, ?, ?, ?, ?, 1)`,
        )
        .run(
          random.id(),
          name,
          clock.now(),
          connection.origin,
          connection.userId,
          JSON.stringify(settings),
          JSON.stringify(identityOfFolder(folder)),
        ),
    );
  } finally {
    sqlite.close();
  }
  flushFolderNow(folder);
}

/**
 * Opens a project. Its database is checked whole unless it is just as it was last closed; a file of an older format is
 * brought to today's, after a backup.
 *
 * @throws ProjectError `not-found`, `not-a-project`, `newer`, `in-use`, `damaged`, `read-only`, `no-permission`,
 *   `disk-full`, `log-missing` and `log-damaged` (to write only); nothing was changed then
 */
export function openProject(dir: string, options: OpenOptions): Project {
  const folder = resolve(dir);
  const paths = projectPaths(folder);
  refuseNoProject(paths);
  return options.mode === 'write' ? openToWrite(paths, options) : openToRead(paths, options);
}

/** A database of this many bytes is read whole in about twenty milliseconds. */
const SMALL_BYTES = 8 * 1024 * 1024;

/**
 * Whether a project takes long to open: all of a large file is to be read first, or it is to be copied and brought to
 * today's format. A thread had better do it then, before: it is done once it has opened and closed the project.
 */
export function takesLongToOpen(dir: string): boolean {
  const paths = projectPaths(resolve(dir));
  try {
    if (bytesOf(paths.files, paths.database) + bytesOf(paths.files, paths.log) < SMALL_BYTES) return false;
    return !isSealed(paths) || formatOf(paths) < FORMAT;
  } catch {
    // Opening it reports the reason.
    return false;
  }
}

function formatOf(paths: ProjectPaths): number {
  const sqlite = connectToRead(paths);
  try {
    return readHeadNumber(sqlite, 'user_version');
  } finally {
    sqlite.close();
  }
}

function refuseNoProject({ folder, files, database, takes, backups }: ProjectPaths): void {
  try {
    const there = statSync(folder, { throwIfNoEntry: false });
    if (!there) throw new ProjectError({ kind: 'not-found', path: folder });
    const found = there.isDirectory() ? files.lookSync(database) : null;
    if (!found || found.isDirectory()) throw new ProjectError({ kind: 'not-a-project', path: folder });
    files.fileSync(database);
    for (const path of [takes, backups]) files.folderSync(path);
  } catch (error) {
    throw asProjectError(error, folder);
  }
}

function openToWrite(
  paths: ProjectPaths,
  { clock, random, isChecked = false, acceptMissingLog = false }: OpenOptions,
): Project {
  const { folder } = paths;
  // SQLite opens a file on a read-only drive all the same, and fails only when something is written at last.
  refuseUnwritable(folder, folder);
  const lock = takeWriterLock(paths);
  let sqlite: DatabaseSync | null = null;
  let writeAheadLog: WriteAheadLog | null = null;
  try {
    const logDamage = refuseDamaged(paths, { isChecked, isWriter: true });
    if (logDamage && !acceptMissingLog) throw logError(logDamage, folder);
    const isWhole = bytesOf(paths.files, paths.log) === 0;
    const connected = connectToWrite(paths);
    sqlite = connected.sqlite;
    migrateProject(sqlite, folder, (version) => backUp(connected.sqlite, paths, version, clock.now()));
    // An older format, a log that the producer knows to be missing, or a log that was just merged into the file.
    if (isWhole || !connected.log) sqlite.exec(MARK_CLOSED);
    paths.files.makeFolderSync(paths.takes);
    sweepTemporaryFiles(paths);
    const backup = () => latestBackup(paths);
    const file = new DatabaseFile(paths);
    const reserve = new Reserve(paths.files, paths.reserve);
    if (connected.log) writeAheadLog = new WriteAheadLog(sqlite, paths, logDamage !== null);
    else paths.files.removeSync(paths.logRecord);
    const db = new Database(sqlite, folder, connected.log, { latestBackup: backup, reserve, file, writeAheadLog });
    db.prepareForWork();
    return new Project({ paths, db, mode: 'write', log: connected.log, clock, random, lock, file, writeAheadLog });
  } catch (error) {
    sqlite?.close();
    writeAheadLog?.release(false);
    lock.release();
    throw asProjectError(error, folder, () => latestBackup(paths));
  }
}

function openToRead(paths: ProjectPaths, options: OpenOptions): Project {
  const { folder } = paths;
  const { clock, random, isChecked = false } = options;
  let sqlite: DatabaseSync | null = null;
  try {
    const logDamage = refuseDamaged(paths, { isChecked, isWriter: false });
    sqlite = connectToRead(paths);
    if (checkFormat(sqlite, folder) < FORMAT) {
      sqlite.close();
      sqlite = null;
      openToWrite(paths, options).close();
      sqlite = connectToRead(paths);
    }
    const db = new Database(sqlite, folder, true, { latestBackup: () => latestBackup(paths) });
    const file = new DatabaseFile(paths);
    return new Project({ paths, db, mode: 'read', log: true, clock, random, lock: null, file, logDamage });
  } catch (error) {
    sqlite?.close();
    throw asProjectError(error, folder, () => latestBackup(paths));
  }
}

/**
 * Looks at the file through a connection that can't change it, so that a damaged one stays as it is.
 *
 * @returns what is wrong with its write-ahead log, or null
 */
function refuseDamaged(
  paths: ProjectPaths,
  { isChecked, isWriter }: { readonly isChecked: boolean; readonly isWriter: boolean },
): LogDamage | null {
  const { folder } = paths;
  const damaged = (detail: string) =>
    new ProjectError({ kind: 'damaged', path: folder, detail, backup: latestBackup(paths) });
  if (bytesOf(paths.files, paths.database) === 0) throw damaged('the file is empty');
  const sqlite = connectToRead(paths);
  try {
    if (checkFormat(sqlite, folder) === 0) throw new ProjectError({ kind: 'not-a-project', path: folder });
    const logDamage = findLogDamage(sqlite, paths, isWriter);
    // What is left of a log may not go with the file.
    const isMixed = logDamage === 'damaged';
    const isKnown = !isMixed && (isChecked || isSealed(paths));
    const found = isKnown ? null : databaseDamage(sqlite, isMixed || isElsewhere(sqlite, folder));
    if (found !== null) throw damaged(found);
    return logDamage;
  } finally {
    sqlite.close();
  }
}

/** Whether it was last written in another place: it may be a copy that was made during a write. */
function isElsewhere(sqlite: DatabaseSync, folder: string): boolean {
  try {
    const place = sqlite.prepare('SELECT place FROM project').get()?.['place'];
    return typeof place === 'string' && !isSameFolder(readFolderIdentity(place), identityOfFolder(folder));
  } catch {
    // What can't even be read of it is found by the check.
    return true;
  }
}
