// Which folders a person on this machine chose for which project's audio. A project remembers its folder, too, but a project
// that was received could name any: an export goes to a remembered folder only where it was chosen here.
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import { realPlace } from '../../../node/files/real-place.ts';

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
