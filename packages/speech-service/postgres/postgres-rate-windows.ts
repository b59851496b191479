import { createHash } from 'node:crypto';
import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import type { RateWindows } from '../ports/rate-windows.ts';
import { Grouped } from './connection.ts';

const waitsRow = z.object({ waits: z.array(z.number()) });

/** Names contain user IDs, which can be long, so only their digests are stored. */
const storedName = (window: string): string => createHash('sha256').update(window).digest('base64url');

/** Maximum number of decisions in a transaction. Other decisions for the same windows wait until it has been committed. */
const MAX_DECISIONS_AT_ONCE = 100;

interface Decision {
  readonly window: string;
  readonly limit: RateLimit;
  readonly characters: number;
  readonly counts: boolean;
}

/** Locks the window's row for each decision, so that limits hold across all nodes. */
export class PostgresRateWindows implements RateWindows {
  readonly #pool: pg.Pool;
  readonly #decisions: Grouped<Decision, number>;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#decisions = new Grouped((decisions) => this.#decide(decisions), MAX_DECISIONS_AT_ONCE);
  }

  take(window: string, limit: RateLimit, characters: number): Promise<number> {
    return this.#decisions.add({ window: storedName(window), limit, characters, counts: true });
  }

  check(window: string, limit: RateLimit): Promise<number> {
    return this.#decisions.add({ window: storedName(window), limit, characters: 0, counts: false });
  }

  /** Removes windows without a call in the last two minutes. */
  async removeUnused(now: number): Promise<void> {
    await this.#pool.query(
      `WITH unused AS (DELETE FROM lectern.rate_windows WHERE last_at < $1 RETURNING name)
        DELETE FROM lectern.rate_calls WHERE name IN (SELECT name FROM unused)`,
      [(now - 2 * RATE_WINDOW_MS) * 1000],
    );
  }

  async #decide(decisions: readonly Decision[]): Promise<number[]> {
    // All nodes lock windows in the same order, to avoid deadlocks.
    const sorted = [...decisions.entries()].sort(([, a], [, b]) =>
      a.window < b.window ? -1 : Number(a.window > b.window),
    );
    const column = <T>(value: (decision: Decision) => T): T[] => sorted.map(([, decision]) => value(decision));
    const { rows } = await this.#pool.query({
      name: 'take-calls',
      text: 'SELECT lectern.take_calls($1, $2, $3, $4, $5) AS waits',
      values: [
        column(({ window }) => window),
        column(({ limit }) => limit.requests ?? null),
        column(({ limit }) => limit.characters ?? null),
        column(({ characters }) => characters),
        column(({ counts }) => counts),
      ],
    });
    const waits: number[] = [];
    for (const [index, wait] of waitsRow.parse(rows[0]).waits.entries()) waits[sorted[index]?.[0] ?? index] = wait;
    return waits;
  }
}
