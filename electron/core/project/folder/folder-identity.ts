// Where a project lies: a copy of it, or one that was moved, is told from the one that was left.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { projectPaths } from './project-paths.ts';

const folderIdentitySchema = z.object({
  /** The folder's real path. */
  path: z.string(),
  /** A hash that stands for the machine. */
  machine: z.string(),
  /**
   * Batches up to this one were in the journal when the place was confirmed: another copy of the project may go on with them
   * too.
   */
  sharedBatches: z.int().min(0).default(0),
  /** Tells the database file from every copy of it; null where the system doesn't tell, and in projects of earlier versions. */
  file: z.string().nullable().default(null),
});
export type FolderIdentity = z.infer<typeof folderIdentitySchema>;

/** The place of a folder that exists. */
export function identityOfFolder(folder: string): FolderIdentity {
  const path = realpathSync(folder);
  return { path, machine: machineId(), sharedBatches: 0, file: fileId(projectPaths(path).database) };
}

/** Reads a stored place; one that can't be read is nowhere. */
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

/** Whether the database file is the same one, moved or renamed on its drive, and not a copy. */
export function isSameFile(a: FolderIdentity | null, b: FolderIdentity): boolean {
  return a !== null && a.machine === b.machine && a.file !== null && a.file === b.file;
}

/** With the moment when the file was made, since the number of a deleted file is given to another one. */
function fileId(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && found.ino > 0n ? `${found.ino}:${found.birthtimeNs}` : null;
}

// Hashed, so that a project that is given away tells nothing of the machine that it was made on.
function machineId(): string {
  return createHash('sha256').update(`lectern:${systemId()}`).digest('hex').slice(0, 32);
}

function systemId(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      const id = readFileSync(path, 'utf8').trim();
      if (id !== '') return id;
    } catch {
      // Not a system that has it.
    }
  }
  return hostname();
}
