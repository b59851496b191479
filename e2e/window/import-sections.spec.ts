// What of a document is read: its sections and what stands beside their text, decided before anything is made.
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expectAccessible } from './support/accessible.ts';
import { savedScript } from './support/books.ts';
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

test('by keyboard alone: sections are ticked, notes are read at the end, and just that is made', async ({
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
  await expect(library.found('Chapters').first()).toContainText('It rained 1 times.');
  await expect(library.importFigure('chapters')).toHaveText('3');
  await expectAccessible(window, 'the import of a document');

  // From the name on: the ways of reading all, then the sections, of which one is a stop, then the notes.
  await expect(importDialog.getByRole('textbox', { name: 'Project name' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(importDialog.getByRole('button', { name: 'Read all' })).toBeFocused();
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
  const script = savedScript(join(projectsFolder(folders), 'The Rain.lectern'));
  expect(script).toContain('All rights are reserved.\n\nNote on Copyright.');
  expect(script).toContain('It rained 3 times.\n\nNote on Chapter 3.');
  expect(script).not.toContain('It rained 2 times.');
  expect(service.userId).not.toBe('');
});

test('nothing ticked makes nothing, and the ticks can be set again; many sections stay quick', async ({
  open,
  service,
}) => {
  const { library, frame, page } = await open();
  await expect(frame.strip).toContainText('Local service');
  await library.drop('one.epub', book(1));
  const { importDialog } = library;
  const only = importDialog.getByRole('checkbox', { name: 'Chapter 1' });
  await only.click();
  await expect(importDialog.getByRole('button', { name: 'Create project' })).toBeDisabled();
  await expect(only).not.toBeChecked();
  await only.click();
  await expect(importDialog.getByRole('button', { name: 'Create project' })).toBeEnabled();
  await page.keyboard.press('Escape');

  await library.drop('many.epub', book(300));
  await expect(importDialog).toContainText('300 of 301 read');
  const last = importDialog.getByRole('checkbox', { name: 'Chapter 300' });
  await importDialog.getByRole('checkbox', { name: 'Copyright' }).focus();
  await page.keyboard.press('End');
  await expect(last).toBeFocused();
  await page.keyboard.press('Space');
  await expect(library.importFigure('chapters')).toHaveText('299');
  expect(service.userId).not.toBe('');
});

test('a novel’s speakers become roles where the text names them, by one switch', async ({ open, folders, service }) => {
  const { library, frame, page } = await open();
  await expect(frame.strip).toContainText('Local service');
  const paragraphs = [
    'It rained all day. “Come in,” said Tom. “Sit down.”',
    '“Thank you,” said Anna. She shook the rain out of her hair.',
    '“You are late,” said Tom.',
    '“I know,” Anna said.',
  ];
  const novel = `Chapter 1\n\n${paragraphs.join('\n\n')}\n\nChapter 2\n\nNobody spoke.\n`;
  await library.drop('rain.txt', Buffer.from(novel));
  await expect(library.importFigure('role')).toHaveText('1');
  const speakers = library.importDialog.getByRole('switch', { name: 'Find who speaks' });
  await speakers.focus();
  await page.keyboard.press('Space');
  await expect(library.importFigure('roles')).toHaveText('3');
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('rain');
  const script = savedScript(join(projectsFolder(folders), 'rain.lectern'));
  expect(script).toContain(
    'It rained all day.\n\nTom: “Come in,”\n\nsaid Tom.\n\nTom: “Sit down.”\n\nAnna: “Thank you,”',
  );
  expect(service.userId).not.toBe('');
});
