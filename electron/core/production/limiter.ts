/** Lets up to `most` pieces of work run at once; the others wait their turn, first come first served. */
export class Limiter {
  readonly #most: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param most at least 1 */
  constructor(most: number) {
    this.#most = most;
  }

  /** Runs the work when its turn has come, and gives its result. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on as it is, so that no later arrival takes it in between.
      if (next) next();
      else this.#running -= 1;
    }
  }
}
