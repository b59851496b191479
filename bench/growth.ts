// `npm run bench growth`: checks that every parser's running time is linear in the size of its input, for every input
// shape.
import {
  isSuperlinear,
  MEASURE_FLOOR_MS,
  MEASURE_LIMIT,
  type MeasuredReader,
  measureReader,
} from '../e2e/growth/growth.ts';
import type { BenchRow } from './bench-row.ts';

/**
 * Returns a row for the shape with the steepest growth for each parser, and for every other shape with superlinear
 * growth.
 */
export async function measureGrowthOf(readers: readonly MeasuredReader[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const reader of readers) {
    const measured = (await measureReader(reader)).map(({ shape, growth }) => {
      const { smallSize, smallMs, largeSize, largeMs } = growth;
      const ok = !isSuperlinear(growth);
      return {
        name: `${reader.name}: ${shape}`,
        value: `${largeMs.toFixed(1)} ms for a size of ${largeSize}`,
        against: `${smallMs.toFixed(1)} ms for a size of ${smallSize}`,
        ratio: largeMs > MEASURE_FLOOR_MS ? largeMs / Math.max(smallMs, 0.1) : null,
        bar: `at most ${MEASURE_LIMIT} times the time for four times the size`,
        ok,
      };
    });
    const [steepest, ...others] = measured.sort(
      (a, b) => Number(a.ok) - Number(b.ok) || (b.ratio ?? 0) - (a.ratio ?? 0),
    );
    if (steepest) rows.push(steepest, ...others.filter(({ ok }) => !ok));
  }
  return rows;
}
