// Waveforms play their own takes from where they are clicked, and the player shows the length of an audition.
import type { Locator } from '@playwright/test';
import type { Project } from '../../electron/core/project/project.ts';
import { addTakeToLine, localIdentity, makeBook } from './support/books.ts';
import { listen, toneOf } from './support/heard.ts';
import { prepareHome, setUpLocalService } from './support/home.ts';
import { startLocalService } from './support/local-service.ts';
import { soundOf } from './support/sounds.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const TEXT = ['one', 'two', 'three', 'four'].map((word) => `LANE: This is line ${word}.`).join('\n\n');
const SECONDS = 2;

/** Lines 1, 3 and 4 have a take: a tone of two seconds each. */
async function giveTones(project: Project): Promise<void> {
  for (const line of [1, 3, 4]) await addTakeToLine(project, line, soundOf(toneOf(line, SECONDS)));
}

test('a click on a waveform plays its own take from there, whatever sounds', async ({ open, folders, service }) => {
  const voices = await service.voices();
  await makeBook(folders, { text: TEXT, connection: localIdentity(service), voices, fill: giveTones });
  const { page, library, frame, review, player, script } = await open();
  const heard = await listen(page);
  await library.openRecent('Book');
  await frame.goTo('Review');
  await review.choose('Order', 'Script order');
  // A click before that would meet the row that comes to stand in its place.
  await expect.poll(() => review.numbers()).toEqual([1, 2, 3, 4]);
  await review.select(1);
  await player.loop.click();
  await player.play.click();
  await expect.poll(() => heard.lines()).toEqual([1]);
  await player.loop.click();
  await clickAt(review.waveform(3), 0.5);
  await expect(review.line(3)).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([1, 3]);
  expect(await lastSeconds(heard)).toBeCloseTo(SECONDS * 0.5, 1);

  await test.step('in the panel', async () => {
    await review.select(1);
    await player.play.click();
    await review.select(4);
    await clickAt(review.takePanel.getByRole('slider').first().locator('..'), 0.75);
    await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([1, 3, 1, 4]);
    expect(await lastSeconds(heard)).toBeCloseTo(SECONDS * 0.25, 1);
  });
  await test.step('on the card', async () => {
    // Review draws the waveform of the chosen take once, in its panel.
    await frame.goTo('Script');
    await script.putCursorAtEndOf('line three');
    await expect(frame.inspector.getByRole('heading', { name: /^Line 3 / })).toBeVisible();
    await clickAt(frame.inspector.getByRole('article').locator('svg').last().locator('..'), 0.25);
    await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([1, 3, 1, 4, 3]);
    expect(await lastSeconds(heard)).toBeCloseTo(SECONDS * 0.75, 1);
  });
});

/** Clicks at a share of a box's width. */
async function clickAt(box: Locator, share: number): Promise<void> {
  const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
  await box.click({ position: { x: width * share, y: height / 2 } });
}

async function lastSeconds(heard: Awaited<ReturnType<typeof listen>>): Promise<number> {
  const last = (await heard.bursts()).at(-1);
  return (last?.end ?? 0) - (last?.start ?? 0);
}

test('the length of an audition is known, or seen to grow while it comes', OWN, async ({ open, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'espeak');
  try {
    await setUpLocalService(folders);
    const sentence = 'It is hardly the sort of morning on which one expects a visitor, and yet there he stands. ';
    const voices = await service.voices();
    await makeBook(folders, { text: `LANE: ${sentence.repeat(20)}`, connection: localIdentity(service), voices });
    const { page, library, script, player } = await open();
    const heard = await listen(page);
    await library.openRecent('Book');
    await script.putCursorAtEndOf('hardly the sort');
    await page.evaluate(() => {
      const seen: string[] = [];
      Reflect.set(globalThis, 'seenLengths', seen);
      new MutationObserver(() => {
        const shown = /(\d+:\d\d\.\d) \/ (\d+:\d\d\.\d)/.exec(
          document.querySelector('[aria-label="Player"]')?.textContent ?? '',
        );
        if (shown && shown[1] !== '0:00.0') seen.push(`${shown[1]} ${shown[2]}`);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await heard.bursts()).length, { timeout: 40_000 }).toBeGreaterThan(2);
    const seen = await page.evaluate(() => Reflect.get(globalThis, 'seenLengths') as string[]);
    expect(seen.length).toBeGreaterThan(5);
    let before = 0;
    for (const row of seen) {
      const [position = 0, length = 0] = row.split(' ').map(secondsOf);
      // Never less than what was heard, and never less than it was: `0:03.8 / 0:00.0` is no length.
      expect(length, row).toBeGreaterThanOrEqual(position);
      expect(length, row).toBeGreaterThanOrEqual(before - 0.2);
      before = length;
    }
    await expect(player.position).toHaveAttribute('aria-valuetext', / of 1:\d\d\.\d$/, { timeout: 40_000 });
  } finally {
    await service.stop();
  }
});

const secondsOf = (shown: string): number => {
  const [minutes = 0, seconds = 0] = shown.split(':').map(Number);
  return minutes * 60 + seconds;
};
