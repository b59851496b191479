import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { Delivery } from '../ports/deliveries.ts';
import { type DeliveryDependencies, deliver } from '../webhooks/deliver.ts';
import type { PostgresDeliveries } from './postgres-deliveries.ts';

/** How often to look for calls that are due, in milliseconds. New calls are also announced by notices. */
const LOOK_MS = 1000;

export interface SharedDelivererOptions {
  readonly store: PostgresDeliveries;
  readonly call: DeliveryDependencies['call'];
  readonly bodyOf: DeliveryDependencies['bodyOf'];
  readonly log: Logger;
  readonly now: () => number;
}

/** Makes webhook calls, which all nodes share. */
export class SharedDeliverer {
  readonly #options: SharedDelivererOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Map<number, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;
  #isLooking = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: SharedDelivererOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_MS);
    this.wake();
  }

  wake(): void {
    if (this.#timer === undefined) return;
    this.#isAsked = true;
    if (!this.#isLooking) this.#looking = this.#look();
  }

  /** Aborts running calls and leaves them to other nodes. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping.abort(new Error('The service is stopping.'));
    await this.#looking;
    const numbers = [...this.#running.keys()];
    await Promise.allSettled(this.#running.values());
    // If this fails, other nodes make the calls once the leases have expired.
    if (numbers.length > 0) await this.#options.store.giveBack(numbers).catch(() => {});
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#isAsked && !this.#stopping.signal.aborted) {
      this.#isAsked = false;
      const free = DECISIONS.webhooks.atOnce - this.#running.size;
      try {
        const due = free > 0 ? await this.#options.store.claimDue(free) : [];
        for (const delivery of due) this.#start(delivery);
      } catch (error) {
        this.#options.log.error({ reason: String(error) }, 'due webhooks could not be read');
      }
    }
    this.#isLooking = false;
  }

  #start(delivery: Delivery): void {
    const dependencies = { ...this.#options, random: Math.random, pause: () => Promise.resolve() };
    const running = deliver(delivery, dependencies, this.#stopping.signal).finally(() => {
      if (!this.#stopping.signal.aborted) this.#running.delete(delivery.number);
      this.wake();
    });
    this.#running.set(delivery.number, running);
  }
}
