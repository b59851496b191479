import { expect, it } from 'vitest';
import { runKillRounds } from './support/kill-rounds.ts';

it('asks before it pays again where its folder is moved and copied, too', { timeout: 600_000 }, async () => {
  const report = await runKillRounds({
    seed: 11,
    kills: 4,
    lines: 200,
    killsPerRound: 8,
    speech: 'silent',
    moves: true,
    say: () => {},
  });
  expect(report.violations).toEqual([]);
  expect(report.wanderings.moved + report.wanderings.copied).toBeGreaterThan(0);
});
