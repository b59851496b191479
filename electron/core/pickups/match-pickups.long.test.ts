// The requirement: of 100 rows, at least 95 are matched with the right line, and no wrong match is marked as sure.
import { readPickupFile } from '@lectern/manuscript/pickups';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../e2e/hostile-service/seeded-random.ts';
import { rounds } from '../../../e2e/support/rounds.ts';
import { matchPickups } from './match-pickups.ts';
import { aliceScript } from './testing/alice-script.ts';
import { ListMaker, SHAPES } from './testing/made-lists.ts';

const ROWS = 24;

it('matches lists in five shapes, with drifting times, typing errors and wrong chapters', () => {
  const script = aliceScript();
  const wrong: string[] = [];
  const wronglySure: string[] = [];
  let rows = 0;
  for (let seed = 1; seed <= rounds(4); seed += 1) {
    for (const [place, shape] of SHAPES.entries()) {
      const list = new ListMaker(script, seededRandom(seed * 10 + place)).make(shape, ROWS);
      const { pickups } = readPickupFile(list.bytes, list.file);
      expect(pickups).toHaveLength(ROWS);
      for (const [row, { confidence, places }] of matchPickups(script, pickups).entries()) {
        const right = list.right[row] ?? [];
        const isUnmatched = confidence === null || confidence === 'ask';
        const isRight = right.length === 0 ? isUnmatched : right.includes(places[0]?.lineId ?? 0);
        rows += 1;
        if (!isRight) wrong.push(`${shape}: ${list.rows[row]}`);
        if (!isRight && confidence === 'sure') wronglySure.push(`${shape}: ${list.rows[row]}`);
      }
    }
  }
  expect(wronglySure).toEqual([]);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(rows * 0.05);
});
