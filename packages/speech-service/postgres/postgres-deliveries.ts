import type pg from 'pg';
import { DECISIONS } from '../common/decisions.ts';
import { type Delivery, type DeliveryOutcomes, type DeliveryResponse, deliverySchema } from '../ports/deliveries.ts';
import { inTransaction } from './connection.ts';

/** How long a call is reserved for the node that has taken it. Longer than any call can take. */
const LEASE_MS = 3 * DECISIONS.webhooks.answerSeconds * 1000;

/** ID of the advisory lock (arbitrary). Nodes take calls one at a time, so that the limit per receiver holds across all nodes. */
const LOCK = 7_310_266_426;

export class PostgresDeliveries implements DeliveryOutcomes {
  readonly #pool: pg.Pool;
  readonly #now: () => number;

  constructor(pool: pg.Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /**
   * Takes calls that are due: only the first for each batch and receiver, and at most as many per receiver as may run at the
   * same time. If this node dies, other nodes make the calls once the leases have expired.
   */
  async claimDue(most: number): Promise<Delivery[]> {
    const now = this.#now();
    return inTransaction(this.#pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const { rows } = await client.query({
        name: 'claim-deliveries',
        text: `WITH busy AS (
            SELECT host, batch_id FROM lectern.deliveries WHERE leased_until > $1),
          first AS (
            SELECT DISTINCT ON (host, batch_id) number, host, due_at FROM lectern.deliveries
              WHERE due_at <= $1 AND leased_until <= $1
                AND NOT EXISTS (SELECT 1 FROM busy WHERE busy.host = deliveries.host
                  AND busy.batch_id = deliveries.batch_id)
              ORDER BY host, batch_id, due_at, number),
          ranked AS (
            SELECT number, due_at, row_number() OVER (PARTITION BY host ORDER BY due_at, number)
                + (SELECT count(*) FROM busy WHERE busy.host = first.host) AS place FROM first),
          taken AS (
            UPDATE lectern.deliveries SET leased_until = $1 + $3 WHERE number IN (
                SELECT number FROM ranked WHERE place <= $4 ORDER BY due_at, number LIMIT $2)
              RETURNING number, batch_id, job_id, url, host, attempts)
          SELECT taken.*, file, duration, size, error,
              CASE WHEN job_id IS NOT NULL THEN job.status WHEN has_audio THEN 'completed' ELSE 'failed' END AS status
            FROM taken JOIN lectern.batches AS batch ON batch.id = taken.batch_id
              LEFT JOIN lectern.jobs AS job ON job.id = taken.job_id
            ORDER BY taken.number`,
        values: [now, most, LEASE_MS, DECISIONS.webhooks.atOncePerReceiver],
      });
      return rows.map((row) => deliverySchema.parse(row));
    });
  }

  /** Releases calls that weren't made. This doesn't affect recorded calls: they have been deleted or are due later. */
  async giveBack(numbers: readonly number[]): Promise<void> {
    await this.#pool.query('UPDATE lectern.deliveries SET leased_until = 0 WHERE number = ANY($1)', [numbers]);
  }

  settle(delivery: Delivery, response: DeliveryResponse | undefined): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      await record(client, delivery, response);
      await client.query('DELETE FROM lectern.deliveries WHERE number = $1', [delivery.number]);
    });
  }

  postpone(delivery: Delivery, response: DeliveryResponse | undefined, dueAt: number): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      await record(client, delivery, response);
      await client.query(
        'UPDATE lectern.deliveries SET attempts = attempts + 1, due_at = $1, leased_until = 0 WHERE number = $2',
        [dueAt, delivery.number],
      );
    });
  }
}

async function record(
  client: pg.PoolClient,
  { batch_id, job_id }: Delivery,
  response: DeliveryResponse | undefined,
): Promise<void> {
  if (response === undefined) return;
  const result = { called_at: new Date(response.calledAt).toISOString(), response_status: response.status };
  const [table, id] = job_id === null ? ['batches', batch_id] : ['jobs', job_id];
  await client.query(`UPDATE lectern.${table} SET webhook_result = $1 WHERE id = $2`, [JSON.stringify(result), id]);
}
