// Measures how long the application takes to start until its window is usable, compared with an empty window on the
// same host.
import type { Page } from '@playwright/test';
import type { TestFolders } from '../e2e/window/support/folders.ts';
import { launchLectern } from '../e2e/window/support/launch.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';
import { launchBare } from './window-apps.ts';

const ROUNDS = 7;
/** Maximum extra milliseconds, compared with an empty window. */
const MAX_EXTRA = { library: 600, script: 1_200 };
/** How long to wait until the window has stopped drawing, in milliseconds. */
const DRAWING_TIMEOUT_MS = 1_000;

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** @param project the path of a project folder to open at startup */
export async function benchStart(folders: TestFolders, project: string): Promise<BenchRow[]> {
  const empty: number[] = [];
  const library: number[] = [];
  const script: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    empty.push(await timeEmpty(folders));
    library.push(await timeLectern(folders, [], 'main button'));
    script.push(await timeLectern(folders, [project], '.cm-line'));
  }
  const against = median(empty);
  const row = (name: string, times: readonly number[], mostExtraMs: number): BenchRow => ({
    name,
    value: `${formatMilliseconds(median(times))}, which is ${formatMilliseconds(median(times) - against)} more`,
    against: `${formatMilliseconds(against)} for an empty window on the same host, medians of ${ROUNDS} by turns`,
    ratio: median(times) / against,
    bar: `${mostExtraMs} ms more or less`,
    ok: median(times) - against <= mostExtraMs,
  });
  return [
    row('start to a library that can be used', library, MAX_EXTRA.library),
    row('start to the script of a project of 100,000 lines', script, MAX_EXTRA.script),
  ];
}

async function timeEmpty(folders: TestFolders): Promise<number> {
  const startedAt = Date.now();
  const { app, page } = await launchBare(folders, 'empty');
  const took = (await largestPaintAt(page, 'h1')) - startedAt;
  await app.close();
  return took;
}

async function timeLectern(folders: TestFolders, args: readonly string[], selector: string): Promise<number> {
  const startedAt = Date.now();
  const lectern = await launchLectern(folders, { arguments: args });
  const took = (await largestPaintAt(lectern.page, selector)) - startedAt;
  await lectern.close();
  return took;
}

/** Returns the time of a page's largest contentful paint in milliseconds since the epoch. */
export async function largestPaintAt(page: Page, selector: string): Promise<number> {
  await page.locator(selector).first().waitFor();
  await page.waitForTimeout(DRAWING_TIMEOUT_MS);
  return page.evaluate<number>(`new Promise((resolve) => {
    const told = (list) => resolve(performance.timeOrigin + list.getEntries().at(-1).startTime);
    new PerformanceObserver(told).observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
}
