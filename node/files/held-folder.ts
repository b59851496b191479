// Holds a folder open while files in it are used, so that a link or folder that replaces it isn't followed.
import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstat,
  fstatSync,
  lstatSync,
  open,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, UnsafeEntryError } from './file-errors.ts';

/** On Linux, an open folder is accessed through its descriptor. Elsewhere, its identity is compared just before use. */
const DESCRIPTOR_FOLDER = '/proc/self/fd';
export type HoldMethod = 'descriptor' | 'comparison';
export const DEFAULT_HOLD_METHOD: HoldMethod =
  process.platform === 'linux' && existsSync(DESCRIPTOR_FOLDER) ? 'descriptor' : 'comparison';

/** `O_PATH`, which Node doesn't export: opens a folder even if it can't be listed. */
const O_PATH = 0o10000000;
const HOLD_FLAGS = O_PATH | (constants.O_DIRECTORY ?? 0);
const HOLD_NO_LINK_FLAGS = HOLD_FLAGS | (constants.O_NOFOLLOW ?? 0);

const openDescriptor = promisify(open);
const statDescriptor = promisify(fstat) as (file: number, options: { bigint: true }) => Promise<BigIntStats>;

/** Null if the system has no inode numbers. */
export type HeldIdentity = { readonly device: bigint; readonly inode: bigint } | null;

const identityOf = ({ dev, ino }: BigIntStats): HeldIdentity => (ino === 0n ? null : { device: dev, inode: ino });

/** Treats folders as the same if the identity of either is unknown. */
export const isSameFolder = (a: HeldIdentity, b: HeldIdentity): boolean =>
  a === null || b === null || (a.device === b.device && a.inode === b.inode);

export interface HeldFolder {
  /** A path for system calls while the folder is held; don't show it in messages. */
  readonly path: string;
  readonly name: string;
  readonly identity: HeldIdentity;
  readonly how: HoldMethod;
  release(): void;
}

/** Holds a folder given by the user; links to it are followed. */
export async function holdFolder(path: string, method: HoldMethod): Promise<HeldFolder> {
  if (method === 'comparison') return holdByIdentity(path, await stat(path, { bigint: true }));
  const descriptor = await openDescriptor(path, HOLD_FLAGS);
  try {
    return holdByDescriptor(path, descriptor, await statDescriptor(descriptor, { bigint: true }));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

export function holdFolderSync(path: string, method: HoldMethod): HeldFolder {
  if (method === 'comparison') return holdByIdentity(path, statSync(path, { bigint: true }));
  const descriptor = openSync(path, HOLD_FLAGS);
  try {
    return holdByDescriptor(path, descriptor, fstatSync(descriptor, { bigint: true }));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Holds a subfolder of a held folder. Throws UnsafeEntryError `link` or `not-a-folder`. */
export async function holdSubfolder(parent: HeldFolder, entry: string): Promise<HeldFolder> {
  const place = join(parent.path, entry);
  const name = join(parent.name, entry);
  try {
    if (parent.how === 'descriptor')
      return holdByDescriptor(name, await openDescriptor(place, HOLD_NO_LINK_FLAGS), null);
    checkIsFolder(await lstat(place), place);
    return holdByIdentity(name, await stat(place, { bigint: true }));
  } catch (error) {
    if (isNotFolderError(error)) checkIsFolder(await lstat(place), name);
    throw withDisplayPaths(error, [[place, name]]);
  }
}

export function holdSubfolderSync(parent: HeldFolder, entry: string): HeldFolder {
  const place = join(parent.path, entry);
  const name = join(parent.name, entry);
  try {
    if (parent.how === 'descriptor') return holdByDescriptor(name, openSync(place, HOLD_NO_LINK_FLAGS), null);
    checkIsFolder(lstatSync(place), place);
    return holdByIdentity(name, statSync(place, { bigint: true }));
  } catch (error) {
    if (isNotFolderError(error)) checkIsFolder(lstatSync(place), name);
    throw withDisplayPaths(error, [[place, name]]);
  }
}

const holdByDescriptor = (name: string, descriptor: number, stats: BigIntStats | null): HeldFolder => ({
  name,
  how: 'descriptor',
  path: `${DESCRIPTOR_FOLDER}/${descriptor}`,
  identity: stats && identityOf(stats),
  release: () => closeSync(descriptor),
});

function holdByIdentity(name: string, stats: BigIntStats): HeldFolder {
  if (!stats.isDirectory()) throw new UnsafeEntryError('not-a-folder', name);
  return { name, how: 'comparison', path: name, identity: identityOf(stats), release: () => {} };
}

/** Returns a path to an open file. `openedPath`, the path used to open it, might lead to a different file by now. */
export const openFilePath = (descriptor: number, openedPath: string, method: HoldMethod): string =>
  method === 'descriptor' ? `${DESCRIPTOR_FOLDER}/${descriptor}` : openedPath;

export function checkIsFolder(stats: Stats, path: string): void {
  if (stats.isSymbolicLink()) throw new UnsafeEntryError('link', path);
  if (!stats.isDirectory()) throw new UnsafeEntryError('not-a-folder', path);
}

/** Linux reports these errors for anything but a folder, including links. */
const isNotFolderError = (error: unknown): boolean => ['ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '');

/** Replaces internal paths in an error with the paths for messages. */
export function withDisplayPaths(error: unknown, paths: readonly (readonly [place: string, path: string])[]): unknown {
  if (!(error instanceof Error)) return error;
  for (const [place, path] of paths) {
    if (place === path) continue;
    if (error instanceof UnsafeEntryError) {
      if (error.path === place) return new UnsafeEntryError(error.reason, path, error.cause);
      continue;
    }
    error.message = error.message.replaceAll(`'${place}'`, `'${path}'`);
    const fields = error as { path?: unknown; dest?: unknown };
    if (fields.path === place) fields.path = path;
    if (fields.dest === place) fields.dest = path;
  }
  return error;
}
