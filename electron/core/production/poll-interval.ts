/** Polling intervals in milliseconds: short at first, growing while nothing changes. */
export interface PollTiming {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly factor: number;
}

export const POLL_TIMING: PollTiming = { firstMs: 200, longestMs: 5_000, factor: 1.5 };
/** The local service gets small batches and finishes them quickly; polling too late would leave it idle. */
export const LOCAL_POLL_TIMING: PollTiming = { firstMs: 80, longestMs: 1_000, factor: 1.3 };

/** Share of an account's read limit that polling can use. */
const POLLING_SHARE = 0.8;
/** Factor by which batches after the oldest one are polled less often, because services process batches in order. */
const LATER_BATCH_FACTOR = 4;

export class PollingPace {
  readonly #readsPerMinute: () => number | null;
  readonly #waits = new Map<object, number>();

  /** `readsPerMinute` returns null if no limit is known. */
  constructor(readsPerMinute: () => number | null) {
    this.#readsPerMinute = readsPerMinute;
  }

  /** In milliseconds; changes as other batches start and end. `ownMs` is the interval that the batch would choose. */
  waitFor(batch: object, ownMs: number): number {
    this.#waits.set(batch, ownMs);
    const most = this.#readsPerMinute();
    if (most === null) return ownMs;
    const [oldest] = this.#waits.keys();
    const waits = Array.from(this.#waits, ([each, wait]) => (each === oldest ? wait : wait * LATER_BATCH_FACTOR));
    const wanted = waits.reduce((sum, wait) => sum + 60_000 / wait, 0);
    return (batch === oldest ? ownMs : ownMs * LATER_BATCH_FACTOR) * Math.max(1, wanted / (most * POLLING_SHARE));
  }

  remove(batch: object): void {
    this.#waits.delete(batch);
  }
}

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

  saw(progress: boolean): void {
    this.#wait = progress
      ? Math.max(this.#timing.firstMs, this.#wait / this.#timing.factor)
      : Math.min(this.#timing.longestMs, this.#wait * this.#timing.factor);
  }
}
