// Sees to it that every webhook is called: again and again where it must be, never so that anything waits for it.

import type { WebhookBody } from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { ServiceDatabase } from '../store/database.ts';
import { type Delivery, type DeliveryAnswer, DeliveryStore } from '../store/delivery-store.ts';
import type { EndedJob } from '../store/job-store.ts';
import { type WebhookCaller, webhookCaller } from './call-webhook.ts';
import type { WebhookReach } from './webhook-reach.ts';

/** Milliseconds after which deliveries are looked at again where the database failed. */
const RETRY_MS = 1000;
/** The longest that a timer of Node's can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface DelivererOptions {
  readonly store: DeliveryStore;
  readonly call: WebhookCaller;
  /** What a receiver is told. */
  readonly bodyOf: (delivery: Delivery) => WebhookBody;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random?: () => number;
  /** Calls back after this many milliseconds. @returns a function that cancels it */
  readonly after?: (ms: number, callback: () => void) => () => void;
}

function afterInTime(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
}

const isTaken = (answer: DeliveryAnswer | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

/**
 * Milliseconds until a call is made again: longer each time, and half of it by chance, so that receivers which were down
 * together are not called together.
 *
 * @param attempts how many were made, 1 or more
 * @param chance 0 to 1
 */
export function backoffMs(attempts: number, chance: number): number {
  const { first, factor, most } = DECISIONS.webhooks.backoffSeconds;
  return Math.round(Math.min(most, first * factor ** (attempts - 1)) * 1000 * (0.5 + chance / 2));
}

/**
 * Makes the calls that are owed, several at once. Of one receiver, the calls for one batch are made one after another, in
 * the order in which its jobs ended; those that are made again come later.
 */
export class Deliverer {
  readonly #options: Required<DelivererOptions>;
  readonly #stopping = new AbortController();
  /** For each receiver the batches that it is being told of. */
  readonly #busy = new Map<string, Set<string>>();
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  #takeBack = (): void => {};

  constructor(options: DelivererOptions) {
    this.#options = { random: Math.random, after: afterInTime, ...options };
  }

  /** Begins: before, the service has no address under which the audio could be fetched. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** To be called when there may be more to do. */
  wake(): void {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    this.#takeBack();
    let wait = Number.POSITIVE_INFINITY;
    try {
      wait = this.#callDue();
    } catch (error) {
      this.#options.log.error({ reason: nameOf(error) }, 'webhooks could not be looked at');
      wait = RETRY_MS;
    }
    if (wait < Number.POSITIVE_INFINITY) {
      this.#takeBack = this.#options.after(Math.min(wait, LONGEST_TIMER_MS), () => this.wake());
    }
  }

  /** Gives up what is being called; the next start calls it again. */
  async stop(): Promise<void> {
    this.#takeBack();
    this.#stopping.abort(new Error('The service is stopping.'));
    await Promise.allSettled(this.#running);
  }

  /** Calls what is due, as far as there is room. @returns milliseconds until something more is due */
  #callDue(): number {
    const { store, now } = this.#options;
    const time = now();
    let next = Number.POSITIVE_INFINITY;
    // What is called moves its receiver behind the others: a copy, so that each has one turn.
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
      const delivery = this.#options.store.next(host, time, [...busy]);
      if (delivery === undefined) {
        if (busy.size === 0) this.#options.store.lookAt(host);
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

  async #deliver(delivery: Delivery): Promise<void> {
    const { call, bodyOf, log, now } = this.#options;
    const fields = { id: delivery.job_id ?? delivery.batch_id, attempt: delivery.attempts + 1 };
    try {
      const calledAt = now();
      let answer: DeliveryAnswer | undefined;
      try {
        const status = await call(delivery.url, bodyOf(delivery), this.#stopping.signal);
        answer = { calledAt, status };
        log.info({ ...fields, status }, 'a webhook was called');
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        log.warn({ ...fields, reason: nameOf(error) }, 'a webhook did not answer');
      }
      this.#note(delivery, answer);
    } catch (error) {
      log.error({ ...fields, reason: nameOf(error) }, 'the outcome of a webhook could not be written');
      // It is still owed: it must not be called again at once, and again.
      await this.#pause(RETRY_MS);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#options.after(ms, resolve);
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #note(delivery: Delivery, answer: DeliveryAnswer | undefined): void {
    const { store, log, now, random } = this.#options;
    const attempts = delivery.attempts + 1;
    if (!isTaken(answer) && attempts < DECISIONS.webhooks.attempts) {
      store.postpone(delivery, answer, now() + backoffMs(attempts, random()));
      return;
    }
    if (!isTaken(answer)) log.warn({ id: delivery.job_id ?? delivery.batch_id, attempts }, 'a webhook was given up');
    store.settle(delivery, answer);
  }
}

/** What went wrong, without the address: that could carry a secret. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

// What a receiver is told.

/**
 * The body of a call: of a job its audio or why there is none, of a batch that it has ended (`complete` where one job at
 * least has its audio).
 *
 * @param addressOf the address of a file, by its name
 */
export function webhookBody(delivery: Delivery, addressOf: (file: string) => string): WebhookBody {
  const { job_id, batch_id, status, file, duration, size, error } = delivery;
  const told = { version: '2', id: job_id ?? batch_id } as const;
  if (status === 'failed') {
    return { ...told, status: 'error', progress: 0, ...(error === null ? {} : { error_message: error }) };
  }
  const hasAudio = file !== null && duration !== null && size !== null;
  return {
    ...told,
    status: 'complete',
    progress: 1,
    ...(hasAudio ? { url: addressOf(file), duration, size } : {}),
  };
}

export interface WebhookOptions {
  readonly database: ServiceDatabase;
  readonly reach: WebhookReach;
  /** The address of an audio file, by its name; not asked for before the service listens. */
  readonly addressOf: (file: string) => string;
  readonly version: string;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Webhooks {
  readonly deliverer: Deliverer;
  /** To be called in the transaction that ends a job. */
  readonly jobEnded: (ended: EndedJob) => void;
}

export function openWebhooks({ database, reach, addressOf, version, log, now }: WebhookOptions): Webhooks {
  const store = new DeliveryStore(database);
  const deliverer = new Deliverer({
    store,
    call: webhookCaller({ reach, version }),
    bodyOf: (delivery) => webhookBody(delivery, addressOf),
    log,
    now,
  });
  return {
    deliverer,
    jobEnded: (ended) => {
      // Only when the transaction is through is there something to call.
      if (store.jobEnded(ended, now())) setImmediate(() => deliverer.wake());
    },
  };
}
