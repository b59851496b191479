import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openBoss } from './boss.ts';
import { openPool } from './connection.ts';
import { type SchemaStep, STEPS } from './schema.ts';

/** ID of the advisory lock. Arbitrary, but must differ from the locks of other programs that use the database. */
const LOCK = 7_310_266_425;

/** Thrown if this version can't use the database. The message says what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

const latest = (steps: readonly SchemaStep[]): number => steps.at(-1)?.version ?? 0;

interface SchemaVersion {
  readonly version: number;
  /** The oldest version that works with these tables. */
  readonly oldest: number;
}

function rejectNewer({ version, oldest }: SchemaVersion, steps: readonly SchemaStep[]): void {
  if (oldest <= latest(steps)) return;
  throw new SchemaError(
    `The database was written by a newer version of the service (its version is ${version}, this one supports ${latest(steps)}): update Lectern.`,
  );
}

async function readVersion(client: pg.Pool | pg.Client): Promise<SchemaVersion> {
  const known = await client.query("SELECT to_regclass('lectern.schema_version') IS NOT NULL AS known");
  if (known.rows[0]?.known !== true) return { version: 0, oldest: 0 };
  const { rows } = await client.query('SELECT version, oldest FROM lectern.schema_version');
  return { version: Number(rows[0]?.version ?? 0), oldest: Number(rows[0]?.oldest ?? 0) };
}

async function applySteps(client: pg.Client, steps: readonly SchemaStep[]): Promise<void> {
  const present = await readVersion(client);
  rejectNewer(present, steps);
  const { version } = present;
  if (version === 0) {
    await client.query('CREATE SCHEMA IF NOT EXISTS lectern');
    await client.query('CREATE TABLE lectern.schema_version (version int NOT NULL, oldest int NOT NULL)');
    await client.query('INSERT INTO lectern.schema_version VALUES (0, 0)');
  }
  for (const step of steps.filter((one) => one.version > version)) {
    await client.query(step.sql);
    await client.query('UPDATE lectern.schema_version SET version = $1, oldest = $2', [step.version, step.oldest]);
  }
  await client.query("INSERT INTO lectern.settings VALUES ('signing_secret', $1) ON CONFLICT DO NOTHING", [
    randomBytes(32).toString('base64url'),
  ]);
}

/**
 * Creates or updates the tables. If several processes do this at the same time, they take turns. Tables that a newer version has
 * extended aren't changed.
 * @throws SchemaError if the tables are too new for this version; PostgreSQL errors
 */
export async function migrate(url: string, steps: readonly SchemaStep[] = STEPS): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query('BEGIN');
    await applySteps(client, steps);
    await client.query('COMMIT');
    const pool = openPool(url, 2);
    try {
      const boss = await openBoss(pool, { role: 'migrate', onError: () => {} });
      await boss.stop();
    } finally {
      await pool.end();
    }
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/** Checks that this version can use the tables, even if a newer version has extended them. @throws SchemaError */
export async function checkSchema(pool: pg.Pool): Promise<void> {
  const present = await readVersion(pool);
  rejectNewer(present, STEPS);
  if (present.version < latest(STEPS)) {
    throw new SchemaError(
      'The database has not been set up for this version: run "lectern migrate --database URL" first.',
    );
  }
}

/** Returns the secret with which all nodes sign audio URLs. */
export async function readSigningSecret(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query("SELECT value FROM lectern.settings WHERE name = 'signing_secret'");
  const value: unknown = rows[0]?.value;
  if (typeof value !== 'string')
    throw new SchemaError('The database has no signing secret: run "lectern migrate" again.');
  return value;
}
