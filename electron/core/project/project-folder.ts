import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createPartFile } from '../../../node/files/durable-write.ts';
import { flushFolderSync } from '../../../node/files/flush.ts';
import { makeFolderSync } from '../../../node/files/make-folder.ts';
import { readHeaderNumber } from '../../../node/sqlite/migrate.ts';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { Damage } from '../../../shared/model/problems/project-problem.ts';
import { type ProjectSettings, projectSettingsSchema } from '../../../shared/model/settings.ts';
import { folderProblem } from '../folder-problem.ts';
import type { Clock, Random } from '../ports.ts';
import { backUp, latestBackup } from './folder/backup.ts';
import { CURRENT_FORMAT, checkFormat, connectToRead, connectToWrite, migrateProject } from './folder/connection.ts';
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
  /** Only one process at a time can write; any number can read. */
  readonly mode: 'write' | 'read';
  readonly clock: Clock;
  readonly random: Random;
  /** True if the producer accepts that the write-ahead log is missing or damaged, and continues without it. */
  readonly acceptMissingLog?: boolean;
  /** True if another thread has just checked the database, so that the check can be skipped. */
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
 * Creates a project, or leaves nothing behind if that fails.
 * @param dir must not exist, or be empty
 * @throws ProjectError
 */
export function createProject(dir: string, options: CreateOptions): Project {
  const folder = resolve(dir);
  const parent = dirname(folder);
  const part = createPartFile(folder);
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
    flushFolderSync(parent);
  } catch (error) {
    removeQuietly(partial);
    if (madeParent !== undefined) removeEmptyFolders(parent, madeParent);
    throw asProjectError(error, folder);
  } finally {
    part.end();
  }
  let project: Project | null = null;
  try {
    // The database was just written, so it isn't checked for damage.
    project = openProject(folder, { mode: 'write', clock: options.clock, random: options.random, isChecked: true });
    project.confirmPlace();
    return project;
  } catch (error) {
    closeQuietly(project);
    // The new project is still empty, so it can be removed.
    if (!(error instanceof ProjectError && error.problem.kind === 'in-use')) {
      removeQuietly(folder);
      if (madeParent !== undefined) removeEmptyFolders(parent, madeParent);
    }
    throw error;
  }
}

function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Only the original error is reported.
  }
}

/** If the disk was full when the project was closed, this has already been reported. */
function closeQuietly(project: Project | null): void {
  try {
    project?.close();
  } catch {
    // The folder is about to be removed anyway.
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
  // One of the parent folders is a file.
  if (problem.kind === 'no-folder') throw new ProjectError({ kind: 'exists', path: folder });
  throw new ProjectError({ kind: problem.kind === 'no-permission' ? 'no-permission' : 'read-only', path: folder });
}

function removeEmptyFolders(from: string, upTo: string): void {
  try {
    for (let folder = from; folder.length >= upTo.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Another process has created a file in the folder.
  }
}

function writeNewDatabase(folder: string, options: CreateOptions): void {
  const paths = projectPaths(folder);
  const { sqlite, log } = connectToWrite(paths);
  try {
    migrateProject(sqlite, folder);
    const db = new Database(sqlite, folder, log);
    db.setPragmas();
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
  flushFolderSync(folder);
}

/** Opens a project, checking the whole database unless it is unchanged since it was closed. @throws ProjectError */
export function openProject(dir: string, options: OpenOptions): Project {
  const folder = resolve(dir);
  const paths = projectPaths(folder);
  requireProject(paths);
  return options.mode === 'write' ? openToWrite(paths, options) : openToRead(paths, options);
}

/** Databases up to this size, in bytes, are checked in about 20 ms. */
const QUICK_CHECK_BYTES = 8 * 1024 * 1024;

/** Returns whether opening the project would be slow. If so, let another thread open and close it first. */
export function takesLongToOpen(dir: string): boolean {
  const paths = projectPaths(resolve(dir));
  try {
    if (bytesOf(paths.files, paths.database) + bytesOf(paths.files, paths.log) < QUICK_CHECK_BYTES) return false;
    return !isSealed(paths) || formatOf(paths) < CURRENT_FORMAT;
  } catch {
    // The reason is reported when the project is opened.
    return false;
  }
}

function formatOf(paths: ProjectPaths): number {
  const sqlite = connectToRead(paths);
  try {
    return readHeaderNumber(sqlite, 'user_version');
  } finally {
    sqlite.close();
  }
}

function requireProject({ folder, files, database, takes, backups }: ProjectPaths): void {
  try {
    const there = statSync(folder, { throwIfNoEntry: false });
    if (!there) throw new ProjectError({ kind: 'not-found', path: folder });
    const found = there.isDirectory() ? files.statSync(database) : null;
    if (!found || found.isDirectory()) throw new ProjectError({ kind: 'not-a-project', path: folder });
    files.statFileSync(database);
    for (const path of [takes, backups]) files.statFolderSync(path);
  } catch (error) {
    throw asProjectError(error, folder);
  }
}

function openToWrite(
  paths: ProjectPaths,
  { clock, random, isChecked = false, acceptMissingLog = false }: OpenOptions,
): Project {
  const { folder } = paths;
  // SQLite opens files on a read-only drive without an error, and only fails on the first write.
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
    // There is no log, it was empty, or it has just been copied into the file.
    if (isWhole || !connected.log) sqlite.exec(MARK_CLOSED);
    paths.files.makeFolderSync(paths.takes);
    sweepTemporaryFiles(paths);
    const backup = () => latestBackup(paths);
    const file = new DatabaseFile(paths);
    const reserve = new Reserve(paths.files, paths.reserve);
    if (connected.log) writeAheadLog = new WriteAheadLog(sqlite, paths, logDamage !== null);
    else paths.files.removeSync(paths.logRecord);
    const db = new Database(sqlite, folder, connected.log, { latestBackup: backup, reserve, file, writeAheadLog });
    db.setPragmas();
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
    if (checkFormat(sqlite, folder) < CURRENT_FORMAT) {
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
 * Checks the database on a read-only connection, so that a damaged file isn't changed.
 * @returns the problem with its log, or null
 */
function refuseDamaged(
  paths: ProjectPaths,
  { isChecked, isWriter }: { readonly isChecked: boolean; readonly isWriter: boolean },
): LogDamage | null {
  const { folder } = paths;
  const damaged = (damage: Damage) =>
    new ProjectError({ kind: 'damaged', path: folder, damage, backup: latestBackup(paths) });
  if (bytesOf(paths.files, paths.database) === 0) throw damaged({ kind: 'empty' });
  const sqlite = connectToRead(paths);
  try {
    if (checkFormat(sqlite, folder) === 0) throw new ProjectError({ kind: 'not-a-project', path: folder });
    const logDamage = findLogDamage(sqlite, paths, isWriter);
    // The rest of a damaged log might not match the file.
    const isMixed = logDamage === 'damaged';
    const isKnown = !isMixed && (isChecked || isSealed(paths));
    const found = isKnown ? null : databaseDamage(sqlite, isMixed || wasMoved(sqlite, folder));
    if (found !== null) throw damaged(found);
    return logDamage;
  } finally {
    sqlite.close();
  }
}

/** Returns whether the file was last written in another location, and might therefore be a copy made during a write. */
function wasMoved(sqlite: DatabaseSync, folder: string): boolean {
  try {
    const place = sqlite.prepare('SELECT place FROM project').get()?.['place'];
    return typeof place === 'string' && !isSameFolder(readFolderIdentity(place), identityOfFolder(folder));
  } catch {
    // The check will find the damage.
    return true;
  }
}
