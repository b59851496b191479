// What a book says of itself, by keyboard alone.
import { SCENE } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import { tabTo } from './support/focus.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, { text: SCENE, connection: localIdentity(service), voices: await service.voices() });
});

const kept = () => JSON.parse(String(queryProject(book, 'SELECT book FROM project')[0]?.['book'])) ?? {};

test('a detail is given by keyboard alone', async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, page, palette } = window;
  await expect(frame.projectName).toHaveText('Book');
  await palette.choose('book details', 'Book details');
  await expect(page.getByRole('dialog', { name: 'Book details' })).toBeVisible();
  await expectAccessible(window, 'the book’s details');
  await tabTo(page, 'Subtitle');
  await page.keyboard.type('A Trivial Comedy');
  await page.keyboard.press('Tab');
  await expect.poll(() => kept().subtitle).toBe('A Trivial Comedy');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
