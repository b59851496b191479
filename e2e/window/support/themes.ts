import { expect, type Page } from '@playwright/test';

export const THEMES = ['light', 'dark'] as const;
export type ShownTheme = (typeof THEMES)[number];

/** Switches by the keyboard to a theme, unless it is the one that is seen. */
export async function showTheme(page: Page, theme: ShownTheme): Promise<void> {
  const shown = page.locator(`html[data-mantine-color-scheme="${theme}"]`);
  if ((await shown.count()) === 0) await page.keyboard.press('Control+Shift+l');
  await expect(shown).toHaveCount(1);
  await settled(page);
}

/** Waits until nothing moves any more but what always moves. */
export async function settled(page: Page): Promise<void> {
  // Checked again until it holds: an element that is removed while it moves never reports that it has finished.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
}
