type Listener = (...args: unknown[]) => void;

/** The event emitter methods that sandboxed preload scripts use. */
export class PageEmitter {
  readonly #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  once(event: string, listener: Listener): this {
    const first: Listener = (...args) => {
      this.off(event, first);
      listener(...args);
    };
    return this.on(event, first);
  }

  off(event: string, listener: Listener): this {
    const known = this.#listeners.get(event) ?? [];
    const at = known.lastIndexOf(listener);
    if (at >= 0) this.#listeners.set(event, known.toSpliced(at, 1));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    return this.off(event, listener);
  }

  emit(event: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }
}
