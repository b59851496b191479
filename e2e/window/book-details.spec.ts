// What a book says of itself: asked where an export wants it, kept as it is typed, checked by target, and taken back.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENE } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, query, savedScript } from './support/books.ts';
import { tabTo } from './support/focus.ts';
import { answerOpenDialog } from './support/launch.ts';
import { pngPicture } from './support/png.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, { text: SCENE, connection: localIdentity(service), voices: await service.voices() });
});

const kept = () => JSON.parse(String(query(book, 'SELECT book FROM project')[0]?.['book'])) ?? {};

test('details and a cover are given where an export wants them, and are taken back', async ({ open, folders }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, page, app } = window;
  await frame.goTo('Export');
  await exports.chooseTarget('Google Play Books');
  await exports.missing.getByRole('button', { name: 'Book details…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book details' });
  const field = (name: string) => dialog.getByLabel(name, { exact: true }).first();
  await field('Authors').fill('Oscar Wilde');
  await page.keyboard.press('Enter');
  await field('Narrators').fill('Ada');
  await field('ISBN').fill('978-0-14-143960-1');
  await field('Publisher').click();
  await expect(dialog.getByText('An ISBN has 10 or 13 digits, and one of these is wrong.')).toBeVisible();
  await expectAccessible(window, 'the book’s details');
  await field('ISBN').fill('978-0-14-143960-0');
  await field('Language').fill('en');
  await field('Description').fill('A trivial comedy for serious people.');
  await field('Title').fill('The Importance of Being Earnest');
  await page.keyboard.press('Enter');
  await expect
    .poll(kept)
    .toMatchObject({ authors: ['Oscar Wilde'], narrators: ['Ada'], isbn: '9780141439600', language: 'en' });

  await test.step('the cover is seen, and is checked by target', async () => {
    const small = join(folders.scratch, 'small.png');
    writeFileSync(small, pngPicture(100, 100, [180, 90, 40]));
    await answerOpenDialog(app, small);
    await dialog.getByRole('button', { name: 'Choose a picture…' }).click();
    await expect(dialog.getByRole('img', { name: 'Cover of The Importance of Being Earnest' })).toBeVisible();
    await expect(dialog.getByText('PNG, 100 × 100 pixels')).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Google Play Books' })).toHaveText(
      'Google Play Books: the cover has fewer than 1,024 pixels a side',
    );
  });

  await test.step('credits become chapters of the script', async () => {
    await dialog.getByRole('button', { name: 'Add to the script' }).click();
    await expect(dialog.getByRole('button', { name: 'Remove from the script' })).toBeVisible();
    expect(savedScript(book)).toMatch(
      /^# \(Opening Credits\)\n\nThe Importance of Being Earnest\. Written by Oscar Wilde\. Narrated by Ada\./,
    );
  });

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(exports.missing).toContainText('the cover has fewer than 1,024 pixels a side');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedScript(book)).toMatch(/^# First Act/);
  await page.keyboard.press('Control+z');
  await expect(exports.missing).toContainText('there is no cover');
  await page.keyboard.press('Control+z');
  await expect.poll(() => kept().title).toBeNull();
});

test('a detail is given by keyboard alone', async ({ open }) => {
  const { frame, page } = await open({ arguments: [book] });
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('book details');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Book details' })).toBeVisible();
  await tabTo(page, 'Subtitle');
  await page.keyboard.type('A Trivial Comedy');
  await page.keyboard.press('Tab');
  await expect.poll(() => kept().subtitle).toBe('A Trivial Comedy');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
