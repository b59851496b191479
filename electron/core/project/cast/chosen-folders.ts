import type { Random } from '../../ports.ts';

/** Folders selected in the system's dialog. The window only receives an id, never a path. */
export class ChosenFolders {
  readonly #random: Random;
  readonly #paths = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
  }

  register(path: string): string {
    const id = this.#random.id();
    this.#paths.set(id, path);
    return id;
  }

  pathOf(id: string): string | null {
    return this.#paths.get(id) ?? null;
  }
}
