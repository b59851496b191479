// Export folders chosen on this machine. A project from another machine could specify any path, so exports only write
// to these folders.
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import { realPathOfExisting } from '../../../node/files/real-path.ts';
import type { ExportFolderChoice } from '../../../shared/ipc/export-requests.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';

export class ChosenExportFolders {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'export-folders');
  }

  record(projectId: string, outDir: string): void {
    try {
      makeFolderSync(this.#folder, PRIVATE_MODE);
      writeFileSync(this.#markerPath(projectId, outDir), '', { mode: 0o600 });
    } catch {
      // Ignore write errors, such as a full disk: nothing else depends on this record.
    }
  }

  has(projectId: string, outDir: string): boolean {
    return existsSync(this.#markerPath(projectId, outDir));
  }

  /** Different paths to one folder share a marker; using one file per choice avoids conflicts between processes. */
  #markerPath(projectId: string, outDir: string): string {
    return join(
      this.#folder,
      createHash('sha256')
        .update(`${projectId}\0${realPathOfExisting(outDir)}`)
        .digest('hex'),
    );
  }
}

// Maps folders to opaque ids, so that the window never handles paths.

export class ExportFolders {
  readonly #random: Random;
  readonly #chosen: ChosenExportFolders;
  readonly #paths = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  constructor(random: Random, chosen: ChosenExportFolders) {
    this.#random = random;
    this.#chosen = chosen;
  }

  register(path: string): string {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const folderId = this.#random.id();
    this.#ids.set(path, folderId);
    this.#paths.set(folderId, path);
    return folderId;
  }

  /** Returns null if the folder wasn't chosen for this project on this machine. */
  choiceOf(projectId: string, path: string): ExportFolderChoice | null {
    return this.#chosen.has(projectId, path) ? { folderId: this.register(path), path } : null;
  }

  /** @throws RequestError `invalid` for an id from another session */
  pathOf(folderId: string): string {
    return this.#paths.get(folderId) ?? refuse({ kind: 'invalid', field: 'folderId', reason: 'unknown' });
  }

  requireChosenPath(projectId: string, folderId: string): string {
    const path = this.pathOf(folderId);
    this.#chosen.record(projectId, path);
    return path;
  }
}
