// The screenshots for the README and the manual, in both themes.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeFolders } from '../support/folders.ts';
import { showTheme, THEMES, waitForAnimations } from '../support/themes.ts';
import type { LecternWindow } from '../support/window.ts';
import { resize } from './camera.ts';
import { PRODUCTION_SETTING } from './production.ts';
import { openReview, REVIEW_SETTING } from './review.ts';
import { fillScript, makeStates, scriptBehaviours, showStale } from './script.ts';
import { withWindow } from './shot-set.ts';
import { PLAY_NAME, type StageSetting, setStage } from './stage.ts';

/** Maximum size of a screenshot file in bytes. */
const MAX_BYTES = 300_000;

/**
 * Takes the screenshots at 1440 by 900 as `window-<screen>.png`, and `window-<screen>-dark.png` for the dark theme.
 * @returns their paths
 * @throws Error if one is too large
 */
export async function shootForDocs(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const behaviours = scriptBehaviours();
  return [
    ...(await shoot(folder, 'script', { behaviours, fill: fillScript }, async (window) => {
      await makeStates(window, behaviours);
      await showStale(window);
    })),
    ...(await shoot(folder, 'production', PRODUCTION_SETTING, async ({ library, frame, production }) => {
      await library.openRecent(PLAY_NAME);
      await frame.goTo('Production');
      await production.start.click();
      await expect(production.doubts).toBeVisible({ timeout: 30_000 });
      await expect(production.batches(production.run).first()).toContainText('failed');
    })),
    ...(await shoot(folder, 'review', REVIEW_SETTING, openReview)),
  ];
}

/** Takes a screenshot of a screen in both themes. */
async function shoot(
  folder: string,
  screen: string,
  setting: StageSetting,
  prepare: (window: LecternWindow) => Promise<void>,
): Promise<string[]> {
  const folders = makeFolders();
  const { service } = await setStage(folders, setting);
  const paths: string[] = [];
  try {
    await withWindow(folders, async (window) => {
      await resize(window, [1440, 900]);
      await prepare(window);
      for (const theme of THEMES) {
        const path = join(folder, `window-${screen}${theme === 'dark' ? '-dark' : ''}.png`);
        await showTheme(window.page, theme);
        await waitForAnimations(window.page);
        await window.page.screenshot({ path });
        paths.push(path);
      }
    });
  } finally {
    await service.close();
    folders.remove();
  }
  for (const path of paths) {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes; a picture has ${MAX_BYTES} at most.`);
  }
  return paths;
}
