import { expect, it } from 'vitest';
import { runKillRounds } from './support/kill-rounds.ts';
import { rounds } from './support/rounds.ts';

const KILLS = rounds(6);

it('loses no line and sends none twice when it is killed in the middle', { timeout: 300_000 }, async () => {
  const report = await runKillRounds({
    seed: 7,
    kills: KILLS,
    lines: 200,
    killsPerRound: 3,
    speech: 'silent',
    say: () => {},
  });
  expect(report.violations).toEqual([]);
  expect(report.kills).toBe(KILLS);
});
