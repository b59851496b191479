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
    const findings = async () => {
      await settled(page);
      return axeFindings(page, theme === THEMES[0] ? undefined : OF_COLOURS);
    };
    const found = await findings();
    // A notice may start to fade while axe looks at it: findings count if they are there once it has settled again.
    const lasting = found.length === 0 ? [] : (await findings()).filter((one) => found.includes(one));
    expect.soft(lasting, `${state}, ${theme}`).toEqual([]);
  }
}
