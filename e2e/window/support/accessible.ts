import { expect } from '@playwright/test';
import { axeFindings } from './accessibility-checks.ts';
import { showTheme, THEMES, waitForAnimations } from './themes.ts';
import type { LecternWindow } from './window.ts';

/** The rules about colours, which are the only ones that depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks the current state with axe in each theme. Failures name the rule, element and reason. */
export async function expectAccessible({ page }: LecternWindow, state: string): Promise<void> {
  for (const theme of THEMES) {
    await showTheme(page, theme);
    const findings = async () => {
      await waitForAnimations(page);
      return axeFindings(page, theme === THEMES[0] ? undefined : COLOUR_RULES);
    };
    const found = await findings();
    // A notice might be fading out while axe runs, so only count findings that persist.
    const lasting = found.length === 0 ? [] : (await findings()).filter((one) => found.includes(one));
    expect.soft(lasting, `${state}, ${theme}`).toEqual([]);
  }
}
