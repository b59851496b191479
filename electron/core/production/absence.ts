// When something that a service denies to have counts as gone for good.

/**
 * A line is lost once the service has denied having its batch, job or audio, or has given faulty audio, this many times
 * in a row.
 */
export const LOST_AFTER_TRIES = 4;
/**
 * The shortest pause between two denials of a batch or job that count, in milliseconds: replicas of the service may take
 * a few seconds to learn of a batch that was just created.
 */
export const DENIED_PAUSE_MS = 2_000;

/** Counts the denials of one thing. */
export class Absence {
  #tries = 0;
  #since = 0;

  /** Whether it was denied the last time. */
  get isOpen(): boolean {
    return this.#tries > 0;
  }

  /** It was denied once more. @param now milliseconds since the epoch @returns whether it is gone for good */
  isFinal(now: number): boolean {
    if (this.#tries === 0) this.#since = now;
    this.#tries += 1;
    return this.#tries >= LOST_AFTER_TRIES && now - this.#since >= (LOST_AFTER_TRIES - 1) * DENIED_PAUSE_MS;
  }

  /** It was there: denials count from the start. */
  clear(): void {
    this.#tries = 0;
  }
}
