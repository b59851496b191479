// Webhooks, put together.
import type { Log } from '../common/log.ts';
import type { ServiceDatabase } from '../store/database.ts';
import { DeliveryStore } from '../store/delivery-store.ts';
import type { EndedJob } from '../store/job-store.ts';
import { webhookCaller } from './call-webhook.ts';
import { Deliverer } from './deliverer.ts';
import { webhookBody } from './webhook-body.ts';
import type { WebhookReach } from './webhook-reach.ts';

export interface WebhookOptions {
  readonly database: ServiceDatabase;
  readonly reach: WebhookReach;
  /** The address of an audio file, by its name; not asked for before the service listens. */
  readonly addressOf: (file: string) => string;
  readonly version: string;
  readonly log: Log;
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
