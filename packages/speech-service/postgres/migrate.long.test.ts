import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PostgresServer } from '../testing/postgres-server.ts';
import { openPool } from './connection.ts';
import { checkSchema, migrate, readSigningSecret, SchemaError } from './migrate.ts';
import { STEPS } from './schema.ts';

let server: PostgresServer;
let url: string;
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  url = await server.createDatabase();
});

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function withPool<T>(use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url, 1);
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** A step that only adds something, and a step that is incompatible with this version. */
const NEXT = { version: 3, oldest: 1, sql: 'CREATE TABLE lectern.later (note text)' };
const INCOMPATIBLE = { version: 3, oldest: 3, sql: 'ALTER TABLE lectern.jobs RENAME COLUMN input TO request' };

test('several processes can migrate at the same time, and again later, without changing the secret', async () => {
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const secret = await withPool(readSigningSecret);
  await migrate(url);
  expect(await withPool(readSigningSecret)).toBe(secret);
  await withPool(checkSchema);
});

test('only missing steps are applied, and an unfinished one leaves nothing behind', async () => {
  await migrate(url);
  const broken = { version: 4, oldest: 1, sql: 'CREATE TABLE lectern.half (note text); SELECT 1 / 0' };
  await expect(migrate(url, [...STEPS, NEXT, broken])).rejects.toThrow('division by zero');
  expect(await query("SELECT to_regclass('lectern.later') AS later, to_regclass('lectern.half') AS half")).toEqual([
    { later: null, half: null },
  ]);
  await migrate(url, [...STEPS, NEXT]);
  expect(await query('SELECT version FROM lectern.schema_version')).toEqual([{ version: 3 }]);
});

test('tables that a newer version has extended still work, and aren’t changed', async () => {
  await migrate(url, [...STEPS, NEXT]);
  await withPool(checkSchema);
  await migrate(url);
  expect(await query('SELECT version, oldest FROM lectern.schema_version')).toEqual([{ version: 3, oldest: 1 }]);
});

test('a database that is too new is rejected with a clear message, and isn’t changed', async () => {
  await migrate(url, [...STEPS, INCOMPATIBLE]);
  for (const use of [() => migrate(url), () => withPool(checkSchema)]) {
    await expect(use()).rejects.toThrow(SchemaError);
    await expect(use()).rejects.toThrow('newer version of the service (its version is 3, this one supports 2)');
  }
});

test('a database that was never set up is rejected with a message that says what to do', async () => {
  await expect(withPool(checkSchema)).rejects.toThrow('run "lectern migrate --database URL" first');
});
