// When work is done: throttled, one after the other, or at a moment that can be put off.
import type { Clock } from './ports.ts';

/** Slow work is done less often: it may take up to this share of the time. */
const SHARE = 0.1;

/** Calls something soon after it was asked for, at most once every `everyMs`, and never before the last call ended. */
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
   * @param everyMs milliseconds between two calls, at least
   * @param work may go on after the call
   * @param onError told what the work failed with, at once or later; it must not fail itself. The next touch is worked on
   *   all the same
   */
  constructor(clock: Clock, everyMs: number, work: () => void | Promise<void>, onError: (error: unknown) => unknown) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#work = work;
    this.#onError = onError;
  }

  /** The work is to be done: at the next moment that is allowed. */
  touch(): void {
    if (this.#isDue || this.#end.signal.aborted) return;
    this.#isDue = true;
    if (!this.#isBusy) this.#wait();
  }

  #wait(): void {
    this.#clock.sleep(this.#nextAt - this.#clock.now(), this.#end.signal).then(
      () => this.flush(),
      () => {},
    );
  }

  /** Does at once what is due. */
  flush(): void {
    if (!this.#isDue || this.#isBusy || this.#end.signal.aborted) return;
    this.#isDue = false;
    const startedAt = this.#clock.now();
    const under = this.#begin();
    if (!under) {
      this.#ended(startedAt);
      return;
    }
    this.#isBusy = true;
    void under.catch(this.#onError).finally(() => {
      this.#isBusy = false;
      this.#ended(startedAt);
      if (this.#isDue) this.#wait();
    });
  }

  #begin(): void | Promise<void> {
    try {
      return this.#work();
    } catch (error) {
      this.#onError(error);
    }
  }

  #ended(startedAt: number): void {
    const tookMs = this.#clock.now() - startedAt;
    this.#nextAt = startedAt + Math.max(this.#everyMs, tookMs / SHARE);
  }

  /** Nothing is done any more; no timer is left. */
  stop(): void {
    this.#end.abort();
  }
}

/** Runs tasks one after the other, in the order in which they were added. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task once all earlier ones have ended, even if they failed. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => {});
    return next;
  }
}

/** An alarm that can be set again: only the last setting rings. */
export class Wakeup {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: AbortController | null = null;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at a moment (milliseconds since the epoch), or in the next turn where it has passed. */
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
