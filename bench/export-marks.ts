// Exports an hour of audio with and without signatures, in turns. The bar is how much longer the signed export takes.
import { join } from 'node:path';
import type { BenchRow } from './bench-row.ts';
import { longScript, median, type Production, produceBook, setSigning, timeExport } from './delivery.ts';
import { withTemporaryFolder } from './store-project.ts';

const ROUNDS = 3;
const MAX_RATIO = 1.1;

async function compare(production: Production, folder: string, target: string): Promise<BenchRow> {
  const times: Record<'on' | 'off', number[]> = { on: [], off: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const state of ['off', 'on'] as const) {
      await setSigning(production, state);
      times[state].push((await timeExport(production, target, join(folder, target))).ms);
    }
  }
  const [signed, unsigned] = [median(times.on), median(times.off)];
  return {
    name: `an hour of ${target} with signatures, ${ROUNDS} rounds by turns, their middle`,
    value: `${(signed / 1_000).toFixed(1)} s`,
    against: `${(unsigned / 1_000).toFixed(1)} s without`,
    ratio: signed / unsigned,
    bar: `at most ${MAX_RATIO.toFixed(2)}`,
    ok: signed / unsigned <= MAX_RATIO,
  };
}

/** Takes about ten minutes. */
export async function run(): Promise<BenchRow[]> {
  return withTemporaryFolder(async (folder) => {
    const production = await produceBook(folder, longScript(1));
    return [await compare(production, folder, 'acx'), await compare(production, folder, 'm4b')];
  });
}
