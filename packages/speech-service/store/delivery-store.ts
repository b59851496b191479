import { z } from 'zod';
import { type Delivery, type DeliveryOutcomes, type DeliveryResponse, deliverySchema } from '../ports/deliveries.ts';
import type { EndedJob } from '../ports/jobs.ts';
import type { ServiceDatabase } from './database.ts';

const webhookRow = z.object({ webhook_url: z.string().nullable() });

const hostRow = z.object({ host: z.string(), due_at: z.number() });

export class DeliveryStore implements DeliveryOutcomes {
  readonly #database: ServiceDatabase;
  /** The earliest due time by receiver. The receiver that hasn't been called for the longest time comes first. */
  readonly #dueAt = new Map<string, number>();

  constructor(database: ServiceDatabase) {
    this.#database = database;
    for (const row of database.all('SELECT host, min(due_at) AS due_at FROM deliveries GROUP BY host')) {
      const { host, due_at } = hostRow.parse(row);
      this.#dueAt.set(host, due_at);
    }
  }

  /** Records a delivery. Call this within the transaction that ends the job. */
  recordEndedJob({ job, batchIsFinished }: EndedJob, now: number): boolean {
    const row = this.#database.get('SELECT webhook_url FROM batches WHERE id = ?', [job.batch_id]);
    const batchUrl = webhookRow.parse(row).webhook_url;
    const url = job.webhook_url ?? batchUrl;
    if (url !== null) this.#owe(job.batch_id, job.id, url, now);
    if (batchUrl !== null && batchIsFinished) this.#owe(job.batch_id, null, batchUrl, now);
    return url !== null;
  }

  /** Returns the receivers with their earliest due time in milliseconds since the epoch. */
  receivers(): Iterable<readonly [host: string, dueAt: number]> {
    return this.#dueAt;
  }

  /** Returns the receiver's oldest due delivery, excluding the given batches. */
  nextDue(host: string, now: number, exceptBatches: readonly string[]): Delivery | undefined {
    const row = this.#database.get(
      `SELECT deliveries.number, deliveries.batch_id, job_id, url, host, attempts, file, duration, size, error,
         iif(job_id IS NULL,
           iif(EXISTS (SELECT 1 FROM jobs AS done
             WHERE done.batch_id = deliveries.batch_id AND done.status = 'completed'), 'completed', 'failed'),
           jobs.status) AS status
       FROM deliveries LEFT JOIN jobs ON jobs.id = job_id
       WHERE host = ? AND due_at <= ? AND deliveries.batch_id NOT IN (SELECT value FROM json_each(?))
       ORDER BY due_at, deliveries.number LIMIT 1`,
      [host, now, JSON.stringify(exceptBatches)],
    );
    return row === undefined ? undefined : deliverySchema.parse(row);
  }

  settle(delivery: Delivery, response: DeliveryResponse | undefined): void {
    this.#database.transaction(() => {
      this.#record(delivery, response);
      this.#database.run('DELETE FROM deliveries WHERE number = ?', [delivery.number]);
    });
    this.refreshDueTime(delivery.host);
  }

  postpone(delivery: Delivery, response: DeliveryResponse | undefined, dueAt: number): void {
    this.#database.transaction(() => {
      this.#record(delivery, response);
      this.#database.run('UPDATE deliveries SET attempts = attempts + 1, due_at = ? WHERE number = ?', [
        dueAt,
        delivery.number,
      ]);
    });
    this.refreshDueTime(delivery.host);
  }

  #owe(batchId: string, jobId: string | null, url: string, now: number): void {
    const { host } = new URL(url);
    this.#database.run(
      'INSERT OR IGNORE INTO deliveries (batch_id, job_id, url, host, due_at) VALUES (?, ?, ?, ?, ?)',
      [batchId, jobId, url, host, now],
    );
    // If the transaction fails, this time is corrected when the receiver is next checked.
    this.#dueAt.set(host, Math.min(now, this.#dueAt.get(host) ?? now));
  }

  #record({ batch_id, job_id }: Delivery, response: DeliveryResponse | undefined): void {
    if (response === undefined) return;
    const result = { called_at: new Date(response.calledAt).toISOString(), response_status: response.status };
    const [table, id] = job_id === null ? ['batches', batch_id] : ['jobs', job_id];
    this.#database.run(`UPDATE ${table} SET webhook_result = ? WHERE id = ?`, [JSON.stringify(result), id]);
  }

  refreshDueTime(host: string): void {
    const row = this.#database.get(
      'SELECT host, due_at FROM deliveries WHERE host = ? ORDER BY due_at, number LIMIT 1',
      [host],
    );
    this.#dueAt.delete(host);
    if (row !== undefined) this.#dueAt.set(host, hostRow.parse(row).due_at);
  }
}
