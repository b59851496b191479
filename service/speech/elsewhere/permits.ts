// How much one engine is asked for at once.

interface Waiting {
  readonly admit: () => void;
  readonly isLive: boolean;
}

/** A fixed number of permits. Who is heard live comes before who makes a file; among the same, who came first. */
export class Permits {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a permit.
   *
   * @returns what gives it back; calling it again does nothing
   * @throws the signal's reason once it is aborted
   */
  async take(signal: AbortSignal, isLive: boolean): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal, isLive);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next.admit();
    };
  }

  #turn(signal: AbortSignal, isLive: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const admit = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { admit, isLive };
      const place = isLive ? this.#waiting.findIndex((other) => !other.isLive) : -1;
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
