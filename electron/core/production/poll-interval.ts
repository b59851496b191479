/** How often a batch is read: soon at first, ever more seldom while nothing changes. All in milliseconds. */
export interface PollTiming {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A wait after a reading that changed nothing is so many times the one before. */
  readonly factor: number;
}

export const POLL_TIMING: PollTiming = { firstMs: 200, longestMs: 5_000, factor: 1.5 };
/** The local service is given small batches and answers at once: what is late to be read leaves it idle. */
export const LOCAL_POLL_TIMING: PollTiming = { firstMs: 80, longestMs: 1_000, factor: 1.3 };

/** The wait before the next reading of one batch, adapted to how its jobs come in. */
export class PollInterval {
  readonly #timing: PollTiming;
  #wait: number;

  constructor(timing: PollTiming = POLL_TIMING) {
    this.#timing = timing;
    this.#wait = timing.firstMs;
  }

  get milliseconds(): number {
    return this.#wait;
  }

  /** Tells what the last reading showed: after progress the next one comes sooner, without it later. */
  saw(progress: boolean): void {
    this.#wait = progress
      ? Math.max(this.#timing.firstMs, this.#wait / this.#timing.factor)
      : Math.min(this.#timing.longestMs, this.#wait * this.#timing.factor);
  }
}
