import { planLimit, RATE_WINDOW_MS } from '@lectern/tts-protocol';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '../../../shared/rules/at.ts';
import { PostgresServer } from '../testing/postgres-server.ts';
import { openPool } from './connection.ts';
import { migrate } from './migrate.ts';
import { PostgresRateWindows } from './postgres-rate-windows.ts';

let server: PostgresServer;
let url: string;
let pool: pg.Pool;
let windows: PostgresRateWindows;
beforeAll(async () => {
  server = await PostgresServer.start();
  url = await server.createDatabase();
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

  test('don’t count checks, and are independent of each other', async () => {
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
    // Calls that fit are never rejected.
    expect(taken.length === 100 || sum + 1 > 1000 || sum > 980).toBe(true);
  });

  test('never exceed a plan in any minute for eight clients on three nodes, and use at least 99 % of it', async () => {
    const limit = { requests: 200, characters: 350_000 };
    expect(planLimit('growth', 'batch')).toEqual(limit);
    const nodes = [1, 2, 3].map(() => openPool(url, 4));
    const ports = nodes.map((node) => new PostgresRateWindows(node));
    let passed = 0;
    const now = (): number => passed + performance.now();
    /** A call, and the times between which it was decided. */
    interface Decision {
      readonly after: number;
      readonly before: number;
      readonly characters: number;
    }
    const accepted: Decision[] = [];
    const refused: Decision[] = [];
    /** Sends calls until one is rejected. */
    const client = async (step: number, number: number): Promise<void> => {
      for (let call = 0; ; call += 1) {
        const characters = 200 + ((step * 131 + number * 757 + call * 389) % 3000);
        const after = now();
        const wait = await at(ports, (number + call) % 3).take('g', limit, characters);
        (wait === 0 ? accepted : refused).push({ after, before: now(), characters });
        if (wait > 0) return;
      }
    };
    const start = now();
    try {
      for (let step = 0; now() - start < 180_000; step += 1) {
        await Promise.all(Array.from({ length: 8 }, (_, number) => client(step, number)));
        const milliseconds = 500 + ((step * 977) % 2500);
        await pass(milliseconds);
        passed += milliseconds;
      }
    } finally {
      for (const node of nodes) await node.end();
    }
    const sum = (calls: readonly Decision[]): number => calls.reduce((total, { characters }) => total + characters, 0);
    for (const { after: from } of accepted) {
      const minute = accepted.filter(({ after, before }) => after >= from && before < from + RATE_WINDOW_MS);
      expect(minute.length).toBeLessThanOrEqual(limit.requests);
      expect(sum(minute)).toBeLessThanOrEqual(limit.characters);
    }
    // Rejected calls would have exceeded the plan. The largest call has less than 1 % of the plan's characters.
    for (const { after, before } of refused) {
      const live = accepted.filter((call) => call.before > after - RATE_WINDOW_MS && call.after < before);
      expect(Math.max(live.length / limit.requests, sum(live) / limit.characters)).toBeGreaterThanOrEqual(0.99);
    }
    expect(accepted.length).toBeGreaterThan(3 * 0.9 * limit.requests);
  });

  test('remove calls and windows that are no longer needed', async () => {
    await pass(2 * RATE_WINDOW_MS);
    expect(await windows.take('e', { requests: 100 }, 0)).toBe(0);
    const { rows } = await pool.query(
      'SELECT count(*) AS calls FROM lectern.rate_calls WHERE name IN (SELECT name FROM lectern.rate_windows WHERE calls > 50 AND characters < 2000)',
    );
    expect(rows[0]?.calls).toBe(1);
    await windows.removeUnused(Date.now());
    expect((await pool.query('SELECT count(*) AS names FROM lectern.rate_windows')).rows[0]?.names).toBe(1);
  });
});
