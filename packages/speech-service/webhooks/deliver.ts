import type { WebhookBody } from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { Delivery, DeliveryOutcomes, DeliveryResponse } from '../ports/deliveries.ts';
import type { WebhookCaller } from './call-webhook.ts';

const RETRY_MS = 1000;

export interface DeliveryDependencies {
  readonly store: DeliveryOutcomes;
  readonly call: WebhookCaller;
  readonly bodyOf: (delivery: Delivery) => WebhookBody;
  readonly log: Logger;
  readonly now: () => number;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

const isReceived = (response: DeliveryResponse | undefined): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;

/**
 * Returns the delay before the next attempt. It grows exponentially, and half of it is random, so that receivers that
 * failed at the same time aren't called again at the same time.
 */
export function backoffMs(attempts: number, chance: number): number {
  const { first, factor, max } = DECISIONS.webhooks.backoffSeconds;
  return Math.round(Math.min(max, first * factor ** (attempts - 1)) * 1000 * (0.5 + chance / 2));
}

/**
 * Makes a webhook call and records its outcome. An aborted call isn't recorded, so it will be repeated.
 */
export async function deliver(
  delivery: Delivery,
  dependencies: DeliveryDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { call, bodyOf, log, now, pause } = dependencies;
  const fields = { id: delivery.job_id ?? delivery.batch_id, attempt: delivery.attempts + 1 };
  try {
    const calledAt = now();
    let response: DeliveryResponse | undefined;
    try {
      const status = await call(delivery.url, bodyOf(delivery), signal);
      response = { calledAt, status };
      log.info({ ...fields, status }, 'a webhook was called');
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ ...fields, reason: errorReason(error) }, 'a webhook did not respond');
    }
    await recordOutcome(delivery, response, dependencies);
  } catch (error) {
    log.error({ ...fields, reason: errorReason(error) }, 'the outcome of a webhook could not be written');
    // The delivery is still due, so wait before trying again to avoid a tight loop.
    await pause(RETRY_MS);
  }
}

async function recordOutcome(
  delivery: Delivery,
  response: DeliveryResponse | undefined,
  { store, log, now, random }: DeliveryDependencies,
): Promise<void> {
  const attempts = delivery.attempts + 1;
  if (!isReceived(response) && attempts < DECISIONS.webhooks.attempts) {
    await store.postpone(delivery, response, now() + backoffMs(attempts, random()));
    return;
  }
  if (!isReceived(response)) log.warn({ id: delivery.job_id ?? delivery.batch_id, attempts }, 'a webhook was given up');
  await store.settle(delivery, response);
}

/** Returns the cause of an error without the URL, which could contain a secret. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
