// Checks that the keyboard focus is visible.
import { expect, type Page } from '@playwright/test';

/** Returns the focused element's role and name, or an empty string. */
export const describeFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return '';
    const { labels } = active as HTMLInputElement;
    const name = active.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? active.textContent ?? '';
    return `${active.getAttribute('role') ?? active.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`;
  });

/**
 * Checks that the focused element is in view, and that the element or its surroundings look different without focus.
 */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const name = await describeFocus(page);
  expect(name, 'an element has the focus').not.toBe('');
  const isSeen = await page.evaluate(() => {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement)) return false;
    const isHidden = (element: Element) => element.clientWidth * element.clientHeight === 0;
    // The radio buttons of a segmented control are invisible, so check their labels instead.
    const shown = isHidden(active) && active.nextElementSibling ? active.nextElementSibling : active;
    const { bottom, right, top, left } = shown.getBoundingClientRect();
    if (isHidden(shown) || bottom < 0 || right < 0 || top > innerHeight || left > innerWidth) return false;
    const around = [active, active.parentElement, active.parentElement?.parentElement, active.nextElementSibling];
    // A focused table shows its focus on the selected row.
    const row = document.getElementById(active.getAttribute('aria-activedescendant') ?? '');
    const elements = [...around, row, row?.firstElementChild];
    const look = () =>
      elements.map((element) => {
        if (!element) return '';
        const { outline, boxShadow, borderColor, backgroundColor, display } = getComputedStyle(element);
        return [outline, boxShadow, borderColor, backgroundColor, display].join('|');
      });
    const withFocus = look();
    // Hide the focus events from the page's own listeners, which could save or close something.
    const quiet = (event: Event) => event.stopImmediatePropagation();
    const kinds = ['blur', 'focus', 'focusin', 'focusout'];
    for (const kind of kinds) addEventListener(kind, quiet, true);
    active.blur();
    const without = look();
    active.focus({ preventScroll: true });
    for (const kind of kinds) removeEventListener(kind, quiet, true);
    // The editor always passes. It draws its own text cursor, but didn't receive the hidden events.
    return active.isContentEditable || withFocus.some((style, at) => style !== without[at]);
  });
  expect(isSeen, `the focus is visible on: ${name}`).toBe(true);
}

/** Presses Tab until the given element has focus. Checks that the focus is visible at each stop on the way. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const MAX_STOPS = 60;
  const passed: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const here = await describeFocus(page);
    if (here !== '') await expectVisibleFocus(page);
    if (typeof name === 'string' ? here.includes(name) : name.test(here)) return;
    passed.push(here);
  }
  throw new Error(`Tab never comes to ${name}; it came by ${[...new Set(passed)].join(', ')}`);
}

/** Selects an option in a dropdown with the keyboard. */
export async function chooseByKeys(page: Page, field: string, option: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Enter');
  const options = page.locator('[data-combobox-option]:visible');
  await expect(options.first()).toBeVisible();
  const wanted = options.and(page.getByRole('option', { name: option, exact: true }));
  const most = await options.count();
  for (let steps = 0; steps <= most; steps += 1) {
    if ((await wanted.getAttribute('data-combobox-selected')) === 'true') {
      await page.keyboard.press('Enter');
      await expect(options).toHaveCount(0);
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the keys never come to “${option}”`);
}
