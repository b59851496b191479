// The same by chance: many kills, and whatever can happen to their logs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../e2e/hostile-service/seeded-random.ts';
import { DAMAGES, damaged, HARMLESS, type Kill, killsOfRun, reopen } from './testing/damaged-logs.ts';

/** What a damaged project asks before anything is sent. */
const ASKED = /^(log-missing|log-damaged|damaged)$/;
const DAMAGED_LOGS = 200;
const folder = mkdtempSync(join(tmpdir(), 'lectern-damages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('sends no line again unasked, after 200 kinds of damage', { timeout: 600_000 }, async () => {
  const runs = [await killsOfRun(300), await killsOfRun(200, 1), await killsOfRun(250, 3)];
  const others = (await killsOfRun(50)).slice(-1);
  const kinds = Object.entries({ ...DAMAGES, ...HARMLESS });
  const violations: string[] = [];
  const answers = new Map<string, number>();
  for (let seed = 0; seed < DAMAGED_LOGS; seed += 1) {
    const chance = seededRandom(seed);
    const one = <T>(list: readonly T[]): T => {
      const found = list[Math.floor(chance() * list.length)];
      if (found === undefined) throw new Error('the list is empty');
      return found;
    };
    const kills = one(runs);
    const at = 1 + Math.floor(chance() * (kills.length - 1));
    const kill = one(kills.slice(at, at + 1));
    const [name, damage] = one(kinds);
    const files = damaged(damage, { kill, earlier: kills.slice(0, at), other: one(others), chance });
    const { asked, sentTwice } = reopen(join(folder, 'book.lectern'), files, kill);
    answers.set(String(asked), (answers.get(String(asked)) ?? 0) + 1);
    if (sentTwice.length > 0) violations.push(`seed ${seed}, ${name}: ${sentTwice.length} lines would be sent again`);
    if (asked !== null && name in HARMLESS) violations.push(`seed ${seed}, ${name}: asked ${asked}`);
  }
  expect(violations).toEqual([]);
  expect(answers.get('log-damaged')).toBeGreaterThan(DAMAGED_LOGS / 4);
});

describe('a project whose log was restarted', () => {
  let restarted: readonly Kill[];
  beforeAll(async () => {
    restarted = await killsOfRun(200, 2);
  });

  it('is asked nothing about after a kill', () => {
    for (const each of restarted)
      expect(reopen(join(folder, 'restarted.lectern'), each.files, each)).toEqual({ asked: null, sentTwice: [] });
  });

  it.each(['an older database', 'an older log', 'no log', 'its head gone'])('asks with %s', (name) => {
    const last = restarted.at(-1);
    const damage = DAMAGES[name];
    if (!last || !damage) throw new Error(name);
    const files = damaged(damage, { kill: last, earlier: restarted.slice(0, 2), other: last, chance: () => 0.5 });
    const { asked, sentTwice } = reopen(join(folder, 'restarted.lectern'), files, last);
    expect(sentTwice).toEqual([]);
    expect(asked).toMatch(ASKED);
  });
});
