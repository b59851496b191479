import type { WebhookBody } from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { Delivery } from '../ports/deliveries.ts';
import type { EndedJob } from '../ports/jobs.ts';
import type { ServiceDatabase } from '../store/database.ts';
import { DeliveryStore } from '../store/delivery-store.ts';
import { createWebhookCaller, type WebhookCaller } from './call-webhook.ts';
import { deliver, errorReason } from './deliver.ts';
import type { WebhookReach } from './webhook-reach.ts';

const RETRY_MS = 1000;
/** The maximum delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface DelivererOptions {
  readonly store: DeliveryStore;
  readonly call: WebhookCaller;
  readonly bodyOf: (delivery: Delivery) => WebhookBody;
  readonly log: Logger;
  readonly now: () => number;
  readonly random?: () => number;
  readonly after?: (ms: number, callback: () => void) => () => void;
}

function schedule(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * Delivers webhooks. For each receiver, a batch's calls are made one at a time, in the order in which its jobs ended;
 * retries come later.
 */
export class Deliverer {
  readonly #options: Required<DelivererOptions>;
  readonly #stopping = new AbortController();
  readonly #busy = new Map<string, Set<string>>();
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  #cancelTimer = (): void => {};

  constructor(options: DelivererOptions) {
    this.#options = { random: Math.random, after: schedule, ...options };
  }

  /** Starts delivering. Call this once the service has an address for audio URLs. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  wake(): void {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    this.#cancelTimer();
    let wait = Number.POSITIVE_INFINITY;
    try {
      wait = this.#callDue();
    } catch (error) {
      this.#options.log.error({ reason: errorReason(error) }, 'due webhooks could not be read');
      wait = RETRY_MS;
    }
    if (wait < Number.POSITIVE_INFINITY) {
      this.#cancelTimer = this.#options.after(Math.min(wait, MAX_TIMER_MS), () => this.wake());
    }
  }

  /** Aborts running calls. They are repeated the next time the service starts. */
  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#stopping.abort(new Error('The service is stopping.'));
    await Promise.allSettled(this.#running);
  }

  #callDue(): number {
    const { store, now } = this.#options;
    const time = now();
    let next = Number.POSITIVE_INFINITY;
    // Copy the list: each call moves its receiver to the end, and each receiver should get one turn.
    for (const [host, dueAt] of [...store.receivers()]) {
      if (dueAt > time) next = Math.min(next, dueAt - time);
      else this.#callReceiver(host, time);
    }
    return next;
  }

  #callReceiver(host: string, time: number): void {
    const { atOnce, atOncePerReceiver } = DECISIONS.webhooks;
    const busy = this.#busy.get(host) ?? new Set();
    while (busy.size < atOncePerReceiver && this.#running.size < atOnce) {
      const delivery = this.#options.store.nextDue(host, time, [...busy]);
      if (delivery === undefined) {
        if (busy.size === 0) this.#options.store.refreshDueTime(host);
        return;
      }
      busy.add(delivery.batch_id);
      this.#busy.set(host, busy);
      const running = this.#deliver(delivery).finally(() => {
        busy.delete(delivery.batch_id);
        if (busy.size === 0) this.#busy.delete(host);
        this.#running.delete(running);
        this.wake();
      });
      this.#running.add(running);
    }
  }

  #deliver(delivery: Delivery): Promise<void> {
    return deliver(delivery, { ...this.#options, pause: (ms) => this.#pause(ms) }, this.#stopping.signal);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#options.after(ms, resolve);
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** `complete` means that at least one job has audio. @param addressOf returns the URL of a file by its name */
export function createWebhookBody(delivery: Delivery, addressOf: (file: string) => string): WebhookBody {
  const { job_id, batch_id, status, file, duration, size, error } = delivery;
  const baseFields = { version: '2', id: job_id ?? batch_id } as const;
  if (status === 'failed') {
    return { ...baseFields, status: 'error', progress: 0, ...(error === null ? {} : { error_message: error }) };
  }
  const hasAudio = file !== null && duration !== null && size !== null;
  return {
    ...baseFields,
    status: 'complete',
    progress: 1,
    ...(hasAudio ? { url: addressOf(file), duration, size } : {}),
  };
}

export interface WebhookOptions {
  readonly database: ServiceDatabase;
  readonly reach: WebhookReach;
  /** Returns the URL of an audio file. Only called once the service is listening. */
  readonly addressOf: (file: string) => string;
  readonly version: string;
  readonly log: Logger;
  readonly now: () => number;
}

export interface Webhooks {
  readonly deliverer: Deliverer;
  /** Call this within the transaction that ends a job. */
  readonly jobEnded: (ended: EndedJob) => void;
}

export function createWebhooks({ database, reach, addressOf, version, log, now }: WebhookOptions): Webhooks {
  const store = new DeliveryStore(database);
  const deliverer = new Deliverer({
    store,
    call: createWebhookCaller({ reach, version }),
    bodyOf: (delivery) => createWebhookBody(delivery, addressOf),
    log,
    now,
  });
  return {
    deliverer,
    jobEnded: (ended) => {
      // Wait until the transaction is committed.
      if (store.recordEndedJob(ended, now())) setImmediate(() => deliverer.wake());
    },
  };
}
