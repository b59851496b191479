// Folders that the producer chose, each under a name: the window never names a path.
import type { ExportFolderChoice } from '../../../shared/ipc/export-requests.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';
import type { ChosenExportFolders } from './chosen-export-folders.ts';

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
