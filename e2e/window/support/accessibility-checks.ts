// Checks the accessibility of a screen in any language: keyboard, screen readers, zoom and forced colours.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { tabThrough } from './keyboard-walk.ts';
import { waitForAnimations } from './themes.ts';
import type { LecternWindow } from './window.ts';

/** Viewport sizes of a 1440 by 900 window at 200% zoom, and of a 1280 by 900 window at 400%. */
export const ZOOMED = [
  { times: 2, width: 720, height: 450 },
  { times: 4, width: 320, height: 225 },
] as const;

/**
 * Returns axe's findings for the current state. Each gives the rule, element and reason.
 * @param rules the rules to run; all by default
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Use legacy mode, because otherwise axe opens another page. Only list violations, because the list of passes is very
  // long.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    // This rule is off by default. Targets must be at least 24 pixels wide and high, or have enough space around them.
    rules: { 'target-size': { enabled: true } },
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} — ${failureSummary.split('\n')[1]}`),
  );
}

/** Checks that every tab stop has a name and a visible focus indicator. */
export async function expectWalkable({ page }: LecternWindow, screen: string, leastStops: number): Promise<void> {
  const stops = await tabThrough(page);
  const wrong = stops.filter(({ name, isSeen }) => name.trim() === '' || !isSeen);
  expect.soft(wrong, `${screen}: stops without a name, or not to be seen`).toEqual([]);
  expect.soft(stops.length, `${screen}: stops`).toBeGreaterThanOrEqual(leastStops);
}

/** Returns the system's highlight colour in forced-colours mode. */
export const highlightColour = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.backgroundColor = 'Highlight';
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });

export const lostControls = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('button, input, select, [role="listbox"], [role="grid"]'),
    ];
    const isLost = (control: HTMLElement) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      if (width <= 1 || !control.checkVisibility()) return false;
      for (let around = control.parentElement; around; around = around.parentElement) {
        const box = around.getBoundingClientRect();
        const { overflowX, overflowY } = getComputedStyle(around);
        const isBeside = left < box.left - 1 || right > box.right + 1;
        const isAbove = top < box.top - 1 || bottom > box.bottom + 1;
        const ways = [isBeside ? overflowX : 'visible', isAbove ? overflowY : 'visible'];
        if (ways.some((way) => way === 'hidden' || way === 'clip')) return true;
        if (ways.some((way) => way === 'auto' || way === 'scroll')) return false;
      }
      return left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    };
    return controls.filter(isLost).map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

/**
 * Runs all checks on the current screen.
 * @param where the screen's name, for messages
 * @param walks whether to include the tab stops, which take longest to check
 */
export async function expectUsable(window: LecternWindow, where: string, walks: boolean): Promise<void> {
  const { page } = window;
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  expect.soft(await axeFindings(page), where).toEqual([]);
  if (walks) await expectWalkable(window, where, 6);
  const tab = page.getByRole('banner').locator('[aria-current="page"]');
  if ((await tab.count()) > 0) {
    await page.emulateMedia({ forcedColors: 'active' });
    const highlight = await highlightColour(page);
    await expect.soft(tab, `${where}, forced colours`).toHaveCSS('background-color', highlight);
    await page.emulateMedia({ forcedColors: 'none' });
  }
  for (const { times, width, height } of ZOOMED) {
    await page.setViewportSize({ width, height });
    await waitForAnimations(page);
    expect.soft(await lostControls(page), `${where}, ${times} times the size`).toEqual([]);
  }
  await page.setViewportSize(size);
  await waitForAnimations(page);
}
