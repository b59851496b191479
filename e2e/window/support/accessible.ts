import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { settled, showTheme, THEMES } from './themes.ts';
import type { LecternWindow } from './window.ts';

/** The rules that go by colours: of the page, the themes change nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds in what is seen now, in each theme; in words that name rule, element and reason. */
export async function expectAccessible({ page }: LecternWindow, state: string): Promise<void> {
  for (const theme of THEMES) {
    await showTheme(page, theme);
    await settled(page);
    // One page has all of it, and no other may be opened: axe must not try to. What is well is not described: it is much.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
      resultTypes: ['violations'],
      // It is off unless it is asked for: every target is at least 24 pixels high and wide, or has as much room around it.
      rules: { 'target-size': { enabled: true } },
      ...(theme === THEMES[0] ? {} : { runOnly: { type: 'rule', values: OF_COLOURS } }),
    });
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} — ${failureSummary.split('\n')[1]}`),
    );
    expect.soft(found, `${state}, ${theme}`).toEqual([]);
  }
}
