// Presets of exports by keyboard alone.
import type { Page } from '@playwright/test';
import { SCENE } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { tabTo } from './support/focus.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
});

test('presets by keyboard', async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, page } = window;
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+5');
  await expect(exports.preview.first()).toBeVisible();
  await tabTo(page, 'Preset name');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await expect(exports.preset('One')).toBeVisible();
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await expect(exports.preset('Two')).toBeVisible();
  await expectAccessible(window, 'presets');
  await exports.preset('One').focus();
  await page.keyboard.press('ArrowDown');
  await expect(exports.preset('Two')).toBeFocused();
  await page.keyboard.press('Tab');
  await tabTo(page, 'Actions for “Two”');
  await chooseFromMenu(page, 'Rename…');
  await expect(page.getByRole('textbox', { name: 'New name for “Two”' })).toBeFocused();
  await page.keyboard.type('Three');
  await page.keyboard.press('Enter');
  await expect(exports.preset('Three')).toBeVisible();
  await exports.preset('Three').focus();
  await tabTo(page, 'Actions for “Three”');
  await chooseFromMenu(page, 'Rename…');
  await expect(page.getByRole('textbox', { name: 'New name for “Three”' })).toBeFocused();
  await page.keyboard.type('Nothing of it');
  await page.keyboard.press('Escape');
  await expect(exports.preset('Three')).toBeVisible();
  await exports.preset('Three').focus();
  await tabTo(page, 'Actions for “Three”');
  await chooseFromMenu(page, 'Delete');
  await expect(exports.preset('Three')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(exports.preset('Three')).toBeVisible();
});

/** Opens the menu of the button that has the keyboard, and goes to an item by the arrow keys. */
async function chooseFromMenu(page: Page, item: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('menuitem', { name: item });
  await expect(wanted).toBeVisible();
  while ((await focused()) !== item) {
    const before = await focused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).not.toBe(before);
  }
  await page.keyboard.press('Enter');
}
