// A service on a turned clock that takes its time to speak.
import type { Clock } from '../../ports.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { Item } from '../scheduler-types.ts';

/** Milliseconds from sending a batch to the reply that accepts it. */
const REPLY_MS = 10;

/** A service that takes everything, speaks at a constant pace in the order of arrival, and can't be called back. */
export class SpeakingService {
  readonly spokenAt = new Map<string, number>();
  busyMs = 0;
  /** Milliseconds after a line is finished until the client has read it. */
  readAfterMs = 100;
  #freeAt = 0;
  readonly #clock: Clock;
  readonly #charactersPerSecond: number;
  readonly #msPerLine: number;
  /** Told of lines that are back. */
  dispatcher: Pick<Dispatcher, 'ended'> | null = null;

  /**
   * @param msPerLine milliseconds that a line takes beside its characters
   * @param startsAfterMs milliseconds from now until it is there to speak
   */
  constructor(clock: Clock, charactersPerSecond: number, msPerLine = 0, startsAfterMs = 0) {
    this.#clock = clock;
    this.#freeAt = clock.now() + startsAfterMs;
    this.#charactersPerSecond = charactersPerSecond;
    this.#msPerLine = msPerLine;
  }

  async send(batch: readonly Item[]) {
    const clock = this.#clock;
    await clock.sleep(REPLY_MS);
    for (const { id, characters } of batch) {
      const tookMs = this.#msPerLine + (characters / this.#charactersPerSecond) * 1_000;
      this.#freeAt = Math.max(this.#freeAt, clock.now()) + tookMs;
      this.busyMs += tookMs;
      this.spokenAt.set(id, this.#freeAt);
      void clock.sleep(this.#freeAt - clock.now() + this.readAfterMs).then(() => this.dispatcher?.ended([id]));
    }
    return { kind: 'accepted' as const };
  }
}
