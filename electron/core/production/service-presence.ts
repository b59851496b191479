// Whether the service is there and answers this account: what tells a batch that is gone from a wrong address, a proxy's
// reply, or an account that is refused.
import type { ServiceClient } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';

/** How long an answer is reused, in milliseconds: a book has hundreds of batches. */
const GOOD_FOR_MS = 5_000;

export class ServicePresence {
  readonly #client: Pick<ServiceClient, 'listVoices'>;
  readonly #clock: Clock;
  #asked: { readonly answer: Promise<boolean>; until: number } | null = null;

  constructor(client: Pick<ServiceClient, 'listVoices'>, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * Asks for the list of voices, once for all who ask at the same time.
   *
   * @returns false where anything but a list comes back
   * @throws the signal's reason once it is aborted
   */
  async isConfirmed(signal: AbortSignal): Promise<boolean> {
    if (this.#asked === null || this.#asked.until < this.#clock.now()) {
      const asked = { answer: this.#ask(signal), until: Number.POSITIVE_INFINITY };
      this.#asked = asked;
      asked.answer.then(
        () => {
          asked.until = this.#clock.now() + GOOD_FOR_MS;
        },
        () => {
          if (this.#asked === asked) this.#asked = null;
        },
      );
    }
    return this.#asked.answer;
  }

  async #ask(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#client.listVoices(signal, 1);
      return true;
    } catch (error) {
      if (signal.aborted || !(error instanceof ServiceError)) throw error;
      return false;
    }
  }
}

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
