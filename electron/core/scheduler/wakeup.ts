import type { Clock } from '../ports.ts';

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
