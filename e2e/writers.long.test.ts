import { expect, it } from 'vitest';
import { rounds } from './support/rounds.ts';
import { runWriterRounds } from './writers/rounds.ts';

it('every writer leaves whole files or none, in many rounds', { timeout: 600_000 }, async () => {
  const seeds = Array.from({ length: rounds(500) }, (_, index) => 1000 + index);
  const { faults, violations } = await runWriterRounds(seeds);
  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(seeds.length / 2);
});
