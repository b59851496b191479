// Folders that the producer chose, each under a name: the window never names a path.
import type { ExportFolderChoice } from '../../shared/ipc/export-requests.ts';
import type { Random } from '../core/ports.ts';
import { refuse } from './studio-error.ts';

export class ExportFolders {
  readonly #random: Random;
  readonly #paths = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
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

  /** A folder as the window has it. */
  entry(path: string): ExportFolderChoice {
    return { folderId: this.register(path), path };
  }

  /** @throws StudioError `invalid` for a name of another session */
  pathOf(folderId: string): string {
    return this.#paths.get(folderId) ?? refuse({ kind: 'invalid', field: 'folderId', reason: 'unknown' });
  }
}
