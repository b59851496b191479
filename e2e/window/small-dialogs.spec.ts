// What lies over a window of 720 by 450 pixels, as at twice the size of text: every control in it can be reached and used.
import type { Locator, Page } from '@playwright/test';
import { localIdentity, makeBook } from './support/books.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const SMALL = { width: 720, height: 450 };
const SCRIPT = '# One\n\nLANE: Yes, sir.\n\nALGERNON: I’m sorry for that.\n';

/** The controls of a dialog that can't be brought into sight whole, with where they are. */
async function outOfReach(dialog: Locator): Promise<string[]> {
  const controls = dialog.locator('button, input:not([type="hidden"]), textarea, a').filter({ visible: true });
  await expect(controls.first()).toBeVisible();
  const bad: string[] = [];
  for (const control of await controls.all()) {
    await control.scrollIntoViewIfNeeded();
    const told = await control.evaluate((element, { width, height }) => {
      const box = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') || element.textContent || element.getAttribute('type') || '';
      const isWithin = box.left >= 0 && box.top >= 0 && box.right <= width + 0.5 && box.bottom <= height + 0.5;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const top = document.elementFromPoint(x, y);
      const isOnTop = top !== null && (element.contains(top) || top.contains(element) || top.closest('label') !== null);
      return isWithin && isOnTop ? null : `${name} at ${Math.round(box.left)},${Math.round(box.top)}`;
    }, SMALL);
    if (told !== null) bad.push(told);
  }
  return bad;
}

async function expectReach(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  // It may still be on its way in.
  await expect.poll(() => outOfReach(dialog), String(name)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('dialogs fit into a small window, or scroll in it', async ({ open, folders, service }) => {
  const connection = localIdentity(service);
  await makeBook(folders, { text: SCRIPT, connection, voices: await service.voices() });
  const { library, frame, cast, settings, page } = await open();
  await page.setViewportSize(SMALL);
  await page.keyboard.press('Control+n');
  await expectReach(page, 'New project');
  await page.keyboard.press('Control+/');
  await expectReach(page, 'Keyboard shortcuts');
  await library.drop('play.txt', Buffer.from(SCRIPT));
  await expectReach(page, 'Import script');
  await settings.show('Services');
  await settings.addAccount.click();
  await expectReach(page, 'Add an account');
  await page.keyboard.press('Control+0');
  for (const [item, name] of [
    ['Rename…', 'Rename project'],
    ['Duplicate…', 'Duplicate project'],
    ['Backups…', 'Backups for Book'],
  ] as const) {
    await library.choose('Book', item);
    await expectReach(page, name);
  }
  await library.openRecent('Book');
  await frame.goTo('Cast');
  await cast.show('Roles');
  await page.getByRole('button', { name: 'Copy a cast…' }).click();
  await expectReach(page, 'Copy a cast');
  for (const entry of ['Rename…', 'Merge…']) {
    await cast.role('LANE').click({ button: 'right' });
    await page.getByRole('menuitem', { name: entry }).click();
    await expectReach(page, /LANE/);
  }
});
