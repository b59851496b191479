import { expect, it } from 'vitest';
import { runHostileRounds } from './hostile-folders/rounds.ts';

/** Folders that once stopped a command or a request, or had it fail, and some more. */
const SEEDS = [4, 44, 58, 89, 91, 95, 163];

it.runIf(process.platform !== 'win32')(
  'reads and changes nothing outside a hostile folder, and always ends',
  { timeout: 300_000 },
  async () => {
    const report = await runHostileRounds({ seeds: SEEDS, say: () => {} });
    expect(report.violations).toEqual([]);
    expect(report.seeds).toBe(SEEDS.length);
  },
);
