import { type Plan, planSchema, type RateLimit, type Scope } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import type { ServiceAccount } from '../ports/accounts.ts';
import { digestOf, storedLimits } from './postgres-accounts.ts';
import { monthOf } from './postgres-usage.ts';

export interface NewAccount extends ServiceAccount {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

const registeredRow = z.object({
  user_id: z.string(),
  name: z.string(),
  plan: planSchema,
  limits: storedLimits,
  monthly_characters: z.number().nullable(),
  created_at: z.number(),
  revoked_at: z.number().nullable(),
});
/** An account. Its key isn't stored. Times are in milliseconds since the epoch. */
export type RegisteredAccount = z.infer<typeof registeredRow>;

/** Settings that are missing stay as they are. */
export interface AccountChange {
  readonly plan?: Plan | undefined;
  /** Limits that override the plan's, per scope. Null is unlimited; `plan` removes the override. */
  readonly limits?: Partial<Record<Scope, RateLimit | null | 'plan'>> | undefined;
  /** Null is unlimited. */
  readonly monthlyCharacters?: number | null | undefined;
}

const listedRow = registeredRow.extend({ accepted_characters: z.number().nullable() });
type ListedAccount = z.infer<typeof listedRow>;

const COLUMNS = 'user_id, name, plan, limits, monthly_characters, created_at, revoked_at';

/** Manages accounts for the operator. Nodes notice changes within 5 s (postgres-accounts.ts). */
export class AccountRegister {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async add(account: NewAccount): Promise<RegisteredAccount> {
    const { rows } = await this.#pool.query(
      `INSERT INTO lectern.accounts (user_id, name, key_digest, plan, api_access, limits, monthly_characters, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
      [
        account.userId,
        account.name,
        digestOf(account.key),
        account.plan,
        account.apiAccess,
        account.limits === undefined ? null : JSON.stringify(account.limits),
        account.monthlyCharacters ?? null,
        account.createdAt,
      ],
    );
    return registeredRow.parse(rows[0]);
  }

  /** Returns all accounts, oldest first. Those with a quota include the characters used this month. */
  async list(now: number): Promise<ListedAccount[]> {
    const { rows } = await this.#pool.query(
      `SELECT ${COLUMNS}, CASE WHEN monthly_characters IS NOT NULL THEN coalesce(accepted_characters, 0) END
          AS accepted_characters
        FROM lectern.accounts LEFT JOIN (SELECT user_id, accepted_characters FROM lectern.usage WHERE month = $1) AS usage
          USING (user_id)
        ORDER BY created_at, user_id`,
      [monthOf(now)],
    );
    return rows.map((row) => listedRow.parse(row));
  }

  /** Revokes an account, but keeps its jobs and clones. Returns undefined if there is no such account. */
  async revoke(userId: string, now: number): Promise<RegisteredAccount | undefined> {
    const { rows } = await this.#pool.query(
      `UPDATE lectern.accounts SET revoked_at = coalesce(revoked_at, $1) WHERE user_id = $2 RETURNING ${COLUMNS}`,
      [now, userId],
    );
    return rows[0] === undefined ? undefined : registeredRow.parse(rows[0]);
  }

  /** Changes an account's plan, limits or quota. Returns undefined if there is no such account, or if it has been revoked. */
  async change(
    userId: string,
    { plan, limits = {}, monthlyCharacters }: AccountChange,
  ): Promise<RegisteredAccount | undefined> {
    const overrides = Object.entries(limits);
    const { rows } = await this.#pool.query(
      `UPDATE lectern.accounts SET plan = coalesce($1, plan),
          limits = nullif((coalesce(limits, '{}')::jsonb || $2::jsonb) - $3::text[], '{}')::text,
          monthly_characters = CASE WHEN $4 THEN $5 ELSE monthly_characters END
        WHERE user_id = $6 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
      [
        plan ?? null,
        JSON.stringify(Object.fromEntries(overrides.filter(([, limit]) => limit !== 'plan'))),
        overrides.filter(([, limit]) => limit === 'plan').map(([scope]) => scope),
        monthlyCharacters !== undefined,
        monthlyCharacters ?? null,
        userId,
      ],
    );
    return rows[0] === undefined ? undefined : registeredRow.parse(rows[0]);
  }

  /** Replaces an account's key. Returns undefined if there is no such account, or if it has been revoked. */
  async replaceKey(userId: string, key: string): Promise<RegisteredAccount | undefined> {
    const { rows } = await this.#pool.query(
      `UPDATE lectern.accounts SET key_digest = $1 WHERE user_id = $2 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
      [digestOf(key), userId],
    );
    return rows[0] === undefined ? undefined : registeredRow.parse(rows[0]);
  }
}
