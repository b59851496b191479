// What holds of a screen for those who use it by keyboard, by a screen reader, at another size or in the system's own colours.
// Looks for no words, so that it serves in every language.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { walkByTab } from './keyboard-walk.ts';
import { settled } from './themes.ts';
import type { LecternWindow } from './window.ts';

/** Of a window of 1440 by 900 pixels, and of one of 1280 by 900. */
export const ZOOMED = [
  { times: 2, width: 720, height: 450 },
  { times: 4, width: 320, height: 225 },
] as const;

/** What axe finds in what is seen now; in words that name rule, element and reason. @param rules absent: all */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // One page has all of it, and no other may be opened: axe must not try to. What is well is not described: it is much.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    // It is off unless it is asked for: every target is at least 24 pixels high and wide, or has as much room around it.
    rules: { 'target-size': { enabled: true } },
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} — ${failureSummary.split('\n')[1]}`),
  );
}

/** Every stop of Tab has a name and shows that it has the keyboard. */
export async function expectWalkable({ page }: LecternWindow, screen: string, leastStops: number): Promise<void> {
  const stops = await walkByTab(page);
  const wrong = stops.filter(({ name, isSeen }) => name.trim() === '' || !isSeen);
  expect.soft(wrong, `${screen}: stops without a name, or not to be seen`).toEqual([]);
  expect.soft(stops.length, `${screen}: stops`).toBeGreaterThanOrEqual(leastStops);
}

/** The system's colour of what is chosen, while colours are forced. */
export const highlightOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.backgroundColor = 'Highlight';
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });

/** What takes the keyboard and can't be brought into view. */
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
 * All of it, of the screen that is seen.
 *
 * @param where names it in messages
 * @param walks whether Tab goes through it, too, which takes longest
 */
export async function expectUsable(window: LecternWindow, where: string, walks: boolean): Promise<void> {
  const { page } = window;
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  expect.soft(await axeFindings(page), where).toEqual([]);
  if (walks) await expectWalkable(window, where, 6);
  const tab = page.getByRole('banner').locator('[aria-current="page"]');
  if ((await tab.count()) > 0) {
    await page.emulateMedia({ forcedColors: 'active' });
    const highlight = await highlightOf(page);
    await expect.soft(tab, `${where}, forced colours`).toHaveCSS('background-color', highlight);
    await page.emulateMedia({ forcedColors: 'none' });
  }
  for (const { times, width, height } of ZOOMED) {
    await page.setViewportSize({ width, height });
    await settled(page);
    expect.soft(await lostControls(page), `${where}, ${times} times the size`).toEqual([]);
  }
  await page.setViewportSize(size);
  await settled(page);
}
