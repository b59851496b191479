// Polls each finished batch a few times for its webhook's status. Runs don't wait for this and aren't affected by its
// errors.

import type { LenientWebhookResult } from '@lectern/tts-protocol';
import { inputParametersSchema } from '@lectern/tts-protocol';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import { at } from '../../../shared/rules/at.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../project/folder/database.ts';
import {
  jobsOfBatch,
  MAX_WEBHOOK_READS,
  recordWebhooks,
  type WebhookDelivery,
  type WebhookToRead,
  webhooksToRead,
} from '../project/journal/webhook-results.ts';
import { matchChildren } from './match-children.ts';

export const WEBHOOK_PAUSES_MS = [2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000] as const;

export interface WebhookWatchParts {
  readonly db: Database;
  readonly client: Pick<ServiceClient, 'readBatch'>;
  readonly connection: ConnectionIdentity;
  readonly clock: Clock;
  readonly onRead: (batchId: number, lineIds: readonly number[]) => void;
  /** Called for errors that weren't caused by the service. */
  readonly onDefect: (error: unknown) => void;
}

interface Due extends WebhookToRead {
  readonly at: number;
}

export class WebhookWatch {
  readonly #parts: WebhookWatchParts;
  readonly #end = new AbortController();
  readonly #due = new Map<number, Due>();
  #working: Promise<void> | null = null;
  /** Aborted when something becomes due before the current wait ends. */
  #nap = new AbortController();

  /** Also handles batches from earlier processes. */
  constructor(parts: WebhookWatchParts) {
    this.#parts = parts;
    for (const batch of webhooksToRead(parts.db, parts.connection)) this.#plan(batch);
    this.#begin();
  }

  watch(batchId: number): void {
    const { db, connection } = this.#parts;
    for (const batch of webhooksToRead(db, connection, batchId)) this.#plan(batch);
    this.#begin();
  }

  /** The remaining batches are checked the next time the project is opened. */
  async stop(): Promise<void> {
    this.#end.abort(new Error('webhooks are not asked for any more'));
    await this.#working;
  }

  #plan(batch: WebhookToRead): void {
    const pause = at(WEBHOOK_PAUSES_MS, Math.min(batch.reads, WEBHOOK_PAUSES_MS.length - 1));
    this.#due.set(batch.batchId, { ...batch, at: this.#parts.clock.now() + pause });
    this.#nap.abort(new Error('there is more to wait for'));
  }

  #begin(): void {
    if (this.#working || this.#end.signal.aborted || this.#due.size === 0) return;
    this.#working = this.#work()
      .catch((error: unknown) => {
        if (!this.#end.signal.aborted) this.#parts.onDefect(error);
      })
      .finally(() => {
        this.#working = null;
      });
  }

  async #work(): Promise<void> {
    const { clock } = this.#parts;
    while (this.#due.size > 0) {
      const next = [...this.#due.values()].reduce((first, each) => (each.at < first.at ? each : first));
      const waitMs = next.at - clock.now();
      if (waitMs <= 0) {
        this.#due.delete(next.batchId);
        await this.#read(next);
        continue;
      }
      const nap = new AbortController();
      this.#nap = nap;
      await clock.sleep(waitMs, AbortSignal.any([nap.signal, this.#end.signal])).catch((error: unknown) => {
        if (this.#end.signal.aborted || !nap.signal.aborted) throw error;
      });
    }
  }

  async #read(batch: WebhookToRead): Promise<void> {
    const { db, client, connection, onRead } = this.#parts;
    const signal = this.#end.signal;
    const reading = await client.readBatch(batch.selfLink, signal, 1).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof ServiceError)) throw error;
      // A failed read also counts, so that an unreadable service isn't polled endlessly.
      return null;
    });
    signal.throwIfAborted();
    const jobs = jobsOfBatch(db, batch.batchId).map(({ request, ...job }) => ({
      ...job,
      request: inputParametersSchema.parse(JSON.parse(request)),
    }));
    const answers = new Map<string, WebhookDelivery>();
    for (const [customId, child] of matchChildren(jobs, reading?.jobs ?? [])) {
      const answer = answerOf(child.webhook_result);
      if (answer) answers.set(customId, answer);
    }
    const lineIds = recordWebhooks(db, batch.batchId, { batch: answerOf(reading?.webhook_result), jobs: answers });
    onRead(batch.batchId, lineIds);
    if (batch.reads + 1 >= MAX_WEBHOOK_READS) return;
    for (const unanswered of webhooksToRead(db, connection, batch.batchId)) this.#plan(unanswered);
  }
}

export function answerOf(result: LenientWebhookResult | undefined): WebhookDelivery | null {
  const at = Date.parse(result?.called_at ?? '');
  const status = result?.response_status ?? null;
  const calledAt = Number.isFinite(at) && at > 0 ? at : null;
  const answered = status !== null && status >= 100 && status <= 599 ? status : null;
  return calledAt === null && answered === null ? null : { calledAt, status: answered };
}
