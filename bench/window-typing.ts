// Measures key-to-screen latency in the middle of a chapter of 10,000 paragraphs, compared with the same text in a
// plain CodeMirror.
import type { Page } from '@playwright/test';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';
import { seededRandom } from './store-project.ts';
import { settle } from './window-apps.ts';
import { keystrokeLatencies, recordTrace } from './window-trace.ts';

const KEYS = 200;
/** How often to alternate between the editors. */
export const TYPING_ROUNDS = 4;
const BURST_KEYS = 10;
const MAX_RATIO = 1.6;
/**
 * The delay before an edit is saved automatically. At this pace, each key is pressed as the response to the previous
 * edit arrives.
 */
const AUTOSAVE_MS = 50;
const TEXT = 'now it was said that they would not come out in their own time but with the others and ';

/** Typing patterns: how long to wait after each key, in milliseconds. */
export const PACES: Readonly<Record<string, (at: number, random: number) => number>> = {
  'at a natural pace': (_, random) => 60 + 80 * random,
  'every 50 ms': () => AUTOSAVE_MS,
  'in bursts': (at) => (at % BURST_KEYS === BURST_KEYS - 1 ? 400 : 0),
};

/** Key-to-screen latencies by typing pattern, in milliseconds. */
export type TypingTimes = Readonly<Record<string, readonly number[]>>;

/**
 * Types into the editors alternately, so that other load on the machine affects all of them. Returns the latencies for
 * each editor.
 */
export async function timeTyping(pages: readonly Page[]): Promise<TypingTimes[]> {
  for (const page of pages) await goToMiddle(page);
  const times = pages.map((): Record<string, number[]> => ({}));
  for (const [name, waitAfterKey] of Object.entries(PACES)) {
    for (let turn = 0; turn < TYPING_ROUNDS; turn += 1) {
      for (const [at, page] of pages.entries()) {
        const list = times[at]?.[name] ?? [];
        if (times[at]) times[at][name] = [...list, ...(await typeKeys(page, waitAfterKey))];
      }
    }
  }
  return times;
}

/** Types a share of the keys and returns their key-to-screen latencies in milliseconds. */
export async function typeKeys(page: Page, waitAfterKey: (at: number, random: number) => number): Promise<number[]> {
  await page.bringToFront();
  const count = KEYS / TYPING_ROUNDS;
  const random = seededRandom(3);
  const trace = await recordTrace(page, async () => {
    for (let at = 0; at < count; at += 1) {
      const letter = TEXT[at % TEXT.length] ?? ' ';
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      const wait = waitAfterKey(at, random());
      if (wait > 0) await page.waitForTimeout(wait);
    }
  });
  const keys = keystrokeLatencies(trace);
  if (keys.length < count * 0.95) throw new Error(`of ${count} keys ${keys.length} were traced`);
  return keys;
}

/** Puts the cursor at the end of a row in the middle of the text. */
export async function goToMiddle(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const scroller = document.querySelector('.cm-scroller');
    scroller.scrollTop = scroller.scrollHeight / 2;
  })()`);
  await settle(page);
  const box = await page.locator('.cm-scroller').boundingBox();
  if (!box) throw new Error('the editor is not to be seen');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press('End');
  await page.waitForTimeout(500);
}

/** @param textName a description of the text */
export function typingRows(textName: string, ours: TypingTimes, bare: TypingTimes): BenchRow[] {
  return Object.entries(ours).map(([pace, times]) => {
    const value = percentile(times, 0.95);
    const against = percentile(bare[pace] ?? [], 0.95);
    return {
      name: `key to picture in ${textName}, ${times.length} keys ${pace}, 95th percentile`,
      value: `${formatMilliseconds(value)} (median ${formatMilliseconds(percentile(times, 0.5))})`,
      against: `${formatMilliseconds(against)} (median ${formatMilliseconds(percentile(bare[pace] ?? [], 0.5))}) in a bare CodeMirror with the same text`,
      ratio: value / against,
      bar: `${MAX_RATIO} times or less`,
      ok: value / against <= MAX_RATIO,
    };
  });
}
