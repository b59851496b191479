// The window in the system's own colours, as with Windows' contrast themes, and at twice its size.
import { SCENE } from '../support/sample-texts.ts';
import { highlightColour, lostControls, ZOOMED } from './support/accessibility-checks.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

test.beforeEach(async ({ folders, service }) => {
  await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
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
  const highlight = await highlightColour(page);
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

test('nothing is cut off at twice and at four times the size', async ({ open }, info) => {
  const { library, page, frame } = await open();
  await library.openRecent('Book');
  for (const [{ times, ...size }, screen] of ZOOMED.flatMap((one) => SCREENS.map((other) => [one, other] as const))) {
    await page.setViewportSize(size);
    await frame.goTo(screen);
    await expect(page.getByRole('main').locator('h1, h2, .cm-line, button').first()).toBeVisible();
    await page.screenshot({ path: info.outputPath(`${screen}-${times}.png`) });
    await expect.poll(() => lostControls(page), { message: `${screen}, ${times} times the size` }).toEqual([]);
  }
});
