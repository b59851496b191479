// Start-time fair queueing: each account's jobs in a lane have consecutive virtual start times, and the job with the lowest start
// time is taken first. A new account starts at the lane's clock, which is the start time of the last job taken, so one account's
// long queue doesn't delay another account's first job.
import type pg from 'pg';
import { z } from 'zod';
import { countCharacters } from '../../../shared/rules/characters.ts';
import type { StoredBatch, StoredJob } from '../ports/jobs.ts';
import { Grouped } from './connection.ts';

/** Interactive jobs have priorities above 0, up to `HALF`. All others have priorities of 0 or less. */
const HALF = 2 ** 30;
const CHARACTERS_PER_UNIT = 100;

/** Returns a job's cost: its length in units of 100 characters. */
const costOf = ({ input }: StoredJob): number =>
  Math.max(1, Math.ceil(countCharacters(input.text) / CHARACTERS_PER_UNIT));

/** Returns whether a client is waiting for the job. Such jobs come before those in batches. */
const isInteractive = ({ kind }: StoredBatch): boolean => kind !== 'batch';

/** The lowest priority of interactive jobs. */
export const INTERACTIVE_PRIORITY = 1;

/** Start times wrap around at `HALF`, after more than 10^11 characters in a lane. */
function priorityOf(start: number, interactive: boolean): number {
  const place = HALF - (start % HALF);
  return interactive ? place : place - HALF;
}

export interface QueuePlace {
  readonly priority: number;
  readonly virtualStart: number;
}

interface PlaceReservation {
  readonly lane: string;
  readonly isInteractive: boolean;
  readonly user: string;
  readonly cost: number;
}

const flowKey = ({ lane, isInteractive: interactive, user }: PlaceReservation): string =>
  JSON.stringify([lane, interactive, user]);

const flowRow = z.object({ lane: z.string(), is_interactive: z.boolean(), user_id: z.string(), finish: z.number() });

/** Assigns virtual start times. */
export class FairOrder {
  readonly #pool: pg.Pool;
  readonly #reservations: Grouped<PlaceReservation, number>;

  /** @param pool may commit asynchronously, because a lost reservation only affects the order */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#reservations = new Grouped((reservations) => this.#reserve(reservations));
  }

  /** Returns the place of each of the batch's jobs. */
  async place(batch: StoredBatch): Promise<QueuePlace[]> {
    const interactive = isInteractive(batch);
    const costs = batch.jobs.map(costOf);
    const ofLane = new Map<string, number>();
    for (const [index, { lane }] of batch.jobs.entries())
      ofLane.set(lane, (ofLane.get(lane) ?? 0) + (costs[index] ?? 0));
    const next = new Map(
      await Promise.all(
        [...ofLane].map(async ([lane, cost]): Promise<[string, number]> => {
          const reservation = { lane, isInteractive: interactive, user: batch.user_id, cost };
          return [lane, await this.#reservations.add(reservation)];
        }),
      ),
    );
    return batch.jobs.map(({ lane }, index) => {
      const start = next.get(lane) ?? 0;
      next.set(lane, start + (costs[index] ?? 0));
      return { priority: priorityOf(start, interactive), virtualStart: start };
    });
  }

  /** Returns the virtual start time of each reservation. Reservations of the same account are consecutive. */
  async #reserve(reservations: readonly PlaceReservation[]): Promise<number[]> {
    const sums = new Map<string, PlaceReservation>();
    for (const one of reservations) {
      const key = flowKey(one);
      sums.set(key, { ...one, cost: one.cost + (sums.get(key)?.cost ?? 0) });
    }
    const asked = [...sums.values()];
    const { rows } = await this.#pool.query({
      name: 'reserve-places',
      text: `INSERT INTO lectern.flows AS flow (lane, is_interactive, user_id, finish)
        SELECT asked.lane, asked.is_interactive, asked.user_id, coalesce(clock.virtual_time, 0) + asked.cost
          FROM unnest($1::text[], $2::boolean[], $3::text[], $4::bigint[])
            AS asked (lane, is_interactive, user_id, cost)
          LEFT JOIN lectern.clocks AS clock
            ON clock.lane = asked.lane AND clock.is_interactive = asked.is_interactive
          ORDER BY asked.lane, asked.is_interactive, asked.user_id
        ON CONFLICT (lane, is_interactive, user_id) DO UPDATE SET finish = excluded.finish
          + greatest(0, flow.finish - coalesce((SELECT virtual_time FROM lectern.clocks AS clock
              WHERE clock.lane = excluded.lane AND clock.is_interactive = excluded.is_interactive), 0))
        RETURNING flow.lane, flow.is_interactive, flow.user_id, flow.finish`,
      values: [
        asked.map(({ lane }) => lane),
        asked.map((one) => one.isInteractive),
        asked.map(({ user }) => user),
        asked.map(({ cost }) => cost),
      ],
    });
    const next = new Map<string, number>();
    for (const row of rows) {
      const { lane, is_interactive: interactive, user_id: user, finish } = flowRow.parse(row);
      const key = flowKey({ lane, isInteractive: interactive, user, cost: 0 });
      next.set(key, finish - (sums.get(key)?.cost ?? 0));
    }
    return reservations.map((one) => {
      const key = flowKey(one);
      const start = next.get(key) ?? 0;
      next.set(key, start + one.cost);
      return start;
    });
  }
}
