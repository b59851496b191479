// Measures the time from clicking a project of 100,000 lines until its first row is on the screen, compared with plain
// queries for the same data.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile, timeMs } from './store-edits.ts';
import { bareScreen } from './store-opening.ts';
import { projectCard } from './window-apps.ts';
import type { ProjectName } from './window-projects.ts';

const OPENINGS = 5;

/** Measures the milliseconds from the next click until the first row of the script is painted. */
const WATCH_SCRIPT = `globalThis.firstRow = new Promise((resolve) => {
  let clickedAt = 0;
  addEventListener('click', ({ timeStamp }) => { clickedAt = timeStamp; }, { capture: true, once: true });
  const look = () => {
    if (clickedAt === 0 || !document.querySelector('.cm-line')?.textContent) return requestAnimationFrame(look);
    // A message posted in an animation frame arrives after that frame has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - clickedAt);
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
}), null`;

/** Clicks a project in the library. Returns the milliseconds until its first row is on the screen. */
async function timeOpening(page: Page, name: ProjectName): Promise<number> {
  const card = projectCard(page, name);
  await card.waitFor();
  await page.evaluate(WATCH_SCRIPT);
  await card.click();
  return page.evaluate<number>('firstRow');
}

/** @param folder the project's folder */
export async function benchOpeningInWindow(page: Page, folder: string): Promise<BenchRow> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let count = 0; count < OPENINGS; count += 1) {
    ours.push(await timeOpening(page, 'Large'));
    await page.waitForTimeout(1_000);
    await closeProject(page);
    theirs.push(timeMs(() => bareScreen(join(folder, 'project.db'))));
  }
  const [value, against] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
  return {
    name: `the click on a project of 100,000 lines to the first row of its script, median of ${OPENINGS}`,
    value: `${formatMilliseconds(value)} (the first one ${formatMilliseconds(ours[0] ?? 0)})`,
    against: `${formatMilliseconds(against)} for the bare queries of what is shown`,
    ratio: value / against,
    bar: '',
    ok: null,
  };
}

export async function closeProject(page: Page): Promise<void> {
  await page.evaluate(`lectern.request('project.close', {})`);
  await page.getByRole('heading', { name: 'Library' }).waitFor();
}
