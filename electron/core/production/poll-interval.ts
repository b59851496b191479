/** How often a batch is read: soon at first, ever more seldom while nothing changes. All in milliseconds. */
export interface PollTiming {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A wait after a reading that changed nothing is this many times the previous one. */
  readonly factor: number;
}

export const POLL_TIMING: PollTiming = { firstMs: 200, longestMs: 5_000, factor: 1.5 };
/** The local service is given small batches and answers at once: what is late to be read leaves it idle. */
export const LOCAL_POLL_TIMING: PollTiming = { firstMs: 80, longestMs: 1_000, factor: 1.3 };

/** The share of an account's readings that following batches may take. */
const SHARE = 0.8;
/** Services work in order, so that the batches behind the oldest one are read this many times less often. */
const BEHIND = 4;

/** Shares the readings that an account allows among all batches that are followed. */
export class ReadingPace {
  readonly #readsPerMinute: () => number | null;
  /** The wait that each batch would take by itself, in milliseconds, oldest batch first. */
  readonly #waits = new Map<object, number>();

  /** @param readsPerMinute null: no limit is known */
  constructor(readsPerMinute: () => number | null) {
    this.#readsPerMinute = readsPerMinute;
  }

  /**
   * The wait before the next reading of a batch, in milliseconds. It changes while other batches come and go.
   *
   * @param ownMs the wait that the batch would take by itself
   */
  waitFor(batch: object, ownMs: number): number {
    this.#waits.set(batch, ownMs);
    const most = this.#readsPerMinute();
    if (most === null) return ownMs;
    const [oldest] = this.#waits.keys();
    const waits = Array.from(this.#waits, ([each, wait]) => (each === oldest ? wait : wait * BEHIND));
    const wanted = waits.reduce((sum, wait) => sum + 60_000 / wait, 0);
    return (batch === oldest ? ownMs : ownMs * BEHIND) * Math.max(1, wanted / (most * SHARE));
  }

  /** A batch is not read any more. */
  leave(batch: object): void {
    this.#waits.delete(batch);
  }
}

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
