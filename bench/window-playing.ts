// Plays a ten-hour book. Measures the time from the key press to the first audio, and how soon the next clip is
// rescheduled after a pause has been changed.
import type { Page } from '@playwright/test';
import type { TestFolders } from '../e2e/window/support/folders.ts';
import { launchLectern } from '../e2e/window/support/launch.ts';
import { startLocalService } from '../e2e/window/support/local-service.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';
import { openFromLibrary, settle } from './window-apps.ts';

/** The number of lines from which to start playing. Each has a different recording. */
const LINES = 12;
const MAX_TO_SOUND_MS = 300;
const MAX_TO_CHANGE_MS = 500;
/** How long to play a line before changing the pause after it, in milliseconds. */
const PLAY_MS = 600;

/** Records when clips are scheduled and when they will be heard, according to the page's clock. */
const WATCH_SCRIPT = `
  globalThis.planned = [];
  // Most responses are JSON strings.
  globalThis.asked = async (channel, input) => {
    const reply = await lectern.request(channel, input);
    return (typeof reply === 'string' ? JSON.parse(reply) : reply).value;
  };
  addEventListener('keydown', ({ timeStamp }) => { globalThis.pressedAt = timeStamp; }, { capture: true });
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (when, ...rest) {
    const at = performance.now();
    globalThis.planned.push({ at, heardAt: at + Math.max(0, when - this.context.currentTime) * 1_000 });
    return start.call(this, when, ...rest);
  };
  null`;
const NEXT_SCHEDULED = `new Promise((resolve) => {
  const look = () => (globalThis.planned.length > 0 ? resolve(globalThis.planned[0]) : setTimeout(look, 2));
  look();
})`;

/** In milliseconds. */
interface PlayTimes {
  readonly toSound: number[];
  readonly toChange: number[];
}

async function timePlaying(page: Page): Promise<PlayTimes> {
  const times: PlayTimes = { toSound: [], toChange: [] };
  await page.evaluate(WATCH_SCRIPT);
  const lines = await page.evaluate<number[]>(`asked('project.chapters', {})
    .then((chapters) => asked('playback.chapter', { chapterId: chapters[0].id }))
    .then((entries) => entries.filter(({ kind, isHeading }) => kind === 'line' && !isHeading).map(({ lineId }) => lineId))`);
  for (let at = 0; at < LINES; at += 1) {
    await page
      .locator('.cm-line')
      .filter({ hasText: `Paragraph 1.${at + 1}:` })
      .click();
    await page.evaluate('globalThis.planned = [], null');
    await page.keyboard.press('Control+Shift+p');
    times.toSound.push(
      await page.evaluate<number>(`${NEXT_SCHEDULED}.then(({ heardAt }) => heardAt - globalThis.pressedAt)`),
    );
    await page.waitForTimeout(PLAY_MS);
    const change = `asked('line.setPause', { lineId: ${lines[at + 1]}, seconds: ${2 + at / 10} })`;
    times.toChange.push(
      await page.evaluate<number>(`(() => {
        globalThis.planned = [];
        const from = performance.now();
        return ${change}.then(() => ${NEXT_SCHEDULED}).then(({ at }) => at - from);
      })()`),
    );
    await page.keyboard.press('Control+Shift+p');
  }
  return times;
}

/** Returns a row with an absolute limit, because nothing comparable exists as a reference. */
function row(name: string, times: readonly number[], limitMs: number): BenchRow {
  const worst = Math.max(...times);
  return {
    name: `${name}, the longest of ${times.length}`,
    value: `${formatMilliseconds(worst)} (the first one ${formatMilliseconds(times[0] ?? 0)}, median ${formatMilliseconds(percentile(times, 0.5))})`,
    against: 'nothing',
    ratio: null,
    bar: `${limitMs} ms or less`,
    ok: worst <= limitMs,
  };
}

/** The folders must include the ten-hour project. */
export async function benchPlaying(folders: TestFolders): Promise<BenchRow[]> {
  const service = await startLocalService(folders, 'silent');
  const lectern = await launchLectern(folders);
  try {
    const { page } = lectern;
    await openFromLibrary(page, 'Hours');
    await settle(page);
    const { toSound, toChange } = await timePlaying(page);
    return [
      row('the key that plays a book of ten hours to its first sound', toSound, MAX_TO_SOUND_MS),
      row('a pause changed during playback, until the next sound has its new time', toChange, MAX_TO_CHANGE_MS),
    ];
  } finally {
    await lectern.close();
    await service.stop();
  }
}
