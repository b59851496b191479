// The three pictures of the README.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeFolders } from '../support/folders.ts';
import { type ShownTheme, showTheme } from '../support/themes.ts';
import type { LecternWindow } from '../support/window.ts';
import { resize } from './camera.ts';
import { PRODUCTION_SETTING } from './production.ts';
import { openReview, REVIEW_SETTING } from './review.ts';
import { fillScript, makeStates, scriptBehaviours, showStale } from './script.ts';
import { withWindow } from './shot-set.ts';
import { PLAY_NAME, type StageSetting, setStage } from './stage.ts';

/** A picture of the README may not be larger, in bytes. */
const MOST_BYTES = 300_000;

/**
 * Takes them, 1440 by 900, as `window-<screen>.png` in a folder.
 * @returns their paths
 * @throws Error where one is too large
 */
export async function shootForDocs(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const behaviours = scriptBehaviours();
  const picture = (screen: string) => join(folder, `window-${screen}.png`);
  await shoot(picture('script'), 'dark', { behaviours, fill: fillScript }, async (window) => {
    await makeStates(window, behaviours);
    await showStale(window);
  });
  await shoot(picture('production'), 'light', PRODUCTION_SETTING, async ({ library, frame, production }) => {
    await library.openRecent(PLAY_NAME);
    await frame.goTo('Production');
    await production.start.click();
    await expect(production.doubts).toBeVisible({ timeout: 30_000 });
    await expect(production.batches(production.run).first()).toContainText('failed');
  });
  await shoot(picture('review'), 'dark', REVIEW_SETTING, openReview);
  return ['script', 'production', 'review'].map(picture);
}

async function shoot(
  path: string,
  theme: ShownTheme,
  setting: StageSetting,
  prepare: (window: LecternWindow) => Promise<void>,
): Promise<void> {
  const folders = makeFolders();
  const { service } = await setStage(folders, setting);
  try {
    await withWindow(folders, async (window) => {
      await resize(window, [1440, 900]);
      await prepare(window);
      await showTheme(window.page, theme);
      await window.page.screenshot({ path });
    });
  } finally {
    await service.close();
    folders.remove();
  }
  const { size } = statSync(path);
  if (size > MOST_BYTES)
    throw new Error(`${path} has ${size} bytes; a picture of the README has ${MOST_BYTES} at most.`);
}
