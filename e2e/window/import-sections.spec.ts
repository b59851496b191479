// Which sections of a document are read, and where its notes are read, decided before anything is made.
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expectAccessible } from './support/accessible.ts';
import { readSavedScript } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

/** A book with a page that isn't read, and this many chapters with a note each. */
function book(chapters: number): Buffer {
  const page = (title: string, words: string) =>
    `<section><h1>${title}</h1><p>${words}</p><aside role="doc-footnote"><p>Note on ${title}.</p></aside></section>`;
  const pages = new Map([['copyright', page('Copyright', 'All rights are reserved.')]]);
  for (let at = 1; at <= chapters; at += 1) pages.set(`c${at}`, page(`Chapter ${at}`, `It rained ${at} times.`));
  const items = [...pages.keys()].map((name) => `<item id="${name}" href="${name}.xhtml"/>`).join('');
  const spine = [...pages.keys()].map((name) => `<itemref idref="${name}"/>`).join('');
  const opf = `<package><metadata><dc:title>The Rain</dc:title></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`;
  const files = new Map([
    ['mimetype', 'application/epub+zip'],
    ['book.opf', opf],
  ]);
  for (const [name, text] of pages) files.set(`${name}.xhtml`, text);
  return Buffer.from(zipSync(Object.fromEntries(Array.from(files, ([name, text]) => [name, strToU8(text)]))));
}

test('by keyboard alone: sections are ticked, notes are read at the end, and exactly that is made', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { library, frame, page } = window;
  await expect(frame.strip).toContainText('Local service');
  await library.drop('rain.epub', book(3));
  const { importDialog } = library;
  await expect(importDialog.getByRole('checkbox', { name: 'Copyright' })).not.toBeChecked();
  await expect(importDialog).toContainText('3 of 4 read');
  await expect(library.importedNames('Chapters').first()).toContainText('It rained 1 times.');
  await expect(library.importFigure('chapters')).toHaveText('3');
  await expectAccessible(window, 'the import of a document');

  // From the name on: the ways of reading all, then the sections, of which one is a stop, then the notes.
  await expect(importDialog.getByRole('textbox', { name: 'Project name' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(importDialog.getByRole('button', { name: 'Read all' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(importDialog.getByRole('button', { name: 'Read none' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(importDialog.getByRole('checkbox', { name: 'Copyright' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(importDialog.getByRole('checkbox', { name: 'Chapter 2' })).not.toBeChecked();
  await expect(library.importFigure('chapters')).toHaveText('2');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(library.importFigure('chapters')).toHaveText('3');
  await page.keyboard.press('Tab');
  const notes = importDialog.getByRole('combobox', { name: '4 notes' });
  await expect(notes).toBeFocused();
  await page.keyboard.press('End');
  await expect(notes).toHaveValue('at-end');
  await expect(library.importFigure('lines')).toHaveText('9');
  await library.confirmImportByEnter();
  await expect(frame.projectName).toHaveText('The Rain');
  const script = readSavedScript(join(projectsFolder(folders), 'The Rain.lectern'));
  expect(script).toContain('All rights are reserved.\n\nNote on Copyright.');
  expect(script).toContain('It rained 3 times.\n\nNote on Chapter 3.');
  expect(script).not.toContain('It rained 2 times.');

  await library.drop('storm.csv', Buffer.from('Bob,7,MARA,The storm is coming.\nEve,8,IVO,Close the shutters.\n'));
  await expect(importDialog.getByRole('combobox', { name: 'Column D is' })).toHaveValue('text');
  await expectAccessible(window, 'the import of a spreadsheet');
  expect(service.userId).not.toBe('');
});
