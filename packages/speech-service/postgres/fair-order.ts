// Start-time fair queueing: every account's jobs in a lane get consecutive virtual start times, and the job with the
// lowest one goes first. A new account starts at the lane's clock, which is the start time of the job taken last, so a
// long queue of one account doesn't delay another's first job.
import type pg from 'pg';
import { countCharacters } from '../../../shared/rules/characters.ts';
import type { StoredBatch, StoredJob } from '../ports/jobs.ts';

/** Interactive jobs have priorities from here up to `2 * HALF`, all others up to here. */
const HALF = 2 ** 30;
const CHARACTERS_PER_UNIT = 100;

/** Returns a job's cost: its length in units of 100 characters. */
const costOf = ({ input }: StoredJob): number =>
  Math.max(1, Math.ceil(countCharacters(input.text) / CHARACTERS_PER_UNIT));

/** A client is waiting for a single job, so it goes before all jobs of batches. */
const isInteractive = ({ kind }: StoredBatch): boolean => kind !== 'batch';

/** Returns the lowest priority of interactive jobs. */
export const INTERACTIVE_PRIORITY = 1;

/** The virtual start time is taken modulo `HALF`, which is more than 10^11 characters in one lane. */
function priorityOf(start: number, interactive: boolean): number {
  const place = HALF - (start % HALF);
  return interactive ? place : place - HALF;
}

export interface QueuePlace {
  readonly priority: number;
  readonly virtualStart: number;
}

/**
 * Reserves virtual times for a batch, and returns the place of each job.
 * @param pool its commits needn't be flushed, because a lost reservation only affects the order
 */
export async function reservePlaces(pool: pg.Pool, batch: StoredBatch): Promise<QueuePlace[]> {
  const interactive = isInteractive(batch);
  const costs = batch.jobs.map(costOf);
  const ofLane = new Map<string, number>();
  for (const [index, { lane }] of batch.jobs.entries()) ofLane.set(lane, (ofLane.get(lane) ?? 0) + (costs[index] ?? 0));
  const { rows } = await pool.query<{ lane: string; finish: number }>({
    name: 'reserve-places',
    text: `INSERT INTO lectern.flows AS flow (lane, is_interactive, user_id, finish)
      SELECT asked.lane, $3, $4, coalesce(clock.virtual_time, 0) + asked.cost
        FROM unnest($1::text[], $2::bigint[]) AS asked (lane, cost)
        LEFT JOIN lectern.clocks AS clock ON clock.lane = asked.lane AND clock.is_interactive = $3
        ORDER BY asked.lane
      ON CONFLICT (lane, is_interactive, user_id) DO UPDATE SET finish = excluded.finish
        + greatest(0, flow.finish - coalesce((SELECT virtual_time FROM lectern.clocks AS clock
            WHERE clock.lane = excluded.lane AND clock.is_interactive = excluded.is_interactive), 0))
      RETURNING flow.lane, flow.finish`,
    values: [[...ofLane.keys()], [...ofLane.values()], interactive, batch.user_id],
  });
  const next = new Map(rows.map((row) => [row.lane, row.finish - (ofLane.get(row.lane) ?? 0)]));
  return batch.jobs.map(({ lane }, index) => {
    const start = next.get(lane) ?? 0;
    next.set(lane, start + (costs[index] ?? 0));
    return { priority: priorityOf(start, interactive), virtualStart: start };
  });
}
