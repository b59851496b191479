// The library, by mouse and by keyboard.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENE } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook } from './support/books.ts';
import type { TestFolders } from './support/folders.ts';
import { projectsFolder } from './support/home.ts';
import type { LocalService } from './support/local-service.ts';
import { pngPicture } from './support/png.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

test.use({ application: 'shared' });

const PICTURE = pngPicture(300, 200, [40, 90, 160]);

/** Makes projects, the first one last opened. */
async function makeBooks(folders: TestFolders, service: LocalService, ...names: string[]): Promise<string[]> {
  const identity = { text: SCENE, connection: localIdentity(service), voices: await service.voices() };
  const paths: string[] = [];
  for (const name of names.toReversed()) paths.unshift(await makeBook(folders, { ...identity, name }));
  return paths;
}

test('by keyboard: arrows, Enter, Delete and undo, F2 and the menu', MAIN_FLOW, async ({ open, folders, service }) => {
  await makeBooks(folders, service, 'One', 'Two', 'Three');
  const window = await open();
  const { library, page, frame } = window;
  await expect(library.project('One')).toContainText('2 chapters');
  await library.card('One').focus();
  await page.keyboard.press('ArrowRight');
  await expect(library.card('Two')).toBeFocused();
  await page.keyboard.press('End');
  await expect(library.card('Three')).toBeFocused();
  await page.keyboard.press('Home');

  await page.keyboard.press('Delete');
  await expect(frame.notice('“One” was moved to the bin.')).toBeVisible();
  await expect.poll(() => library.names()).toEqual(['Two', 'Three']);
  await expect(library.card('Two')).toBeFocused();
  expect(existsSync(join(projectsFolder(folders), 'One.lectern'))).toBe(false);
  await page.keyboard.press('Control+z');
  await expect.poll(() => library.names()).toEqual(['One', 'Two', 'Three']);

  await library.card('Two').focus();
  await page.keyboard.press('F2');
  await expect(library.dialog('Rename project').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Two and a half');
  await page.keyboard.press('Enter');
  await expect.poll(() => library.names()).toContain('Two and a half');

  await library.card('Two and a half').focus();
  await page.keyboard.press('Shift+F10');
  // A menu takes the focus a moment after it is shown; a key pressed before that would leave the focus nowhere.
  await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(library.card('Two and a half')).toBeFocused();
  await expectAccessible(window, 'the library as covers');
  await page.getByRole('button', { name: 'Show as a list' }).click();
  await expectAccessible(window, 'the library as a list');
  await library.card('Three').focus();
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('Three');
});

test('by mouse: a picture becomes a cover, and projects in the bin are restored or deleted for good', async ({
  open,
  folders,
  service,
}) => {
  const [emma = '', other = ''] = await makeBooks(folders, service, 'Emma', 'Other');
  const window = await open();
  const { library, frame, page } = window;
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], 'cover.png', { type: 'image/png' }));
    return data;
  }, PICTURE.toString('base64'));
  await library.project('Emma').dispatchEvent('dragover', { dataTransfer: transfer });
  await library.project('Emma').dispatchEvent('drop', { dataTransfer: transfer });
  const cover = library.project('Emma').locator('img');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  expect(readFileSync(join(emma, 'cover.png')).equals(PICTURE)).toBe(true);

  await library.openRecent('Emma');
  await expect(frame.projectName).toHaveText('Emma');
  await page.keyboard.press('Control+0');
  await library.choose('Emma', 'Move to bin');
  await expect(frame.notice('“Emma” was moved to the bin.')).toBeVisible();
  // The list is asked again after the notice is seen.
  await expect(library.project('Emma')).toHaveCount(0);
  expect(existsSync(emma)).toBe(false);
  await frame.notice('“Emma” was moved to the bin.').getByRole('button', { name: 'Undo' }).click();
  await expect(library.project('Emma')).toHaveCount(1);
  expect(existsSync(emma)).toBe(true);

  await library.choose('Emma', 'Move to bin');
  await library.choose('Other', 'Move to bin');
  await library.showShelf('Bin');
  await expect(library.binned).toHaveCount(2);
  await expectAccessible(window, 'the bin');
  await page.getByRole('button', { name: 'Restore Emma' }).click();
  await expect(library.binned).toHaveCount(1);
  expect(existsSync(emma)).toBe(true);
  await page.getByRole('button', { name: 'Permanently delete Other' }).click();
  const question = library.dialog('Delete permanently');
  await expect(question).toContainText(/“Other” with its script, takes and backups \(\d+ kB in all\)/);
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(library.binned).toHaveCount(1);
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
  expect([existsSync(other), existsSync(join(projectsFolder(folders), '.lectern-bin'))]).toEqual([false, false]);
});
