// Work that costs little more for many than for one: a folder that is flushed has all the names that were put into it.

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Runs the work once for all items that were added before it began. Runs never overlap. */
export class Together<T> {
  readonly #work: (items: readonly T[]) => Promise<readonly PromiseSettledResult<unknown>[]>;
  readonly #lingerMs: number;
  #waiting: Waiting<T>[] = [];
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param work gives the items' results in their order; if it fails, it has failed for all
   * @param lingerMs milliseconds for which it waits for other items; an urgent item starts it
   */
  constructor(work: (items: readonly T[]) => Promise<readonly PromiseSettledResult<unknown>[]>, lingerMs: number) {
    this.#work = work;
    this.#lingerMs = lingerMs;
  }

  /** Settles as the work does that begins after this call. @param isUrgent begins it as soon as the one before is done */
  run(item: T, isUrgent: boolean): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (isUrgent) void this.#begin();
      else this.#timer ??= setTimeout(() => void this.#begin(), this.#lingerMs);
    });
  }

  async #begin(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const all = this.#waiting;
      this.#waiting = [];
      await this.#settle(all);
    }
    this.#isWorking = false;
  }

  async #settle(all: readonly Waiting<T>[]): Promise<void> {
    try {
      const results = await this.#work(all.map(({ item }) => item));
      for (const [index, { resolve, reject }] of all.entries()) {
        const result = results[index];
        if (result?.status === 'rejected') reject(result.reason);
        else resolve();
      }
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
}
