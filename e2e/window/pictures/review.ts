// Screenshots of the review of an act in which some takes are suspicious.
import { expect } from '@playwright/test';
import type { LecternWindow } from '../support/window.ts';
import { ALL_SIZES, type Camera } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, PLAY_NAME, type StageSetting, setStage } from './stage.ts';

const PLANTED_DEFECTS = new Map([
  [10, 'hangs'],
  [24, 'clips'],
  [31, 'twice'],
  [47, 'hangs'],
  [52, 'twice'],
] as const);

/** A well-behaved service, and a project with takes for most of the act. */
export const REVIEW_SETTING: StageSetting = {
  behaviours: {},
  fill: (project) => addPlayTakes(project, 120, PLANTED_DEFECTS),
};

export const shootReview: ShotSet = async ({ camera, folders }) => {
  const { service } = await setStage(folders, REVIEW_SETTING);
  try {
    await withWindow(folders, async (window) => {
      await openReview(window);
      await camera.take(window, 'review', ALL_SIZES);
      await shootDecisions(window, camera);
      await window.page.getByLabel('Search line text').fill('no such words');
      await expect(window.page.getByText('No matching lines')).toBeVisible();
      await camera.take(window, 'review-filtered');
    });
  } finally {
    await service.close();
  }
};

/** Opens the review, approves and rejects some takes, and plays the first half of one. */
export async function openReview({ library, frame, review, page, player }: LecternWindow): Promise<void> {
  await library.openRecent(PLAY_NAME);
  await frame.chooseChapter('Act I');
  await frame.goTo('Review');
  await expect(review.summary).toContainText('suspicious');
  await expect(review.summary).not.toContainText('analysing', { timeout: 60_000 });
  await review.focusTable();
  for (const key of [
    'Home',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'a',
    'a',
    'a',
  ]) {
    await page.keyboard.press(key);
  }
  await expect(review.summary).toContainText('3 approved');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(player.pause).toBeVisible();
  await player.position.focus();
  for (let tenths = 0; tenths < 40; tenths += 1) await page.keyboard.press('ArrowRight');
  await player.pause.click();
  await review.focusTable();
}

async function shootDecisions(window: LecternWindow, camera: Camera): Promise<void> {
  const { review, page, frame } = window;
  await review.focusTable();
  await page.keyboard.press('Home');
  const [worst = ''] = await review.labels();
  await page.keyboard.press('r');
  await expect(frame.notice(`Line ${worst} rejected. It’s being rendered again`)).toBeVisible();
  await camera.take(window, 'review-rejected', ALL_SIZES);
  await review.select(worst);
  await expect(frame.inspector.getByRole('article')).toHaveCount(2, { timeout: 20_000 });
  await review.focusTable();
  await page.keyboard.press('b');
  await expect(review.comparison).toBeVisible();
  await camera.take(window, 'review-comparing', ALL_SIZES);
}
