// What a caller goes through once and may leave at any time, even while it waits for what comes next.

/**
 * The things of batches, one by one and in order. Leaving ends what is waited for at once, and so does leaving before
 * the beginning. Things of a batch that is there cost no more than a resolved promise.
 *
 * @param batches is returned, too, when the caller leaves
 * @param leave makes whatever `batches` waits for end soon; it is called at most once
 */
export function leavable<T>(
  batches: AsyncGenerator<readonly T[], void, undefined>,
  leave: () => void,
): AsyncIterableIterator<T, undefined, undefined> {
  return new Leavable(batches, leave);
}

const DONE = { done: true, value: undefined } as const;

class Leavable<T> implements AsyncIterableIterator<T, undefined, undefined> {
  readonly #batches: AsyncGenerator<readonly T[], void, undefined>;
  readonly #leave: () => void;
  #batch: readonly T[] = [];
  #at = 0;
  #hasLeft = false;
  /** The steps that were asked for and have not been taken: each waits for the one before. */
  #waiting: Promise<unknown> | null = null;

  constructor(batches: AsyncGenerator<readonly T[], void, undefined>, leave: () => void) {
    this.#batches = batches;
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#waiting === null && this.#at < this.#batch.length) return Promise.resolve(this.#taken());
    const before = this.#waiting ?? Promise.resolve();
    const step = before.then(
      () => this.#step(),
      () => this.#step(),
    );
    this.#waiting = step;
    const settled = () => {
      if (this.#waiting === step) this.#waiting = null;
    };
    step.then(settled, settled);
    return step;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    if (!this.#hasLeft) {
      this.#hasLeft = true;
      this.#leave();
      await this.#batches.return();
    }
    return DONE;
  }

  async #step(): Promise<IteratorResult<T, undefined>> {
    try {
      while (this.#at >= this.#batch.length && !this.#hasLeft) {
        const { done, value } = await this.#batches.next();
        if (done === true) return DONE;
        this.#batch = value;
        this.#at = 0;
      }
    } catch (error) {
      // A caller that has left does not get the errors that its leaving causes.
      if (!this.#hasLeft) throw error;
    }
    return this.#hasLeft ? DONE : this.#taken();
  }

  #taken(): IteratorResult<T, undefined> {
    const value = this.#batch[this.#at] as T;
    this.#at += 1;
    return { done: false, value };
  }
}
