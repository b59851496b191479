import { expect, type Page } from '@playwright/test';

export const THEMES = ['light', 'dark'] as const;
export type ShownTheme = (typeof THEMES)[number];

/** Switches to a theme with the keyboard, unless it is already active. */
export async function showTheme(page: Page, theme: ShownTheme): Promise<void> {
  const shown = page.locator(`html[data-mantine-color-scheme="${theme}"]`);
  if ((await shown.count()) === 0) await page.keyboard.press('Control+Shift+l');
  await expect(shown).toHaveCount(1);
  await waitForAnimations(page);
}

/** Waits until all finite animations have ended. */
export async function waitForAnimations(page: Page): Promise<void> {
  // Poll, because an animation never reports its end if the element is removed before.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
}
