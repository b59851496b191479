import type { Clock } from '../../ports.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { QueueItem } from '../scheduler-types.ts';

const REPLY_MS = 10;

/** Accepts everything and speaks at a constant pace in order of arrival. */
export class SpeakingService {
  readonly spokenAt = new Map<string, number>();
  busyMs = 0;
  readAfterMs = 100;
  #freeAt = 0;
  readonly #clock: Clock;
  readonly #charactersPerSecond: number;
  readonly #msPerLine: number;
  dispatcher: Pick<Dispatcher, 'ended'> | null = null;

  /** `msPerLine` is added to the time of its characters; `startsAfterMs` is from now. */
  constructor(clock: Clock, charactersPerSecond: number, msPerLine = 0, startsAfterMs = 0) {
    this.#clock = clock;
    this.#freeAt = clock.now() + startsAfterMs;
    this.#charactersPerSecond = charactersPerSecond;
    this.#msPerLine = msPerLine;
  }

  async send(batch: readonly QueueItem[]) {
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
