// Several takes of a line that were ordered at once: they are asked for one after another, each with a seed of its own.
// The journal knows what was ordered and, by the seeds of its jobs, what was sent: so a kill neither loses the rest nor
// has a take paid twice.
import { z } from 'zod';
import { MOST_TAKES_AT_ONCE } from '../../../../shared/ipc/review-requests.ts';
import { append } from '../../../../shared/rules/lists.ts';
import type { Database } from '../folder/database.ts';
import { LEFT_OUT } from './journal-doubts.ts';
import { readReason } from './journal-reports.ts';

/** Takes of a line, in the order in which they are asked for. */
export interface RetakeOrder {
  readonly lineId: number;
  readonly seeds: readonly number[];
  /** The seed of an earlier order's take that still waits: these come after that order's; null: an order of its own. */
  readonly joins: number | null;
}

/** What is to be asked for next of one order. */
export interface RetakeToCome {
  readonly lineId: number;
  readonly seed: number;
  /** Takes of the same order that come after it. */
  readonly further: number;
  /** Whether the one before it is still on its way: this one leaves once that has come. */
  readonly isFollowing: boolean;
}

const ordersSchema = z.array(
  z.object({ lineId: z.int(), seeds: z.array(z.int().min(0)).max(50 * MOST_TAKES_AT_ONCE) }),
);
type Orders = z.infer<typeof ordersSchema>;

/** Writes down, with a run, which takes were ordered in it. @throws ProjectError */
export function noteRetakes(db: Database, runId: number, added: readonly RetakeOrder[]): void {
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
 * What a run has still to ask for, by what was ordered and what was sent. Where a take failed, or is in
 * doubt, those that were to follow it are not asked for. Nothing of a run that is not open.
 */
export function retakesToCome(db: Database, runId: number): RetakeToCome[] {
  return toCome(db, runId, ordersOf(db, runId));
}

function toCome(db: Database, runId: number, orders: Orders): RetakeToCome[] {
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
  return orders.flatMap((order) => nextOf(order, (seed) => states.get(`${order.lineId} ${seed}`) ?? 'unsent') ?? []);
}

function nextOf({ lineId, seeds }: Orders[number], stateOf: (seed: number) => string): RetakeToCome | null {
  let isFollowing = false;
  for (const [at, seed] of seeds.entries()) {
    const state = stateOf(seed);
    if (state === 'unsent') return { lineId, seed, further: seeds.length - at - 1, isFollowing };
    if (state === 'sent' || state === 'accepted') isFollowing = true;
    else if (state !== 'done') return null;
  }
  return null;
}

/**
 * The take that is ordered once another one has come; null where that was the last, or its run is not open any more.
 *
 * @param job the job whose take has come
 */
export function retakeAfter(
  db: Database,
  job: { readonly id: number; readonly lineId: number },
  seed: number,
): RetakeToCome | null {
  const run = db.prepare<{ id: number }>('SELECT run_id AS id FROM jobs WHERE id = ?').get(job.id);
  const order = run && ordersOf(db, run.id).find((one) => one.lineId === job.lineId && one.seeds.includes(seed));
  return order ? (toCome(db, run.id, [order])[0] ?? null) : null;
}

function ordersOf(db: Database, runId: number): Orders {
  const run = db
    .prepare<{ retakes: string | null }>(
      `SELECT json_extract(options, '$.retakes') AS retakes FROM runs WHERE id = ? AND state = 'open'`,
    )
    .get(runId);
  return ordersSchema.safeParse(readReason(run?.retakes ?? null)).data ?? [];
}
