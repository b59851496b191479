import { createHash } from 'node:crypto';
import { planSchema, SCOPES } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import type { AccountDirectory, ServiceAccount } from '../ports/accounts.ts';

const limitSchema = z.object({
  requests: z.int().min(0).exactOptional(),
  characters: z.int().min(0).exactOptional(),
});

export const storedLimits = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.partialRecord(z.enum(SCOPES), limitSchema.nullable()))
  .nullable();

const accountRow = z.object({
  user_id: z.string(),
  plan: planSchema,
  api_access: z.boolean(),
  limits: storedLimits,
  monthly_characters: z.number().nullable(),
});

/** How long accounts are cached, and so how long it can take until a change is noticed, in milliseconds. */
const REMEMBERED_MS = 5000;
const MAX_REMEMBERED = 10_000;

export const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

interface Remembered {
  readonly account: Promise<ServiceAccount | undefined>;
  readonly until: number;
}

/** Finds accounts by the digests of their keys. The keys themselves aren't stored. */
export class PostgresAccounts implements AccountDirectory {
  readonly #pool: pg.Pool;
  readonly #remembered = new Map<string, Remembered>();

  readonly #elapsed: () => number;

  /** @param elapsed a monotonic clock in milliseconds */
  constructor(pool: pg.Pool, elapsed: () => number = () => performance.now()) {
    this.#pool = pool;
    this.#elapsed = elapsed;
  }

  async find(key: string, userId: string): Promise<ServiceAccount | undefined> {
    const now = this.#elapsed();
    let known = this.#remembered.get(key);
    if (known === undefined || known.until < now) {
      if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.clear();
      known = { account: this.#read(key), until: now + REMEMBERED_MS };
      this.#remembered.set(key, known);
      known.account.catch(() => this.#remembered.delete(key));
    }
    const account = await known.account;
    return account?.userId === userId ? account : undefined;
  }

  async #read(key: string): Promise<ServiceAccount | undefined> {
    const { rows } = await this.#pool.query(
      `SELECT user_id, plan, api_access, limits, monthly_characters FROM lectern.accounts
        WHERE key_digest = $1 AND revoked_at IS NULL`,
      [digestOf(key)],
    );
    if (rows[0] === undefined) return undefined;
    const { user_id: userId, plan, api_access: apiAccess, limits, monthly_characters } = accountRow.parse(rows[0]);
    return {
      ...{ key, userId, plan, apiAccess },
      ...(limits !== null && { limits }),
      ...(monthly_characters !== null && { monthlyCharacters: monthly_characters }),
    };
  }
}
