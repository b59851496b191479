import type { Stats } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { createPartFile } from '../../../node/files/durable-write.ts';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { flushFile, flushFolder } from '../../../node/files/flush.ts';
import { makeFolder } from '../../../node/files/make-folder.ts';
import type { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import { openDatabase } from '../../../node/sqlite/open-database.ts';
import type { Clock, Random } from '../ports.ts';
import { connectToRead } from './folder/connection.ts';
import { identityOfFolder } from './folder/folder-identity.ts';
import { bytesOf, sealDatabase } from './folder/integrity.ts';
import { findLogDamage, logError } from './folder/log-record.ts';
import { asProjectError, ProjectError } from './folder/project-error.ts';
import { type ProjectPaths, projectPaths } from './folder/project-paths.ts';
import { LEFT_OUT } from './journal/journal-doubts.ts';
import { audioFilePath } from './takes/take-files.ts';

export interface CopyOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborting removes the partial copy. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Additional files to copy; those that are missing or larger than `maxBytes` are skipped. */
  readonly beside?: readonly { readonly name: string; readonly maxBytes: number }[];
}

export interface CopiedProject {
  readonly id: string;
  /** Number of take files that were skipped because they are missing or have the wrong size. */
  readonly missing: number;
  /** Number of jobs in flight in the original. The copy doesn't continue them. */
  readonly inFlight: number;
}

/** The audio of a take, or of a sound attached to a cue. */
interface TakeFile {
  readonly pathParts: readonly string[];
  readonly sizeBytes: number;
}

/**
 * Copies a project, even during a write. Unfinished jobs stay with the original, so that nothing is fetched or paid for
 * twice.
 * @param to must not exist
 */
export async function copyProject(from: string, to: string, options: CopyOptions): Promise<CopiedProject> {
  const folder = resolve(to);
  const part = createPartFile(folder);
  const partial = part.path;
  try {
    if (await statOrNull(folder)) throw new ProjectError({ kind: 'exists', path: folder });
    await makeFolder(projectPaths(partial).takes);
    const copied = await copyContent(projectPaths(resolve(from)), projectPaths(partial), folder, options);
    options.signal.throwIfAborted();
    await rename(partial, folder);
    await flushFolder(dirname(folder));
    return copied;
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => {});
    throw options.signal.aborted ? options.signal.reason : asProjectError(error, folder);
  } finally {
    part.end();
  }
}

/** Larger than any file, so that it is copied in one step. */
const ALL_PAGES = 0x7fff_ffff;

async function copyContent(
  from: ProjectPaths,
  to: ProjectPaths,
  folder: string,
  options: CopyOptions,
): Promise<CopiedProject> {
  const source = connectToRead(from);
  try {
    // If commits were missing from the log, this could no longer be detected in the copy.
    const damage = findLogDamage(source, from);
    if (damage) throw logError(damage, from.folder);
    // Copy in one step. Otherwise, a concurrent write would make SQLite start over.
    await backup(source, to.database, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  options.signal.throwIfAborted();
  const { id, underWay, files } = detachCopy(to, folder, options);
  flushFile(to.database);
  const missing = await copyTakes(from, to, files, options);
  for (const { name, maxBytes } of options.beside ?? []) {
    await copyIfComplete(from.files, join(from.folder, name), join(to.folder, name), (bytes) => bytes <= maxBytes);
  }
  sealDatabase(to);
  await flushFolder(to.folder);
  return { id, inFlight: underWay, missing };
}

/** They remain with the original project. */
const LEFT_OUT_REASON = { kind: LEFT_OUT, why: 'copied' };

function detachCopy({ database }: ProjectPaths, folder: string, { name, clock, random }: CopyOptions) {
  const sqlite = openDatabase(database);
  try {
    const id = random.id();
    const now = clock.now();
    // The folder is renamed later, but the file stays the same.
    const place = identityOfFolder(dirname(database));
    const own = JSON.stringify({ ...place, path: join(dirname(place.path), basename(folder)) });
    // The copy needs no write-ahead log, because no other process reads it yet.
    sqlite.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    sqlite
      .prepare('UPDATE project SET id = ?, name = ?, created_at = ?, place = ?, last_export = NULL, closed = 1')
      .run(id, name, now, own);
    const { changes } = sqlite
      .prepare(
        `UPDATE jobs SET state = 'resubmitted', reason = ?, finished_at = ? WHERE state IN ('sent', 'accepted', 'in-doubt', 'lost')`,
      )
      .run(JSON.stringify(LEFT_OUT_REASON), now);
    sqlite.exec(`UPDATE batches SET state = 'resubmitted' WHERE state IN ('sending', 'accepted', 'in-doubt')`);
    sqlite.prepare(`UPDATE runs SET state = 'cancelled', finished_at = ? WHERE state = 'open'`).run(now);
    sqlite.exec('COMMIT');
    return { id, underWay: Number(changes), files: takeFiles(sqlite) };
  } finally {
    sqlite.close();
  }
}

function takeFiles(sqlite: DatabaseSync): TakeFile[] {
  return sqlite
    .prepare('SELECT audio_hash AS hash, format, size FROM takes UNION SELECT audio_hash, format, size FROM cue_sounds')
    .all()
    .flatMap(({ hash, format, size }) => {
      const parts = audioFilePath(String(hash), String(format));
      return parts ? [{ pathParts: ['takes', ...parts], sizeBytes: Number(size) }] : [];
    });
}

async function copyTakes(
  from: ProjectPaths,
  to: ProjectPaths,
  files: readonly TakeFile[],
  { signal, onProgress }: CopyOptions,
): Promise<number> {
  let done = bytesOf(to.files, to.database);
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, done);
  const made = new Set<string>();
  let missing = 0;
  onProgress(done, total);
  for (const { pathParts, sizeBytes } of files) {
    signal.throwIfAborted();
    const target = join(to.folder, ...pathParts);
    if (!made.has(dirname(target))) await makeFolder(dirname(target));
    made.add(dirname(target));
    // Skip files with the wrong size. For example, sparse files of several terabytes would fill the drive.
    const isWhole = (bytes: number) => bytes === sizeBytes;
    if (!(await copyIfComplete(from.files, join(from.folder, ...pathParts), target, isWhole))) missing += 1;
    done += sizeBytes;
    onProgress(done, total);
  }
  return missing;
}

async function copyIfComplete(
  files: UntrustedFolder,
  from: string,
  to: string,
  isWanted: (bytes: number) => boolean,
): Promise<boolean> {
  try {
    // A link or pipe is not a take, so it is not copied.
    const found = await files.stat(from);
    if (!found?.isFile() || !isWanted(found.size)) return false;
    await files.copyOut(from, to);
    return true;
  } catch (error) {
    if (error instanceof UnsafeEntryError || errorCode(error) === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

const statOrNull = (path: string): Promise<Stats | null> => stat(path).catch(() => null);
