// Creates files outside a received folder, which no command or request is allowed to read, change, move or delete.
import { createHash } from 'node:crypto';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Every outside file contains this mark. If the mark appears anywhere else, an outside file has been read. */
const MARK = 'CANARY-IN-THE-MINE';

export interface Outside {
  readonly folder: string;
  /** Absolute paths of outside texts, audio files and databases. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /**
   * Files without the mark. If the folder contains a hard link to one of them, the link can't be distinguished from one
   * of the folder's own files.
   */
  readonly unmarked: readonly string[];
}

/** @param otherProject a project to copy there, as another of the user's projects */
export function makeOutside(folder: string, otherProject: string): Outside {
  const at = (...names: string[]) => join(folder, ...names);
  mkdirSync(at('.ssh'), { recursive: true });
  mkdirSync(at('photos', 'beach'), { recursive: true });
  mkdirSync(at('bin'));
  const text = `${MARK}\n`.repeat(200);
  for (const name of [
    'notes.txt',
    '.ssh/id_rsa',
    'photos/1.part',
    'photos/parked-0-beach.wav',
    'photos/beach/02.wav',
  ]) {
    writeFileSync(at(...name.split('/')), text);
  }
  writeFileSync(at('empty'), '');
  const database = new DatabaseSync(at('mail.db'));
  database.exec(`CREATE TABLE mail (text TEXT); INSERT INTO mail VALUES ('${MARK}')`);
  database.close();
  cpSync(otherProject, at('Mine.lectern'), { recursive: true });
  const mine = new DatabaseSync(at('Mine.lectern', 'project.db'));
  mine.prepare('UPDATE project SET name = ?').run(MARK);
  mine.close();
  const own = join('Mine.lectern', 'project.db');
  cpSync(otherProject, at('Older.lectern'), { recursive: true });
  writeFileSync(at('shopping.txt'), 'eggs\n'.repeat(200));
  const files = ['notes.txt', join('.ssh', 'id_rsa'), 'mail.db', 'empty', own, join('photos', 'beach', '02.wav')];
  const folders = ['photos', '.ssh', 'Mine.lectern', join('Mine.lectern', 'takes'), 'bin'];
  return {
    folder,
    files: files.map((name) => at(name)),
    folders: folders.map((name) => at(name)),
    unmarked: [at('shopping.txt'), at('Older.lectern', 'project.db'), at('empty')],
  };
}

/** Returns the type, inode, change time and content of every file and folder below a folder. */
export function snapshotFolder(folder: string): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const path = join(folder, name);
    const found = lstatSync(path, { bigint: true });
    const content = found.isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : found.isSymbolicLink()
        ? readlinkSync(path)
        : 'folder';
    states.set(name, `${found.mode} ${found.ino} ${found.mtimeNs} ${content}`);
  }
  return states;
}

export function changesIn(before: ReadonlyMap<string, string>, folder: string): string[] {
  const after = snapshotFolder(folder);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name} outside was ${!before.has(name) ? 'made' : after.has(name) ? 'changed' : 'removed'}`);
}

export const containsMark = (text: string): boolean => text.includes(MARK);

/** Returns the files below a folder that contain data from outside. */
export function findLeaks(folder: string): string[] {
  const leaks: string[] = [];
  // Use bytes, because names might not be valid text.
  const folders: Buffer[] = [Buffer.from(folder)];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const name of readdirSync(at, { encoding: 'buffer' })) {
      const path = Buffer.concat([at, Buffer.from('/'), name]);
      const found = lstatSync(path);
      if (found.isDirectory()) folders.push(path);
      if (found.isFile() && found.size <= MAX_BYTES && readFileSync(path).includes(MARK)) {
        leaks.push(`${path} holds what stands outside`);
      }
    }
  }
  return leaks;
}

/** Maximum file size to search. Larger files are sparse files from a manipulation. */
const MAX_BYTES = 64 * 1024 * 1024;
