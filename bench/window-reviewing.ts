// Measures how long it takes in the table of takes from pressing J until the screen is updated, with and without a run.
import type { Page } from '@playwright/test';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';
import { keystrokeLatencies, recordTrace, taskDurations } from './window-trace.ts';

const KEYS = 120;
const KEY_MS = 90;
const MAX_MS = 50;
const MAX_TASK_MS = 100;

interface ReviewTimes {
  /** Milliseconds from each key press until the screen is updated. */
  readonly keys: readonly number[];
  /** Durations of main-thread tasks, in milliseconds. */
  readonly tasks: readonly number[];
}

/** Moves from line to line in the visible table. */
export async function timeReviewing(page: Page): Promise<ReviewTimes> {
  await page.bringToFront();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  const trace = await recordTrace(page, async () => {
    for (let at = 0; at < KEYS; at += 1) {
      await page.keyboard.press('j');
      await page.waitForTimeout(KEY_MS);
    }
  });
  const keys = keystrokeLatencies(trace);
  if (keys.length < KEYS * 0.95) throw new Error(`of ${KEYS} keys ${keys.length} were traced`);
  return { keys, tasks: taskDurations(trace) };
}

export function reviewingRows(running: ReviewTimes, quiet: ReviewTimes): BenchRow[] {
  const [value, against] = [percentile(running.keys, 0.95), percentile(quiet.keys, 0.95)];
  const [longest, longestQuiet] = [Math.max(...running.tasks), Math.max(...quiet.tasks)];
  return [
    {
      name: `J to picture in Review during a run, ${running.keys.length} keys, 95th percentile`,
      value: `${formatMilliseconds(value)} (median ${formatMilliseconds(percentile(running.keys, 0.5))})`,
      against: `${formatMilliseconds(against)} while no run goes on`,
      ratio: value / against,
      bar: `${MAX_MS} ms or less`,
      ok: value <= MAX_MS,
    },
    {
      name: 'the longest task of the main thread while Review is gone through during a run',
      value: formatMilliseconds(longest),
      against: `${formatMilliseconds(longestQuiet)} while no run goes on`,
      ratio: longest / longestQuiet,
      bar: `${MAX_TASK_MS} ms or less`,
      ok: longest <= MAX_TASK_MS,
    },
  ];
}
