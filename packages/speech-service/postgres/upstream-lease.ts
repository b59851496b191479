import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Lease } from '../ports/upstream.ts';

/** Returns an account's lock ID, a 64-bit integer. */
const lockOf = (account: string): string =>
  createHash('sha256').update(`lectern upstream ${account}`).digest().readBigInt64BE().toString();

/** How often to check that the connection still works, in milliseconds. */
const CHECK_MS = 5000;

export interface HeldLease extends Lease {
  /** The PID of the PostgreSQL backend that holds the lock. */
  readonly backend: number;
}

/** How to wait for a lease that another process holds. */
export interface LeaseWait {
  /** Called before waiting. */
  readonly onWait: () => void;
  readonly signal: AbortSignal;
}

/**
 * Takes an account's lease, a lock that belongs to a connection and so is released when the process ends.
 * @returns undefined if another process holds the lease and `wait` is absent
 * @throws PostgreSQL errors; the signal's reason
 */
export async function takeLease(url: string, account: string, wait?: LeaseWait): Promise<HeldLease | undefined> {
  const lost = new AbortController();
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'lectern gateway' });
  const lose = (): void => lost.abort(new Error('The connection that holds the lease has ended.'));
  client.on('error', lose);
  client.on('end', lose);
  let timer: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await client.end().catch(() => {});
  };
  // Closing the connection cancels the query that is waiting for the lock.
  const stop = (): void => void end();
  wait?.signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    const lock = lockOf(account);
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held, pg_backend_pid() AS backend', [lock]);
    if (rows[0]?.held !== true) {
      if (wait === undefined) {
        await end();
        return undefined;
      }
      wait.onWait();
      await client.query('SELECT pg_advisory_lock($1)', [lock]);
    }
    timer = setInterval(() => void client.query('SELECT 1').catch(lose), CHECK_MS);
    return { lost: lost.signal, release: end, backend: Number(rows[0]?.backend) };
  } catch (error) {
    await end();
    wait?.signal.throwIfAborted();
    throw error;
  } finally {
    wait?.signal.removeEventListener('abort', stop);
  }
}
