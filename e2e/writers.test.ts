import { expect, it } from 'vitest';
import { runWriterRounds } from './writers/rounds.ts';

it('every writer leaves whole files or none, on a full or read-only drive, killed, and in a folder that becomes a link', async () => {
  const seeds = Array.from({ length: 40 }, (_, index) => index);
  const { faults, violations } = await runWriterRounds(seeds);
  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(seeds.length / 2);
});
