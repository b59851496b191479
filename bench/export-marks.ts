// Exports an hour of audio alternately unmarked, signed, and signed and watermarked. The bar is the maximum time of marked
// exports, relative to unmarked ones. Marked exports also calculate and register fingerprints; those of unmarked files are
// already registered.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from './bench-row.ts';
import { longScript, median, type Production, produceBook, setSigning, timeExport } from './delivery.ts';
import { withTemporaryFolder } from './store-project.ts';

const ROUNDS = 3;
const MAX_RATIO = 1.1;

const KINDS = ['unmarked', 'signed', 'watermarked'] as const;
type Kind = (typeof KINDS)[number];

async function timeKind(production: Production, target: string, kind: Kind): Promise<number> {
  const { project, folder, environment, changeBook } = production;
  await setSigning(production, kind === 'unmarked' ? 'off' : 'on');
  await changeBook(kind === 'watermarked' ? '--watermark' : '--no-watermark');
  if (kind !== 'unmarked') {
    for (const place of [project, environment['LECTERN_HOME'] ?? '']) {
      rmSync(join(place, 'fingerprints'), { recursive: true, force: true });
    }
  }
  return (await timeExport(production, target, join(folder, target))).ms;
}

async function compare(production: Production, target: string): Promise<BenchRow[]> {
  const times: Record<Kind, number[]> = { unmarked: [], signed: [], watermarked: [] };
  // Registers the fingerprints of the unmarked files.
  await timeKind(production, target, 'unmarked');
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of KINDS) {
      if (kind === 'unmarked' && round > 0) await timeKind(production, target, kind);
      times[kind].push(await timeKind(production, target, kind));
    }
  }
  const unmarked = median(times.unmarked);
  return (['signed', 'watermarked'] as const).map((kind) => {
    const marked = median(times[kind]);
    return {
      name: `an hour of ${target}, ${kind === 'signed' ? 'signed' : 'signed and watermarked'}, ${ROUNDS} alternating rounds, median`,
      value: `${(marked / 1_000).toFixed(1)} s`,
      against: `${(unmarked / 1_000).toFixed(1)} s without marks`,
      ratio: marked / unmarked,
      bar: `at most ${MAX_RATIO.toFixed(2)}`,
      ok: marked / unmarked <= MAX_RATIO,
    };
  });
}

/** Takes about twenty minutes. */
export async function run(): Promise<BenchRow[]> {
  return withTemporaryFolder(async (folder) => {
    const production = await produceBook(folder, longScript(1));
    return [...(await compare(production, 'acx')), ...(await compare(production, 'm4b'))];
  });
}
