/**
 * Gathers writes that come one by one and commits them together: a transaction for each take would cost more than the
 * take. Everything that is added while one commit runs goes into the next.
 */
export class GroupCommit<T> {
  readonly #commit: (items: readonly T[]) => void;
  #waiting: { item: T; done: () => void; failed: (error: unknown) => void }[] = [];
  #scheduled = false;

  /** @param commit writes all items or none; what it throws is given to everyone whose item it held */
  constructor(commit: (items: readonly T[]) => void) {
    this.#commit = commit;
  }

  /** Resolves when the item is committed; rejects when its commit failed. */
  add(item: T): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    this.#scheduled = false;
    const group = this.#waiting;
    this.#waiting = [];
    try {
      this.#commit(group.map(({ item }) => item));
    } catch (error) {
      for (const { failed } of group) failed(error);
      return;
    }
    for (const { done } of group) done();
  }
}
