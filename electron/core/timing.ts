import type { Clock } from './ports.ts';

/** Maximum share of time that the work can take up. Slow work runs less often. */
const MAX_SHARE = 0.1;

/** Runs work soon after it is requested, at most once every `everyMs` and never concurrently. */
export class Throttle {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #work: () => void | Promise<void>;
  readonly #onError: (error: unknown) => unknown;
  readonly #end = new AbortController();
  #nextAt = Number.NEGATIVE_INFINITY;
  #isDue = false;
  #isBusy = false;

  /**
   * @param everyMs minimum time between two runs, in milliseconds
   * @param work may be asynchronous
   * @param onError receives the work's errors and must not throw; later requests still run
   */
  constructor(clock: Clock, everyMs: number, work: () => void | Promise<void>, onError: (error: unknown) => unknown) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#work = work;
    this.#onError = onError;
  }

  /** Requests a run at the next permitted time. */
  request(): void {
    if (this.#isDue || this.#end.signal.aborted) return;
    this.#isDue = true;
    if (!this.#isBusy) this.#schedule();
  }

  #schedule(): void {
    this.#clock.sleep(this.#nextAt - this.#clock.now(), this.#end.signal).then(
      () => this.flush(),
      () => {},
    );
  }

  /** Runs pending work immediately. */
  flush(): void {
    if (!this.#isDue || this.#isBusy || this.#end.signal.aborted) return;
    this.#isDue = false;
    const startedAt = this.#clock.now();
    const under = this.#runWork();
    if (!under) {
      this.#handleEnd(startedAt);
      return;
    }
    this.#isBusy = true;
    void under.catch(this.#onError).finally(() => {
      this.#isBusy = false;
      this.#handleEnd(startedAt);
      if (this.#isDue) this.#schedule();
    });
  }

  #runWork(): void | Promise<void> {
    try {
      return this.#work();
    } catch (error) {
      this.#onError(error);
    }
  }

  #handleEnd(startedAt: number): void {
    const tookMs = this.#clock.now() - startedAt;
    this.#nextAt = startedAt + Math.max(this.#everyMs, tookMs / MAX_SHARE);
  }

  /** Stops the throttle and its timer; pending work is dropped. */
  stop(): void {
    this.#end.abort();
  }
}

/** Runs tasks one after another in the order they were added. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task once all earlier ones have ended, even if they failed. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => {});
    return next;
  }
}

/** An alarm that can be rescheduled; only the latest setting applies. */
export class Wakeup {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: AbortController | null = null;

  constructor(clock: Clock, onWake: () => void) {
    this.#clock = clock;
    this.#ring = onWake;
  }

  /**
   * Schedules the alarm for a time in milliseconds since the epoch, or for the next turn of the event loop if it has
   * passed.
   */
  at(moment: number): void {
    this.cancel();
    const setting = new AbortController();
    this.#set = setting;
    this.#clock.sleep(moment - this.#clock.now(), setting.signal).then(
      () => {
        if (this.#set !== setting) return;
        this.#set = null;
        this.#ring();
      },
      () => {},
    );
  }

  cancel(): void {
    this.#set?.abort();
    this.#set = null;
  }
}
