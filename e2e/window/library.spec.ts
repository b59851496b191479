// The library: finding projects, and what is done with one as a whole, by mouse and by keyboard.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { count, giveSound, localIdentity, makeBook, query } from './support/books.ts';
import type { TestFolders } from './support/folders.ts';
import { projectsFolder } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { jobsOfService, type LocalService } from './support/local-service.ts';
import { pngPicture } from './support/png.ts';
import { silence, soundOf } from './support/sounds.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const PICTURE = pngPicture(300, 200, [40, 90, 160]);

/** Makes projects, the first one last opened. */
async function makeBooks(folders: TestFolders, service: LocalService, ...names: string[]): Promise<string[]> {
  const identity = { text: SCENE, connection: localIdentity(service), voices: await service.voices() };
  const paths: string[] = [];
  for (const name of names.toReversed()) paths.unshift(await makeBook(folders, { ...identity, name }));
  return paths;
}

test('projects are searched, put in order and shown as covers or rows', async ({ open, folders, service }) => {
  await makeBooks(folders, service, 'Volume 10', 'Emma', 'Volume 9');
  const window = await open();
  const { library, page } = window;
  await expect(library.project('Emma')).toContainText('2 chapters');
  await expect.poll(() => library.names()).toEqual(['Volume 10', 'Emma', 'Volume 9']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Name');
  await expect.poll(() => library.names()).toEqual(['Emma', 'Volume 9', 'Volume 10']);
  await page.getByRole('button', { name: 'Show as a list' }).click();
  await expectAccessible(window, 'the library as a list');
  await page.getByRole('button', { name: 'Show as covers' }).click();

  // The path is searched too, and that of a test has digits of its own.
  await library.search.fill('emma');
  await expect.poll(() => library.names()).toEqual(['Emma']);
  await library.search.fill('nothing of this kind');
  await expect(page.getByRole('heading', { name: 'Nothing is called' })).toBeVisible();
  await library.search.press('Escape');
  await expect.poll(() => library.names()).toHaveLength(3);
  await expectAccessible(window, 'the library as covers');
});

test('the card of the open project leads back to where the work was', async ({ open, folders, service }) => {
  await makeBooks(folders, service, 'Emma', 'Persuasion');
  const { library, frame, page } = await open();
  const onReview = page
    .getByRole('navigation', { name: 'Screens' })
    .locator('[aria-current=page]', { hasText: 'Review' });
  await library.openRecent('Emma');
  await frame.goTo('Review');
  await expect(onReview).toBeVisible();
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await expect(library.project('Emma')).toContainText('open');
  await library.card('Emma').click();
  await expect(onReview).toBeVisible();
});

test('by keyboard: arrows, Enter, Delete and its way back, F2 and the menu', async ({ open, folders, service }) => {
  await makeBooks(folders, service, 'One', 'Two', 'Three');
  const { library, page, frame } = await open();
  await expect(library.project('One')).toContainText('2 chapters');
  await library.card('One').focus();
  await page.keyboard.press('ArrowRight');
  await expect(library.card('Two')).toBeFocused();
  await page.keyboard.press('End');
  await expect(library.card('Three')).toBeFocused();
  await page.keyboard.press('Home');

  await page.keyboard.press('Delete');
  await expect(frame.notice('“One” is in the bin.')).toBeVisible();
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
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await library.card('Three').focus();
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('Three');
});

test('a project is archived, renamed and taken off the list, each with its way back', async ({
  open,
  folders,
  service,
}) => {
  const [path = ''] = await makeBooks(folders, service, 'Emma', 'Other');
  const { library, frame } = await open();
  await library.choose('Emma', 'Archive');
  await expect(frame.notice('“Emma” is archived.')).toBeVisible();
  await expect(library.project('Emma')).toHaveCount(0);
  await library.turnTo('Archived');
  await expect(library.project('Emma')).toHaveCount(1);
  await library.choose('Emma', 'Take out of the archive');
  await library.turnTo('Projects');
  await expect(library.project('Emma')).toHaveCount(1);

  await library.choose('Emma', 'Rename…');
  await library.dialog('Rename project').getByRole('textbox', { name: 'Name' }).fill('Emma, again');
  await library.dialog('Rename project').getByRole('button', { name: 'Rename' }).click();
  await expect(library.project('Emma, again')).toHaveCount(1);
  expect(query(path, 'SELECT name FROM project')).toEqual([{ name: 'Emma, again' }]);
  await frame.notice('is called').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => query(path, 'SELECT name FROM project')).toEqual([{ name: 'Emma' }]);

  await library.choose('Emma', 'Take off this list');
  await expect(library.project('Emma')).toHaveCount(0);
  expect(existsSync(path)).toBe(true);
  await frame.notice('is off the list').getByRole('button', { name: 'Undo' }).click();
  await expect(library.project('Emma')).toHaveCount(1);

  await library.choose('Emma', 'Show in folder');
});

