import { createHash } from 'node:crypto';
import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import type { RateWindows } from '../ports/rate-windows.ts';

const waitRow = z.object({ wait: z.number() });

/** The window's name contains a key, so only its digest is stored. */
const storedName = (window: string): string => createHash('sha256').update(window).digest('base64url');

/** Every decision is one statement with the window's row locked, so the limits hold over all nodes. */
export class PostgresRateWindows implements RateWindows {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  take(window: string, limit: RateLimit, characters: number): Promise<number> {
    return this.#decide(window, limit, characters, true);
  }

  check(window: string, limit: RateLimit): Promise<number> {
    return this.#decide(window, limit, 0, false);
  }

  /** Removes windows without a call in the last minute. */
  async removeUnused(now: number): Promise<void> {
    await this.#pool.query('DELETE FROM lectern.rate_windows WHERE last_at < $1', [(now - 2 * RATE_WINDOW_MS) * 1000]);
  }

  async #decide(window: string, limit: RateLimit, characters: number, counts: boolean): Promise<number> {
    const { rows } = await this.#pool.query({
      name: 'take-call',
      text: 'SELECT lectern.take_call($1, $2, $3, $4, $5) AS wait',
      values: [storedName(window), limit.requests ?? null, limit.characters ?? null, characters, counts],
    });
    return waitRow.parse(rows[0]).wait;
  }
}
