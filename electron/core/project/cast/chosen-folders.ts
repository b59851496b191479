import type { Random } from '../../ports.ts';

/** Folders that the producer chose in the system's dialog: the window names them by an id, never by a path. */
export class ChosenFolders {
  readonly #random: Random;
  readonly #paths = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** @returns the id that the folder has from now on */
  register(path: string): string {
    const id = this.#random.id();
    this.#paths.set(id, path);
    return id;
  }

  pathOf(id: string): string | null {
    return this.#paths.get(id) ?? null;
  }
}
