// A batch is written down before it is sent, as far as the caps let it.
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import type { Database } from '../folder/database.ts';
import { type CapKind, remainingBudget } from '../spending/remaining-budget.ts';
import type { BatchTerms, Journal, NewJob, OpenBatch } from './journal.ts';

export interface BatchOrder {
  readonly runId: number;
  readonly connection: ConnectionIdentity;
  readonly jobs: readonly NewJob[];
  readonly terms: BatchTerms;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface BegunBatch {
  /** Null where the caps let nothing of it through. */
  readonly batch: OpenBatch | null;
  /** The jobs that it holds: the first of those that were ordered. */
  readonly jobs: readonly NewJob[];
  /** Those that would pass a cap: the first one that does, and all after it. */
  readonly beyond: readonly NewJob[];
  /** The cap that they would pass. */
  readonly by: CapKind | null;
}

/**
 * Writes down, flushed, what of a batch may be sent. What is spent is read and added to in one transaction, which no
 * other writer can come between: the caps hold over any number of senders, runs and processes.
 *
 * @throws ProjectError where it can't be written; then nothing may be sent
 */
export function beginWithinCaps(db: Database, journal: Journal, order: BatchOrder): BegunBatch {
  const { runId, connection, jobs, terms, now } = order;
  // Nothing is sent whose acceptance could not be written down.
  db.keepReserve();
  return db.durably(() => {
    const { characters, by } = remainingBudget(db, terms.price, runId);
    let left = characters ?? Number.POSITIVE_INFINITY;
    const first = jobs.findIndex((job) => {
      left -= job.characters;
      return left < 0;
    });
    const within = first === -1 ? jobs : jobs.slice(0, first);
    const beyond = first === -1 ? [] : jobs.slice(first);
    const batch = within.length === 0 ? null : journal.beginBatch(runId, connection, within, now, terms);
    return { batch, jobs: within, beyond, by: beyond.length === 0 ? null : by };
  });
}
