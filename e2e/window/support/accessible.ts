import { expect } from '@playwright/test';
import { settled, showTheme, THEMES } from './themes.ts';
import { axeFindings } from './usable-by-all.ts';
import type { LecternWindow } from './window.ts';

/** The rules that go by colours: of the page, the themes change nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds in what is seen now, in each theme; in words that name rule, element and reason. */
export async function expectAccessible({ page }: LecternWindow, state: string): Promise<void> {
  for (const theme of THEMES) {
    await showTheme(page, theme);
    await settled(page);
    const found = await axeFindings(page, theme === THEMES[0] ? undefined : OF_COLOURS);
    expect.soft(found, `${state}, ${theme}`).toEqual([]);
  }
}
