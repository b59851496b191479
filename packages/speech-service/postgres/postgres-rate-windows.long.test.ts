import { RATE_WINDOW_MS } from '@lectern/tts-protocol';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresServer } from '../testing/postgres-server.ts';
import { openPool } from './connection.ts';
import { migrate } from './migrate.ts';
import { PostgresRateWindows } from './postgres-rate-windows.ts';

let server: PostgresServer;
let pool: pg.Pool;
let windows: PostgresRateWindows;
beforeAll(async () => {
  server = await PostgresServer.start();
  const url = await server.createDatabase();
  await migrate(url);
  pool = openPool(url, 8);
  windows = new PostgresRateWindows(pool);
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

/** Moves all counted calls into the past. */
const pass = async (milliseconds: number): Promise<void> => {
  await pool.query('UPDATE lectern.rate_calls SET at = at - $1', [milliseconds * 1000]);
  await pool.query('UPDATE lectern.rate_windows SET last_at = last_at - $1', [milliseconds * 1000]);
};

describe('windows shared by all nodes', () => {
  test('count a call for exactly a minute, and report when the next one fits', async () => {
    expect(await windows.take('a', { requests: 2 }, 0)).toBe(0);
    await pass(20_000);
    expect(await windows.take('a', { requests: 2 }, 0)).toBe(0);
    const wait = await windows.take('a', { requests: 2 }, 0);
    expect(wait).toBeGreaterThan(38_000);
    expect(wait).toBeLessThanOrEqual(40_000);
    await pass(wait);
    expect(await windows.take('a', { requests: 2 }, 0)).toBe(0);
    expect(await windows.take('a', { requests: 2 }, 0)).toBeGreaterThan(18_000);
  });

  test('count characters, and never accept a call that is larger than the limit', async () => {
    const limit = { characters: 100 };
    expect(await windows.take('b', limit, 60)).toBe(0);
    await pass(10_000);
    expect(await windows.take('b', limit, 40)).toBe(0);
    expect(await windows.take('b', limit, 50)).toBeLessThanOrEqual(50_000);
    expect(await windows.take('b', limit, 70)).toBeGreaterThan(50_000);
    expect(await windows.take('b', limit, 101)).toBe(RATE_WINDOW_MS);
    expect(await windows.take('b', { requests: 0 }, 0)).toBe(RATE_WINDOW_MS);
  });

  test('don’t count a check, and keep names apart', async () => {
    for (let count = 0; count < 3; count += 1) expect(await windows.check('c', { requests: 1 })).toBe(0);
    expect(await windows.take('c', { requests: 1 }, 0)).toBe(0);
    expect(await windows.check('c', { requests: 1 })).toBeGreaterThan(0);
    expect(await windows.take('d', { requests: 1 }, 0)).toBe(0);
  });

  test('accept exactly the limit from eight connections at the same time', async () => {
    const limit = { requests: 100, characters: 1000 };
    const asked = Array.from({ length: 400 }, (_, index) => 1 + (index % 19));
    const waits = await Promise.all(asked.map((characters) => windows.take('e', limit, characters)));
    const taken = asked.filter((_, index) => waits[index] === 0);
    const sum = taken.reduce((total, characters) => total + characters, 0);
    expect(taken.length).toBeLessThanOrEqual(100);
    expect(sum).toBeLessThanOrEqual(1000);
    // Nothing that fits is refused.
    expect(taken.length === 100 || sum + 1 > 1000 || sum > 980).toBe(true);
  });

  test('remove what isn’t needed any more', async () => {
    await pass(2 * RATE_WINDOW_MS);
    expect(await windows.take('e', { requests: 100 }, 0)).toBe(0);
    const { rows } = await pool.query(
      'SELECT count(*) AS calls FROM lectern.rate_calls WHERE name IN (SELECT name FROM lectern.rate_windows WHERE calls > 50)',
    );
    expect(rows[0]?.calls).toBe(1);
    await windows.removeUnused(Date.now());
    expect((await pool.query('SELECT count(*) AS names FROM lectern.rate_windows')).rows[0]?.names).toBe(1);
  });
});
