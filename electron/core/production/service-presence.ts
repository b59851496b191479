// Distinguishes a batch that no longer exists from a wrong address, a proxy's reply or a refused account.
import type { ServiceClient } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';

/** Cached, because a book has hundreds of batches. */
const CACHE_MS = 5_000;

export class ServicePresence {
  readonly #client: Pick<ServiceClient, 'listVoices'>;
  readonly #clock: Clock;
  #asked: { readonly answer: Promise<boolean>; until: number } | null = null;

  constructor(client: Pick<ServiceClient, 'listVoices'>, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * Sends one request for concurrent callers. Resolves with false if the reply isn't a list.
   * @throws the signal's reason when aborted
   */
  async isConfirmed(signal: AbortSignal): Promise<boolean> {
    if (this.#asked === null || this.#asked.until < this.#clock.now()) {
      const asked = { answer: this.#ask(signal), until: Number.POSITIVE_INFINITY };
      this.#asked = asked;
      asked.answer.then(
        () => {
          asked.until = this.#clock.now() + CACHE_MS;
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

/** Number of consecutive “not found” replies, or replies with faulty audio, before a line counts as lost. */
export const LOST_AFTER_TRIES = 4;
/**
 * Minimum interval between replies that count, because the service's replicas can take a few seconds to learn about a
 * batch.
 */
export const DENIED_PAUSE_MS = 2_000;

export class NotFoundCounter {
  #tries = 0;
  #since = 0;

  get isOpen(): boolean {
    return this.#tries > 0;
  }

  /** Records another “not found” reply and returns whether the resource is gone for good. */
  isFinal(now: number): boolean {
    if (this.#tries === 0) this.#since = now;
    this.#tries += 1;
    return this.#tries >= LOST_AFTER_TRIES && now - this.#since >= (LOST_AFTER_TRIES - 1) * DENIED_PAUSE_MS;
  }

  clear(): void {
    this.#tries = 0;
  }
}
