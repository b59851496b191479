// Several takes ordered for a line are requested one after another, each with its own seed. The seeds in the journal
// show which takes have been submitted, so that none of them is paid for twice after a crash.
import { z } from 'zod';
import { MAX_TAKES_AT_ONCE } from '../../../../shared/ipc/review-requests.ts';
import { append } from '../../../../shared/rules/lists.ts';
import type { Database } from '../folder/database.ts';
import { LEFT_OUT } from './journal-doubts.ts';
import { parseReason } from './journal-reports.ts';

export interface RetakeOrder {
  readonly lineId: number;
  readonly seeds: readonly number[];
  /** The seed of a pending take whose order this one extends; null for a separate order. */
  readonly joins: number | null;
}

export interface PendingRetake {
  readonly lineId: number;
  readonly seed: number;
  readonly further: number;
  /** True if the previous take is still in flight. Once it has arrived, this take is submitted. */
  readonly isFollowing: boolean;
}

const ordersSchema = z.array(z.object({ lineId: z.int(), seeds: z.array(z.int().min(0)).max(50 * MAX_TAKES_AT_ONCE) }));
type Orders = z.infer<typeof ordersSchema>;

export function recordRetakes(db: Database, runId: number, added: readonly RetakeOrder[]): void {
  db.transaction(() => {
    const orders = ordersOf(db, runId);
    for (const { lineId, seeds, joins } of added) {
      const joined = orders.find((order) => order.lineId === lineId && joins !== null && order.seeds.includes(joins));
      if (joined) append(joined.seeds, seeds);
      else orders.push({ lineId, seeds: [...seeds] });
    }
    db.prepare(`UPDATE runs SET options = json_set(options, '$.retakes', json(?)) WHERE id = ?`).run(
      JSON.stringify(orders),
      runId,
    );
  });
}

/**
 * Returns the takes that still have to be submitted. If a take has failed or is in doubt, the rest of its order isn't
 * submitted.
 */
export function pendingRetakes(db: Database, runId: number): PendingRetake[] {
  return remainingRetakes(db, runId, ordersOf(db, runId));
}

function remainingRetakes(db: Database, runId: number, orders: Orders): PendingRetake[] {
  if (orders.length === 0) return [];
  const states = new Map(
    db
      .prepare<{ line: number; seed: number; state: string }>(
        `SELECT line_id AS line, json_extract(request, '$.seed') AS seed,
           CASE WHEN state = 'resubmitted' AND json_extract(reason, '$.kind') IS NOT ?2 THEN 'unsent' ELSE state END AS state
         FROM jobs WHERE run_id = ?1 AND line_id IN (SELECT value FROM json_each(?3)) ORDER BY id`,
      )
      .all(runId, LEFT_OUT, JSON.stringify(orders.map(({ lineId }) => lineId)))
      .map(({ line, seed, state }) => [`${line} ${seed}`, state]),
  );
  return orders.flatMap(
    (order) => nextRetake(order, (seed) => states.get(`${order.lineId} ${seed}`) ?? 'unsent') ?? [],
  );
}

function nextRetake({ lineId, seeds }: Orders[number], stateOf: (seed: number) => string): PendingRetake | null {
  let isFollowing = false;
  for (const [at, seed] of seeds.entries()) {
    const state = stateOf(seed);
    if (state === 'unsent') return { lineId, seed, further: seeds.length - at - 1, isFollowing };
    if (state === 'sent' || state === 'accepted') isFollowing = true;
    else if (state !== 'done') return null;
  }
  return null;
}

/** Returns the take to submit next; null if the last one has been submitted, or if its run is no longer open. */
export function retakeAfter(
  db: Database,
  job: { readonly id: number; readonly lineId: number },
  seed: number,
): PendingRetake | null {
  const run = db.prepare<{ id: number }>('SELECT run_id AS id FROM jobs WHERE id = ?').get(job.id);
  const order = run && ordersOf(db, run.id).find((one) => one.lineId === job.lineId && one.seeds.includes(seed));
  return order ? (remainingRetakes(db, run.id, [order])[0] ?? null) : null;
}

function ordersOf(db: Database, runId: number): Orders {
  const run = db
    .prepare<{ retakes: string | null }>(
      `SELECT json_extract(options, '$.retakes') AS retakes FROM runs WHERE id = ? AND state = 'open'`,
    )
    .get(runId);
  return ordersSchema.safeParse(parseReason(run?.retakes ?? null)).data ?? [];
}
