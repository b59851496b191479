/**
 * Yields items one by one. If the consumer stops iterating, any pending wait ends immediately.
 * @param leave called at most once
 */
export function cancellable<T>(
  batches: AsyncGenerator<readonly T[], void, undefined>,
  leave: () => void,
): AsyncIterableIterator<T, undefined, undefined> {
  return new CancellableIterator(batches, leave);
}

const DONE = { done: true, value: undefined } as const;

class CancellableIterator<T> implements AsyncIterableIterator<T, undefined, undefined> {
  readonly #batches: AsyncGenerator<readonly T[], void, undefined>;
  readonly #leave: () => void;
  #batch: readonly T[] = [];
  #at = 0;
  #hasLeft = false;
  /** The last pending step. Each step waits for the previous one. */
  #waiting: Promise<unknown> | null = null;

  constructor(batches: AsyncGenerator<readonly T[], void, undefined>, leave: () => void) {
    this.#batches = batches;
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#waiting === null && this.#at < this.#batch.length) return Promise.resolve(this.#takeBuffered());
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
      // Errors caused by stopping early aren't passed to the caller.
      if (!this.#hasLeft) throw error;
    }
    return this.#hasLeft ? DONE : this.#takeBuffered();
  }

  #takeBuffered(): IteratorResult<T, undefined> {
    const value = this.#batch[this.#at] as T;
    this.#at += 1;
    return { done: false, value };
  }
}