test('a cover is chosen, dropped and removed, and lies in the project', async ({ open, folders, service }) => {
  const [path = ''] = await makeBooks(folders, service, 'Emma');
  const { library, frame, app, page } = await open();
  const file = join(folders.scratch, 'cover.png');
  writeFileSync(file, 'no picture');
  await answerOpenDialog(app, file);
  await library.choose('Emma', 'Choose a cover…');
  await expect(frame.notice('This is no picture for a cover')).toBeVisible();
  writeFileSync(file, PICTURE);
  await library.choose('Emma', 'Choose a cover…');
  const picture = library.project('Emma').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  expect(readFileSync(join(path, 'cover.png')).equals(PICTURE)).toBe(true);

  await library.choose('Emma', 'Remove the cover');
  await expect(picture).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(picture).toHaveCount(1);

  const other = pngPicture(120, 180, [170, 60, 40]).toString('base64');
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], 'other.png', { type: 'image/png' }));
    return data;
  }, other);
  await library.project('Emma').dispatchEvent('dragover', { dataTransfer: transfer });
  await library.project('Emma').dispatchEvent('drop', { dataTransfer: transfer });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120);
});

test('the bin: what is moved there, also while it is open, is taken back or deleted for good', async ({
  open,
  folders,
  service,
}) => {
  const [emma = '', other = ''] = await makeBooks(folders, service, 'Emma', 'Other');
  const window = await open();
  const { library, frame, page } = window;
  await library.openRecent('Emma');
  await expect(frame.projectName).toHaveText('Emma');
  await page.keyboard.press('Control+0');
  await library.choose('Emma', 'Move to bin');
  await expect(frame.notice('“Emma” is in the bin.')).toBeVisible();
  // The list is asked again after the notice is seen.
  await expect(library.project('Emma')).toHaveCount(0);
  expect(existsSync(emma)).toBe(false);
  await frame.notice('“Emma” is in the bin.').getByRole('button', { name: 'Undo' }).click();
  await expect(library.project('Emma')).toHaveCount(1);
  expect(existsSync(emma)).toBe(true);

  await library.choose('Emma', 'Move to bin');
  await library.choose('Other', 'Move to bin');
  await library.turnTo('Bin');
  await expect(library.binned).toHaveCount(2);
  await expectAccessible(window, 'the bin');
  await page.getByRole('button', { name: 'Take back Emma' }).click();
  await expect(library.binned).toHaveCount(1);
  expect(existsSync(emma)).toBe(true);
  await page.getByRole('button', { name: 'Delete Other for good' }).click();
  const question = library.dialog('Delete for good');
  await expect(question).toContainText(/“Other” with script, takes and backups, \d+ kB in all/);
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(library.binned).toHaveCount(1);
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
  expect([existsSync(other), existsSync(join(projectsFolder(folders), '.lectern-bin'))]).toEqual([false, false]);
});

test(
  'a copy has everything but what is under way, and sends nothing by itself',
  OWN,
  async ({ open, folders, service }) => {
    const identity = { text: SCENE, connection: localIdentity(service), voices: await service.voices() };
    const path = await makeBook(folders, {
      ...identity,
      name: 'Emma',
      fill: (project) => giveSound(project, 2, soundOf(silence(0.5))),
    });
    const { library, page, frame } = await open();
    await library.card('Emma').focus();
    await page.keyboard.press('ContextMenu');
    await page.getByRole('menuitem', { name: 'Duplicate…' }).press('Enter');
    const dialog = library.dialog('Duplicate project');
    await expect(dialog.getByRole('textbox', { name: 'Name of the copy' })).toHaveValue('Emma copy');
    await page.keyboard.press('Enter');
    await expect(frame.notice('“Emma copy” is a project of its own now.')).toBeVisible();
    const copy = join(projectsFolder(folders), 'Emma copy.lectern');
    expect(count(copy, 'SELECT count(*) FROM takes')).toBe(1);
    expect(query(copy, 'SELECT id FROM project')).not.toEqual(query(path, 'SELECT id FROM project'));
    await library.openRecent('Emma copy');
    await expect(frame.projectName).toHaveText('Emma copy');
    await expect(frame.projectNotices).toBeHidden();
    await page.keyboard.press('Control+0');
    await expect(library.project('Emma copy')).toContainText(`${SCENE_LINES} lines`);
    expect(jobsOfService(folders)).toBe(0);
  },
);
