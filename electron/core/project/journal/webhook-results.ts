import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import type { Webhook } from '../../../../shared/model/webhook.ts';
import type { Database } from '../folder/database.ts';

/** Across all sessions. */
export const MAX_WEBHOOK_READS = 5;

export interface WebhookDelivery {
  readonly calledAt: number | null;
  readonly status: number | null;
}

interface WebhookColumns {
  readonly host: string | null;
  readonly calledAt: number | null;
  readonly status: number | null;
  readonly reads: number;
}

export function webhookOf({ host, calledAt, status, reads }: WebhookColumns): Webhook | null {
  return host === null ? null : { host, calledAt, status, state: stateOf({ calledAt, status, reads }) };
}

function stateOf({ calledAt, status, reads }: Omit<WebhookColumns, 'host'>): Webhook['state'] {
  if (status !== null) return isDelivered(status) ? 'answered' : 'failed';
  if (calledAt !== null) return 'called';
  return reads >= MAX_WEBHOOK_READS ? 'unknown' : 'waiting';
}

const isDelivered = (status: number): boolean => status >= 200 && status < 300;

export interface WebhookToRead {
  readonly batchId: number;
  readonly selfLink: string;
  readonly reads: number;
}

export function webhooksToRead(
  db: Database,
  connection: ConnectionIdentity,
  only: number | null = null,
): WebhookToRead[] {
  return db
    .prepare<WebhookToRead>(
      `SELECT id AS batchId, self_link AS selfLink, webhook_reads AS reads FROM batches
       WHERE webhook_host IS NOT NULL AND state = 'done' AND self_link IS NOT NULL AND webhook_reads < ?1
         AND origin = ?2 AND user_id = ?3 AND (?4 IS NULL OR id = ?4)
         AND (coalesce(webhook_status, 0) NOT BETWEEN 200 AND 299
           OR EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id
             AND coalesce(webhook_status, 0) NOT BETWEEN 200 AND 299))
       ORDER BY id`,
    )
    .all(MAX_WEBHOOK_READS, connection.origin, connection.userId, only);
}

/** A batch's webhook results: the result for the batch itself, and those for its jobs by `custom_id`. */
export interface WebhookReading {
  readonly batch: WebhookDelivery | null;
  readonly jobs: ReadonlyMap<string, WebhookDelivery>;
}

/**
 * Stores webhook results, keeping results that the service no longer reports.
 * @returns the lines whose results have changed
 */
export function recordWebhooks(db: Database, batchId: number, { batch, jobs }: WebhookReading): number[] {
  return db.transaction(() => {
    db.prepare('UPDATE batches SET webhook_reads = webhook_reads + 1 WHERE id = ?').run(batchId);
    if (batch) {
      db.prepare('UPDATE batches SET webhook_called_at = ?, webhook_status = ? WHERE id = ?').run(
        batch.calledAt,
        batch.status,
        batchId,
      );
    }
    const update = db.prepare(
      `UPDATE jobs SET webhook_called_at = ?1, webhook_status = ?2 WHERE batch_id = ?3 AND custom_id = ?4
       AND (webhook_called_at IS NOT ?1 OR webhook_status IS NOT ?2)`,
    );
    const changed = [...jobs].filter(
      ([customId, { calledAt, status }]) => update.run(calledAt, status, batchId, customId).changes > 0,
    );
    const names = JSON.stringify(changed.map(([customId]) => customId));
    return db
      .prepare<{ readonly id: number }>(
        `SELECT line_id AS id FROM jobs WHERE batch_id = ? AND custom_id IN (SELECT value FROM json_each(?))`,
      )
      .all(batchId, names)
      .map(({ id }) => id);
  });
}

export function batchWebhook(db: Database, batchId: number): Webhook | null {
  const row = db
    .prepare<WebhookColumns>(
      `SELECT webhook_host AS host, webhook_called_at AS calledAt, webhook_status AS status, webhook_reads AS reads
       FROM batches WHERE id = ?`,
    )
    .get(batchId);
  return row ? webhookOf(row) : null;
}

export function lineWebhook(db: Database, lineId: number): Webhook | null {
  const row = db
    .prepare<WebhookColumns>(
      `SELECT webhook_host AS host, jobs.webhook_called_at AS calledAt, jobs.webhook_status AS status,
         webhook_reads AS reads
       FROM jobs JOIN batches ON batches.id = jobs.batch_id
       WHERE line_id = ? AND jobs.state NOT IN ('refused', 'sent') ORDER BY jobs.id DESC LIMIT 1`,
    )
    .get(lineId);
  return row ? webhookOf(row) : null;
}

export function jobsOfBatch(db: Database, batchId: number) {
  return db
    .prepare<{
      readonly customId: string;
      readonly childId: string | null;
      readonly childLink: string | null;
      readonly request: string;
    }>(
      `SELECT custom_id AS customId, child_id AS childId, child_link AS childLink, request FROM jobs
       WHERE batch_id = ? ORDER BY position`,
    )
    .all(batchId);
}
