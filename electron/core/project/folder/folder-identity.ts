// Records a project's location, to distinguish a copied or moved project from the original.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { projectPaths } from './project-paths.ts';

const folderIdentitySchema = z.object({
  path: z.string(),
  machine: z.string(),
  /**
   * Id of the last batch when the location was confirmed. Another copy of the project might also continue any batch up
   * to this one.
   */
  sharedBatches: z.int().min(0).default(0),
  /** Distinguishes the database file from its copies; null if the system provides no file id, and in older projects. */
  file: z.string().nullable().default(null),
});
export type FolderIdentity = z.infer<typeof folderIdentitySchema>;

export function identityOfFolder(folder: string): FolderIdentity {
  const path = realpathSync(folder);
  return { path, machine: machineId(), sharedBatches: 0, file: fileId(projectPaths(path).database) };
}

export function readFolderIdentity(text: string): FolderIdentity | null {
  try {
    return folderIdentitySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function isSameFolder(a: FolderIdentity | null, b: FolderIdentity): boolean {
  return a !== null && a.path === b.path && a.machine === b.machine;
}

/** Returns whether this is the same database file, possibly moved or renamed on its drive, and not a copy. */
export function isSameFile(a: FolderIdentity | null, b: FolderIdentity): boolean {
  return a !== null && a.machine === b.machine && a.file !== null && a.file === b.file;
}

/** Includes the creation time, because inode numbers are reused after a file is deleted. */
function fileId(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && found.ino > 0n ? `${found.ino}:${found.birthtimeNs}` : null;
}

// The id is hashed, so that a shared project reveals nothing about the machine it was made on.
function machineId(): string {
  return createHash('sha256').update(`lectern:${systemMachineId()}`).digest('hex').slice(0, 32);
}

function systemMachineId(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      const id = readFileSync(path, 'utf8').trim();
      if (id !== '') return id;
    } catch {}
  }
  return hostname();
}
