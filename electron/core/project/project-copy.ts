// A copy of a project: one that stands by itself, and has nothing to do with what the original has under way.
import type { Stats } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { partBeside } from '../../../node/files/durable-write.ts';
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
import { audioFileWay } from './takes/take-files.ts';

export interface CopyOptions {
  /** What the copy is called. */
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted: nothing of the copy is left. */
  readonly signal: AbortSignal;
  /** In bytes; told after each file. */
  readonly onProgress: (done: number, total: number) => void;
  /** Files beside the database that go along; those that are not there, or larger than `maxBytes`, are left out. */
  readonly beside?: readonly { readonly name: string; readonly maxBytes: number }[];
}

export interface CopiedProject {
  readonly id: string;
  /** Files of takes that the original lacks, or that have another size than their takes. The copy has none for them. */
  readonly missing: number;
  /** Lines that the original has under way: the copy starts without them. */
  readonly underWay: number;
}

/** A file of the project, by its way from the folder. */
interface TakeFile {
  readonly way: readonly string[];
  readonly sizeBytes: number;
}

/**
 * Copies a project as it is at this moment, even while it is being written. SQLite itself copies the database, in one
 * piece; then come the files of its takes, which never change. The copy has an identity of its own and belongs where it
 * lies. What the original has under way, in doubt or still to send stays with the original: in the copy those lines are
 * not in flight, no run is open, and nothing is read or sent for them. So nothing is fetched or paid for twice unless
 * those lines are rendered in the copy, too. What was rendered and what it took stays in its journal.
 *
 * @param from the project's folder; its database was found sound
 * @param to the folder to make; it must not exist
 * @throws ProjectError `log-missing`, `log-damaged`, `exists`, `disk-full`, `read-only`, `no-permission`; the signal's reason where it is aborted. The
 *   copy is made beside and named when it is whole: nothing is left of one that fails
 */
export async function copyProject(from: string, to: string, options: CopyOptions): Promise<CopiedProject> {
  const folder = resolve(to);
  const part = partBeside(folder);
  const partial = part.path;
  try {
    if (await entryAt(folder)) throw new ProjectError({ kind: 'exists', path: folder });
    await makeFolder(projectPaths(partial).takes);
    const copied = await fill(projectPaths(resolve(from)), projectPaths(partial), folder, options);
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

/** More than any file has: it is copied in one step. */
const ALL_PAGES = 0x7fff_ffff;

async function fill(
  from: ProjectPaths,
  to: ProjectPaths,
  folder: string,
  options: CopyOptions,
): Promise<CopiedProject> {
  const source = connectToRead(from);
  try {
    // The copy would not show that something is missing in it.
    const damage = findLogDamage(source, from);
    if (damage) throw logError(damage, from.folder);
    // All pages in one step: a writer that goes on during the copy can't make it start again.
    await backup(source, to.database, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  options.signal.throwIfAborted();
  const { id, underWay, files } = makeOwn(to, folder, options);
  flushFile(to.database);
  const missing = await copyTakes(from, to, files, options);
  for (const { name, maxBytes } of options.beside ?? []) {
    await copyIf(from.files, join(from.folder, name), join(to.folder, name), (bytes) => bytes <= maxBytes);
  }
  sealDatabase(to);
  await flushFolder(to.folder);
  return { id, underWay, missing };
}

const LEFT_BEHIND = { kind: 'left-out', message: 'It was under way in the project that this one is a copy of.' };

/** Makes the copied database one of its own. */
function makeOwn({ database }: ProjectPaths, folder: string, { name, clock, random }: CopyOptions) {
  const sqlite = openDatabase(database);
  try {
    const id = random.id();
    const now = clock.now();
    // It is renamed to its folder later, which keeps the file.
    const place = identityOfFolder(dirname(database));
    const own = JSON.stringify({ ...place, path: join(dirname(place.path), basename(folder)) });
    // The log is for those who write while others read.
    sqlite.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    sqlite
      .prepare('UPDATE project SET id = ?, name = ?, created_at = ?, place = ?, last_export = NULL, closed = 1')
      .run(id, name, now, own);
    const { changes } = sqlite
      .prepare(
        `UPDATE jobs SET state = 'resubmitted', reason = ?, finished_at = ? WHERE state IN ('sent', 'accepted', 'in-doubt', 'lost')`,
      )
      .run(JSON.stringify(LEFT_BEHIND), now);
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
    .prepare('SELECT DISTINCT audio_hash AS hash, format, size FROM takes')
    .all()
    .flatMap(({ hash, format, size }) => {
      const way = audioFileWay(String(hash), String(format));
      return way ? [{ way: ['takes', ...way], sizeBytes: Number(size) }] : [];
    });
}

/** @returns how many were not copied */
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
  for (const { way, sizeBytes } of files) {
    signal.throwIfAborted();
    const target = join(to.folder, ...way);
    if (!made.has(dirname(target))) await makeFolder(dirname(target));
    made.add(dirname(target));
    // A file that was blown up to terabytes of holes would take all day to copy, and fill the drive.
    const isWhole = (bytes: number) => bytes === sizeBytes;
    if (!(await copyIf(from.files, join(from.folder, ...way), target, isWhole))) missing += 1;
    done += sizeBytes;
    onProgress(done, total);
  }
  return missing;
}

/**
 * Copies a file.
 *
 * @param isWanted by its size in bytes
 * @returns false where there is no such file
 */
async function copyIf(
  files: UntrustedFolder,
  from: string,
  to: string,
  isWanted: (bytes: number) => boolean,
): Promise<boolean> {
  try {
    // A link, or a pipe, is no take: the copy lacks it.
    const found = await files.look(from);
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

const entryAt = (path: string): Promise<Stats | null> => stat(path).catch(() => null);
