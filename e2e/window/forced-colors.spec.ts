// The window in the system's own colours, as with Windows' contrast themes, and at twice its size.
import { SCENE } from '../support/sample-texts.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { giveSpeech } from './support/give-speech.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ folders, service }) => {
  await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: giveSpeech,
  });
});

const SCREENS = ['Script', 'Cast', 'Production', 'Review', 'Export'] as const;

test('states, choices and the focus are seen without the window’s own colours', async ({ open }, info) => {
  const { library, page, frame, script } = await open();
  await page.emulateMedia({ forcedColors: 'active' });
  await library.openRecent('Book');
  await expect(script.editor).toBeVisible();
  const backgroundOf = (chosen: boolean) =>
    frame.chapters
      .locator(`[role="option"][aria-selected="${chosen}"]`)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const highlight = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.backgroundColor = 'Highlight';
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  await expect.poll(() => backgroundOf(true)).toBe(highlight);
  await expect.poll(() => backgroundOf(false)).not.toBe(highlight);
  const swatch = page.getByRole('listbox', { name: 'Roles' }).locator('[data-initials="LB"]');
  await expect.poll(() => swatch.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('"LB"');
  await frame.chapters.focus();
  await page.keyboard.press('ArrowDown');
  await expect(frame.chapters).toHaveCSS('outline-style', 'solid');
  for (const screen of SCREENS) {
    await frame.goTo(screen);
    const tab = page.getByRole('banner').locator('[aria-current="page"]');
    await expect(tab).toHaveText(screen);
    await expect(tab, screen).toHaveCSS('background-color', highlight);
    await expect(page.getByRole('main').locator('h1, h2, .cm-line, button').first()).toBeVisible();
    await page.screenshot({ path: info.outputPath(`${screen}.png`) });
  }
});

/** Of a window of 1440 by 900 pixels, and of one of 1280 by 900. */
const SIZES = [
  { times: 2, width: 720, height: 450 },
  { times: 4, width: 320, height: 225 },
];

test('nothing is cut off at twice and at four times the size', async ({ open }, info) => {
  const { library, page, frame } = await open();
  await library.openRecent('Book');
  for (const [{ times, ...size }, screen] of SIZES.flatMap((one) => SCREENS.map((other) => [one, other] as const))) {
    await page.setViewportSize(size);
    await frame.goTo(screen);
    await expect(page.getByRole('main').locator('h1, h2, .cm-line, button').first()).toBeVisible();
    await page.screenshot({ path: info.outputPath(`${screen}-${times}.png`) });
    // Whatever takes the keyboard can be brought into view.
    const lost = await page.evaluate(() => {
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
        return right > innerWidth + 1 || bottom > innerHeight + 1;
      };
      return controls.filter(isLost).map((control) => control.getAttribute('aria-label') ?? control.textContent);
    });
    expect(lost, `${screen}, ${times} times the size`).toEqual([]);
  }
});
