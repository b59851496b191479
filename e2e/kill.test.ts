import { expect, it } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';
import { rounds } from './support/rounds.ts';

const KILLS = rounds(6);

it('loses no line and sends none twice when it is killed in the middle', { timeout: 300_000 }, async () => {
  const report = await killRounds({
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

it('asks before it pays again where its folder is moved and copied, too', { timeout: 600_000 }, async () => {
  const report = await killRounds({
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
