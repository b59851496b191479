// Screenshots of a chapter that is played in the script and in the review.
import { expect } from '@playwright/test';
import { ALL_SIZES, type Size } from './camera.ts';
import { REVIEW_SETTING } from './review.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { PLAY_NAME, setStage } from './stage.ts';

const SIZES: readonly Size[] = [[1024, 700], ...ALL_SIZES];

export const shootListening: ShotSet = async ({ camera, folders }) => {
  const { service } = await setStage(folders, REVIEW_SETTING);
  try {
    await withWindow(folders, async (window) => {
      const { library, frame, review, page, player, script, settings } = window;
      await library.openRecent(PLAY_NAME);
      await frame.chooseChapter('Act I');
      await script.putCursorAtEndOf('for your sake');
      await page.keyboard.press('Control+Shift+p');
      await expect(page.locator('.script-sounding').first()).toBeVisible();
      // Play in a loop, so that playback continues while the screenshots are taken.
      await player.loop.click();
      await camera.take(window, 'listening-script', SIZES);
      await page.locator('.cm-line').nth(14).click();
      await camera.take(window, 'listening-script-elsewhere', SIZES.slice(0, 1));
      await frame.goTo('Review');
      await expect(review.summary).toContainText('suspicious');
      await review.choose('Order', 'Script order');
      await player.region.getByTitle('Show this line').click();
      await camera.take(window, 'listening-review', SIZES);
      await review.focusTable();
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+Alt+p');
      await expect(player.region).toContainText('Filtered lines');
      await camera.take(window, 'listening-filtered', SIZES.slice(0, 1));
      await settings.show('Sound');
      await camera.take(window, 'listening-settings', SIZES.slice(0, 1));
    });
  } finally {
    await service.close();
  }
};
