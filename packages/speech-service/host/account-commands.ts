// Implements `lectern accounts`, in the process that accesses the database. Prints each result as a JSON object on its own line,
// which the command line translates for the user.
import type pg from 'pg';
import { newId } from '../common/ids.ts';
import { AccountRegister, type RegisteredAccount } from '../postgres/account-register.ts';
import { openPool } from '../postgres/connection.ts';
import { checkSchema } from '../postgres/migrate.ts';
import { readMonthlyUsage, readRenderedJobs, type UsageFilter } from '../postgres/postgres-usage.ts';
import type { AccountCommand, NewAccountOptions } from './shared-options.ts';

type AccountSettings = Pick<NewAccountOptions, 'name' | 'plan' | 'limit' | 'monthly-characters'>;

const newKey = (): string => newId('sk-') + newId('');

/** Adds an account with a new key. The key can't be retrieved later. */
async function addAccount(
  pool: pg.Pool,
  { name, plan, limit: limits, 'monthly-characters': monthlyCharacters }: AccountSettings,
): Promise<RegisteredAccount & { readonly key: string }> {
  const key = newKey();
  const account = { name, plan, limits, monthlyCharacters, key, userId: newId('user-'), apiAccess: true };
  return { ...(await new AccountRegister(pool).add({ ...account, createdAt: Date.now() })), key };
}

/** Adds an account without limits if there are no accounts yet. */
export async function addFirstAccount(
  pool: pg.Pool,
): Promise<{ readonly key: string; readonly user: string } | undefined> {
  const register = new AccountRegister(pool);
  if ((await register.list(Date.now())).length > 0) return undefined;
  const { key, user_id: user } = await addAccount(pool, { name: 'First account', plan: 'enterprise' });
  return { key, user };
}

const isoTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const described = ({ user_id: user, created_at, revoked_at, ...account }: RegisteredAccount): object => ({
  user,
  ...account,
  created_at: isoTime(created_at),
  revoked_at: isoTime(revoked_at),
});

/** Result for an account that doesn't exist, or is revoked and so can't be changed. */
const unknownAccount = { problem: 'unknown-account' };

async function* results(pool: pg.Pool, { command, options }: AccountCommand): AsyncGenerator<object> {
  const register = new AccountRegister(pool);
  switch (command) {
    case 'accounts-add': {
      const { key, ...account } = await addAccount(pool, options);
      yield { ...described(account), key };
      return;
    }
    case 'accounts-change': {
      const { user, plan, limit: limits, 'monthly-characters': monthlyCharacters } = options;
      const changed = await register.change(user, { plan, limits, monthlyCharacters });
      yield changed === undefined ? unknownAccount : described(changed);
      return;
    }
    case 'accounts-list':
      for (const { accepted_characters, ...account } of await register.list(Date.now())) {
        yield { ...described(account), accepted_characters };
      }
      return;
    case 'accounts-revoke': {
      const key = options['new-key'] ? newKey() : undefined;
      const changed =
        key === undefined
          ? await register.revoke(options.user, Date.now())
          : await register.replaceKey(options.user, key);
      yield changed === undefined ? unknownAccount : { ...described(changed), ...(key !== undefined && { key }) };
      return;
    }
    case 'accounts-usage': {
      const filter: UsageFilter = { userId: options.user, month: options.month };
      if (options.jobs) yield* renderedJobs(pool, filter);
      else for (const { user_id: user, ...month } of await readMonthlyUsage(pool, filter)) yield { user, ...month };
    }
  }
}

async function* renderedJobs(pool: pg.Pool, filter: UsageFilter): AsyncGenerator<object> {
  for await (const jobs of readRenderedJobs(pool, filter)) {
    for (const { user_id: user, job_id: job, batch_id: batch, input, created_at, finished_at, ...rest } of jobs) {
      const { voice, voice_2 = null, voice_engine: engine } = input;
      const times = { created_at: isoTime(created_at), finished_at: isoTime(finished_at) };
      yield { user, job, batch, ...times, voice, voice_2, engine, ...rest };
    }
  }
}

/** @throws SchemaError; PostgreSQL errors */
export async function runAccountCommand(command: AccountCommand, print: (line: string) => void): Promise<void> {
  const pool = openPool(command.options.database, 1);
  try {
    await checkSchema(pool);
    for await (const result of results(pool, command)) print(`${JSON.stringify(result)}\n`);
  } finally {
    await pool.end();
  }
}
