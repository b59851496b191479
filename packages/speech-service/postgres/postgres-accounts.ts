import { createHash } from 'node:crypto';
import { planSchema, SCOPES } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import type { AccountDirectory, ServiceAccount } from '../ports/accounts.ts';

const limitSchema = z.object({
  requests: z.int().min(0).exactOptional(),
  characters: z.int().min(0).exactOptional(),
});

const accountRow = z.object({
  user_id: z.string(),
  plan: planSchema,
  api_access: z.boolean(),
  limits: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.partialRecord(z.enum(SCOPES), limitSchema.nullable()))
    .nullable(),
});

/** How long an account is remembered, and so how long a change can take, in milliseconds. */
const REMEMBERED_MS = 5000;
const MAX_REMEMBERED = 10_000;

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

interface Remembered {
  readonly account: Promise<ServiceAccount | undefined>;
  readonly until: number;
}

/** Accounts by the digests of their keys; the keys themselves aren't stored. */
export class PostgresAccounts implements AccountDirectory {
  readonly #pool: pg.Pool;
  readonly #remembered = new Map<string, Remembered>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async find(key: string, userId: string): Promise<ServiceAccount | undefined> {
    const now = performance.now();
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

  async add({ key, userId, plan, apiAccess, limits }: ServiceAccount): Promise<void> {
    await this.#pool.query(
      'INSERT INTO lectern.accounts (key_digest, user_id, plan, api_access, limits) VALUES ($1, $2, $3, $4, $5)',
      [digestOf(key), userId, plan, apiAccess, limits === undefined ? null : JSON.stringify(limits)],
    );
  }

  async count(): Promise<number> {
    const { rows } = await this.#pool.query<{ accounts: number }>('SELECT count(*) AS accounts FROM lectern.accounts');
    return rows[0]?.accounts ?? 0;
  }

  async #read(key: string): Promise<ServiceAccount | undefined> {
    const { rows } = await this.#pool.query(
      'SELECT user_id, plan, api_access, limits FROM lectern.accounts WHERE key_digest = $1',
      [digestOf(key)],
    );
    if (rows[0] === undefined) return undefined;
    const { user_id: userId, plan, api_access: apiAccess, limits } = accountRow.parse(rows[0]);
    return { key, userId, plan, apiAccess, ...(limits !== null && { limits }) };
  }
}
