// Work that is as good for many as for one: a folder that is flushed has all the names that were put into it before.

/** Runs work for whoever asks: once for all who asked before it began, never twice at a time. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Settles as a run does that begins after this call. */
  run(): Promise<void> {
    this.#next ??= this.#after(this.#running);
    return this.#next;
  }

  async #after(before: Promise<void>): Promise<void> {
    // Whether that one failed matters to those who waited for it.
    await before.catch(() => {});
    this.#next = undefined;
    this.#running = this.#work();
    await this.#running;
  }
}
