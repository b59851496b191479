// What brings back what was done, by a name that the window may hold.

import { found } from '../../bridge/request-error.ts';
import type { Random } from '../../ports.ts';

/** How many of the last steps can be undone. */
const MOST = 20;

export class UndoBook {
  readonly #random: Random;
  readonly #steps = new Map<string, () => Promise<void>>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** @returns names it, for `takeBack` */
  note(step: () => Promise<void>): string {
    const name = this.#random.id();
    this.#steps.set(name, step);
    for (const old of [...this.#steps.keys()].slice(0, -MOST)) this.#steps.delete(old);
    return name;
  }

  /** Takes a step back, once. @throws RequestError `not-found` where it is too long ago; what the step throws */
  async takeBack(name: string): Promise<void> {
    const step = found(this.#steps.get(name), 'project');
    await step();
    this.#steps.delete(name);
  }
}
