// What is to be seen of a project without opening it: whether something is wrong with it, and how many chapters it has.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import { isLocked } from '../../../../node/sqlite/exclusive-lock.ts';
import type { Project } from '../project.ts';
import { connectToRead, connectToUnchanging, FORMAT } from './connection.ts';
import { identityOfFolder, isSameFolder, readFolderIdentity } from './folder-identity.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

/** `moved`: it lies elsewhere than when its place was confirmed, so that its runs are held. */
export type FolderState =
  | { readonly kind: 'sound' | 'missing' | 'not-a-project' | 'damaged' | 'in-use' | 'moved' | 'unreadable' }
  | { readonly kind: 'newer'; readonly version: number; readonly supported: number };

export interface FolderLook {
  readonly state: FolderState;
  /** The project's own identity and name; null where they can't be read. */
  readonly id: string | null;
  readonly name: string | null;
  readonly chapters: number | null;
}

const SQLITE_FILE = 'SQLite format 3\0';
/** Where SQLite keeps the format's number in its file's head. */
const VERSION_AT = 60;
const HEAD_BYTES = 100;

/**
 * Looks at a project, which is not changed by it. A database whose head or first tables can't be read is found damaged;
 * one that is damaged further on is only found so when it is opened.
 *
 * @param dir not of a project that this process has open to write
 */
export async function lookAtProject(dir: string): Promise<FolderLook> {
  const paths = projectPaths(dir);
  const state = await stateOfFile(paths);
  if (state) return { ...NOTHING_KNOWN, state };
  try {
    const seen = readHead(paths);
    if (isLocked(paths.files, paths.lock)) return { ...seen, state: { kind: 'in-use' } };
    return seen;
  } catch (error) {
    return { ...NOTHING_KNOWN, state: { kind: isUnsafe(error) ? 'unreadable' : 'damaged' } };
  }
}

/** Opening it says what is wrong. */
const isUnsafe = (error: unknown): boolean =>
  error instanceof UnsafeEntryError || (error instanceof ProjectError && error.problem.kind === 'unsafe');

const NOTHING_KNOWN = { id: null, name: null, chapters: null };

/** What the file's head says already; null: it looks like a project. */
async function stateOfFile({ folder, files, database }: ProjectPaths): Promise<FolderState | null> {
  let there: Stats | null;
  try {
    there = await files.look(database);
  } catch {
    return { kind: 'unreadable' };
  }
  if (!there) {
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return { kind: isFolder ? 'not-a-project' : 'missing' };
  }
  if (!there.isFile()) return { kind: 'not-a-project' };
  if (there.size === 0) return { kind: 'damaged' };
  try {
    const file = await openRegularFile(database, 'refuse');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      if (bytesRead < HEAD_BYTES || buffer.toString('latin1', 0, 16) !== SQLITE_FILE) return { kind: 'damaged' };
      const version = buffer.readUInt32BE(VERSION_AT);
      return version > FORMAT ? { kind: 'newer', version, supported: FORMAT } : null;
    } finally {
      await file.close();
    }
  } catch {
    return { kind: 'unreadable' };
  }
}

/** Chapters of a project that is open. */
export const chaptersIn = ({ db }: Project): number => db.prepare<{ readonly n: number }>(CHAPTERS).get()?.n ?? 0;

const CHAPTERS = `SELECT count(*) AS n FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL`;

function readHead(paths: ProjectPaths): FolderLook {
  const sqlite = connectToLook(paths);
  try {
    const project = sqlite.prepare('SELECT id, name, place FROM project').get();
    if (!project) return { ...NOTHING_KNOWN, state: { kind: 'damaged' } };
    const headings = sqlite.prepare(CHAPTERS).get();
    const isHere = isSameFolder(readFolderIdentity(String(project['place'])), identityOfFolder(paths.folder));
    return {
      state: { kind: isHere ? 'sound' : 'moved' },
      id: String(project['id']),
      name: String(project['name']),
      chapters: Number(headings?.['n']),
    };
  } finally {
    sqlite.close();
  }
}

/** Unless a process has it open, it is read as a file that never changes, so that no other file is made beside it. */
function connectToLook(paths: ProjectPaths): DatabaseSync {
  if (bytesOf(paths.files, paths.log) > 0 || isLocked(paths.files, paths.lock)) return connectToRead(paths);
  return connectToUnchanging(paths.files, paths.database);
}
