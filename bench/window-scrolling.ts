// Measures main-thread work per frame while scrolling, compared with plain pages with the same number of rows.
import type { Page } from '@playwright/test';
import type { BenchRow } from './bench-row.ts';
import { milliseconds, percentile } from './store-edits.ts';
import { type Frame, framesOf, traced } from './window-trace.ts';

/** The number of wheel events, and the distance of each in pixels. */
const TURNS = 300;
const TURN = 120;
const TURN_MS = 16;
/** How often to alternate between the pages. */
const STRETCHES = 3;
const LONG_MS = 25;

type Scrolled = readonly [page: Page, selector: string];

/** Scrolls the pages alternately, so that other load on the machine affects all of them. */
export async function timeScrolling(places: readonly Scrolled[]): Promise<Frame[][]> {
  const frames = places.map((): Frame[] => []);
  for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
    for (const [at, place] of places.entries()) frames[at]?.push(...(await scrollStretch(place)));
  }
  return frames;
}

async function scrollStretch([page, selector]: Scrolled): Promise<Frame[]> {
  await page.bringToFront();
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const trace = await traced(page, async () => {
    for (let at = 0; at < TURNS / STRETCHES; at += 1) {
      await page.mouse.wheel(0, TURN);
      await page.waitForTimeout(TURN_MS);
    }
  });
  const frames = framesOf(trace);
  if (frames.length < TURNS / STRETCHES / 4) throw new Error(`${frames.length} frames were traced`);
  return frames;
}

export function scrollingRow(
  what: string,
  ours: readonly Frame[],
  bareWords: string,
  bare: readonly Frame[],
  mostRatio: number,
): BenchRow {
  const [value, against] = [work(ours), work(bare)];
  return {
    name: `work of the main thread for each of ${ours.length} frames while ${what} scrolls, 95th percentile`,
    value: describe(ours),
    against: `${describe(bare)} for ${bareWords}`,
    ratio: value / against,
    bar: `${mostRatio} times or less`,
    ok: value / against <= mostRatio,
  };
}

const work = (frames: readonly Frame[]): number =>
  percentile(
    frames.map(({ workMs }) => workMs),
    0.95,
  );

const longShare = (frames: readonly Frame[]): number =>
  frames.filter(({ workMs }) => workMs > LONG_MS).length / frames.length;

function describe(frames: readonly Frame[]): string {
  const cpu = percentile(
    frames.map(({ cpuMs }) => cpuMs),
    0.95,
  );
  return `${milliseconds(work(frames))} (of the processor ${milliseconds(cpu)}; ${(100 * longShare(frames)).toFixed(1)} % over ${LONG_MS} ms)`;
}
