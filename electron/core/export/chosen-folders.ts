// Which folders a person on this machine chose for which project's audio. A project remembers its folder, too, but a project
// that was received could name any: an export goes to a remembered folder only where it was chosen here.
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import { realPlace } from '../../../node/files/real-place.ts';
import type { ExportFolderChoice } from '../../../shared/ipc/export-requests.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';

export class ChosenExportFolders {
  readonly #folder: string;

  /** @param home Lectern's own folder */
  constructor(home: string) {
    this.#folder = join(home, 'export-folders');
  }

  /** Notes a choice. Where that can't be written the folder has to be chosen again next time. */
  note(projectId: string, outDir: string): void {
    try {
      makeFolderSync(this.#folder, PRIVATE_MODE);
      writeFileSync(this.#markOf(projectId, outDir), '', { mode: 0o600 });
    } catch {
      // A full disk, or a folder that can't be written: nothing else depends on it.
    }
  }

  has(projectId: string, outDir: string): boolean {
    return existsSync(this.#markOf(projectId, outDir));
  }

  /** Two ways to one folder are one choice. One file a choice, so that processes that note choices at the same time don't disturb each other. */
  #markOf(projectId: string, outDir: string): string {
    return join(
      this.#folder,
      createHash('sha256')
        .update(`${projectId}\0${realPlace(outDir)}`)
        .digest('hex'),
    );
  }
}

// Folders that the producer chose, each under a name: the window never names a path.

export class ExportFolders {
  readonly #random: Random;
  readonly #chosen: ChosenExportFolders;
  readonly #paths = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  constructor(random: Random, chosen: ChosenExportFolders) {
    this.#random = random;
    this.#chosen = chosen;
  }

  /** Remembers a folder for as long as the process lives. @returns the name under which it is known */
  register(path: string): string {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const folderId = this.#random.id();
    this.#ids.set(path, folderId);
    this.#paths.set(folderId, path);
    return folderId;
  }

  /** A folder that a project remembers, as the window has it; null where it was not chosen for the project on this machine. */
  entry(projectId: string, path: string): ExportFolderChoice | null {
    return this.#chosen.has(projectId, path) ? { folderId: this.register(path), path } : null;
  }

  /** @throws RequestError `invalid` for a name of another session */
  pathOf(folderId: string): string {
    return this.#paths.get(folderId) ?? refuse({ kind: 'invalid', field: 'folderId', reason: 'unknown' });
  }

  /** The same, noted as chosen for a project. */
  chosenFor(projectId: string, folderId: string): string {
    const path = this.pathOf(folderId);
    this.#chosen.note(projectId, path);
    return path;
  }
}
