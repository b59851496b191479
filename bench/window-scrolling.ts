// Measures main-thread work per frame while scrolling, compared with plain pages with the same number of rows.
import type { Page } from '@playwright/test';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';
import { type Frame, framesOf, recordTrace } from './window-trace.ts';

/** The number of wheel events, and how far each one scrolls in pixels. */
const WHEEL_EVENTS = 300;
const WHEEL_DELTA = 120;
const WHEEL_INTERVAL_MS = 16;
/** How often to alternate between the pages. */
const ROUNDS = 3;
const LONG_FRAME_MS = 25;

type ScrollTarget = readonly [page: Page, selector: string];

/** Scrolls the pages alternately, so that other load on the machine affects all of them equally. */
export async function timeScrolling(targets: readonly ScrollTarget[]): Promise<Frame[][]> {
  const frames = targets.map((): Frame[] => []);
  for (let stretch = 0; stretch < ROUNDS; stretch += 1) {
    for (const [at, place] of targets.entries()) frames[at]?.push(...(await scrollOnce(place)));
  }
  return frames;
}

async function scrollOnce([page, selector]: ScrollTarget): Promise<Frame[]> {
  await page.bringToFront();
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const trace = await recordTrace(page, async () => {
    for (let at = 0; at < WHEEL_EVENTS / ROUNDS; at += 1) {
      await page.mouse.wheel(0, WHEEL_DELTA);
      await page.waitForTimeout(WHEEL_INTERVAL_MS);
    }
  });
  const frames = framesOf(trace);
  if (frames.length < WHEEL_EVENTS / ROUNDS / 4) throw new Error(`${frames.length} frames were traced`);
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
    value: describeFrames(ours),
    against: `${describeFrames(bare)} for ${bareWords}`,
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

const longFrameShare = (frames: readonly Frame[]): number =>
  frames.filter(({ workMs }) => workMs > LONG_FRAME_MS).length / frames.length;

function describeFrames(frames: readonly Frame[]): string {
  const cpu = percentile(
    frames.map(({ cpuMs }) => cpuMs),
    0.95,
  );
  return `${formatMilliseconds(work(frames))} (of the processor ${formatMilliseconds(cpu)}; ${(100 * longFrameShare(frames)).toFixed(1)} % over ${LONG_FRAME_MS} ms)`;
}
