import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import { isLocked } from '../../../../node/sqlite/exclusive-lock.ts';
import type { Project } from '../project.ts';
import { CURRENT_FORMAT, connectToRead, connectToUnmodified } from './connection.ts';
import { identityOfFolder, isSameFolder, readFolderIdentity } from './folder-identity.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

/** `moved` if the project isn't at its confirmed location, in which case its runs are on hold. */
export type FolderState =
  | { readonly kind: 'sound' | 'missing' | 'not-a-project' | 'damaged' | 'in-use' | 'moved' | 'unreadable' }
  | { readonly kind: 'newer'; readonly version: number; readonly supported: number };

export interface ProjectInspection {
  readonly state: FolderState;
  readonly id: string | null;
  readonly name: string | null;
  readonly chapters: number | null;
}

const SQLITE_FILE = 'SQLite format 3\0';
/** Offset of the format version (`user_version`) in the header of an SQLite file. */
const VERSION_OFFSET = 60;
const HEADER_BYTES = 100;

/** Only detects damage in the header and the first tables. @param dir must not be open for writing in this process */
export async function inspectProject(dir: string): Promise<ProjectInspection> {
  const paths = projectPaths(dir);
  const state = await stateOfFile(paths);
  if (state) return { ...UNKNOWN_PROJECT, state };
  try {
    const seen = readHeader(paths);
    if (isLocked(paths.files, paths.lock)) return { ...seen, state: { kind: 'in-use' } };
    return seen;
  } catch (error) {
    return { ...UNKNOWN_PROJECT, state: { kind: isUnsafe(error) ? 'unreadable' : 'damaged' } };
  }
}

const isUnsafe = (error: unknown): boolean =>
  error instanceof UnsafeEntryError || (error instanceof ProjectError && error.problem.kind === 'unsafe');

const UNKNOWN_PROJECT = { id: null, name: null, chapters: null };

async function stateOfFile({ folder, files, database }: ProjectPaths): Promise<FolderState | null> {
  let there: Stats | null;
  try {
    there = await files.stat(database);
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
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      if (bytesRead < HEADER_BYTES || buffer.toString('latin1', 0, 16) !== SQLITE_FILE) return { kind: 'damaged' };
      const version = buffer.readUInt32BE(VERSION_OFFSET);
      return version > CURRENT_FORMAT ? { kind: 'newer', version, supported: CURRENT_FORMAT } : null;
    } finally {
      await file.close();
    }
  } catch {
    return { kind: 'unreadable' };
  }
}

export const chaptersIn = ({ db }: Project): number => db.prepare<{ readonly n: number }>(CHAPTERS).get()?.n ?? 0;

const CHAPTERS = `SELECT count(*) AS n FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL`;

function readHeader(paths: ProjectPaths): ProjectInspection {
  const sqlite = connectForInspection(paths);
  try {
    const project = sqlite.prepare('SELECT id, name, place FROM project').get();
    if (!project) return { ...UNKNOWN_PROJECT, state: { kind: 'damaged' } };
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

/**
 * Unless a process has the project open, opens the file as immutable, so that no files are created next to the
 * database.
 */
function connectForInspection(paths: ProjectPaths): DatabaseSync {
  if (bytesOf(paths.files, paths.log) > 0 || isLocked(paths.files, paths.lock)) return connectToRead(paths);
  return connectToUnmodified(paths.files, paths.database);
}
