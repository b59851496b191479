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
  // Asked anew until it holds: what is taken away while it moves never says that it has finished.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
}
