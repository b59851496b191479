// Manuscripts from anywhere: dropped on any screen, several at once, and pasted.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { savedScript } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const STORM = '# One\n\nMARA: The storm is coming.\n';

async function withProject(window: LecternWindow): Promise<void> {
  await expect(window.frame.strip).toContainText('Local service');
  await window.library.drop('storm.txt', Buffer.from(STORM));
  await window.library.confirmImport();
  await expect(window.frame.projectName).toHaveText('storm');
}

/** Pastes as a person would whose keyboard is on no field. */
const paste = (page: Page, data: Readonly<Record<string, string>>) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(content)) clipboardData.setData(type, text);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

test('a file is taken on any screen: as a project, or as a new version of the open one', async ({ open, service }) => {
  const window = await open();
  const { library, frame, page } = window;
  await withProject(window);
  for (const screen of ['Script', 'Cast', 'Production', 'Review', 'Export'] as const) {
    await frame.goTo(screen);
    await library.drop('storm-2.txt', Buffer.from(`${STORM}\nIVO: Close the shutters.\n`));
    await expect(library.importDialog.getByRole('button', { name: 'Update “storm”…' })).toBeEnabled();
    await expect(library.importDialog.getByRole('button', { name: 'Create project' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(library.importDialog).toBeHidden();
  }
  for (const keys of ['Control+0', 'Control+,']) {
    await page.keyboard.press(keys);
    await library.drop('storm-2.txt', Buffer.from(STORM));
    await expect(library.importDialog.getByRole('button', { name: 'Update “storm”…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(library.importDialog).toBeHidden();
  }
  expect(service.userId).not.toBe('');
});

test('numbered files are one book in the order of their numbers, or a project each', async ({
  open,
  folders,
  service,
}) => {
  const { library, frame, page } = await open();
  await expect(frame.strip).toContainText('Local service');
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const at of [10, 2, 1]) data.items.add(new File([`MARA: This is part ${at}.\n`], `Storm ${at}.txt`));
    return data;
  });
  await library.dropTransfer(transfer);
  const { importDialog } = library;
  await expect(importDialog).toContainText('3 files, joined as one book');
  await expect(importDialog.getByRole('textbox', { name: 'Project name' })).toHaveValue('Storm');
  await expect(library.found('Chapters').first()).toContainText('Storm 1');
  await expect(importDialog).toContainText('3 of 3 read');
  await importDialog.getByRole('button', { name: 'A project each' }).click();
  const separate = page.getByRole('dialog', { name: 'Import script (2 others to follow)' });
  await expect(separate).toContainText('Storm 1.txt');
  await separate.getByRole('button', { name: 'Join as one book' }).click();
  await importDialog.getByRole('checkbox', { name: 'Storm 2' }).click();
  await expect(library.importFigure('chapters')).toHaveText('2');
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('Storm');
  expect(savedScript(join(projectsFolder(folders), 'Storm.lectern'))).toBe(
    '## Storm 1\n\nMARA: This is part 1.\n\n## Storm 10\n\nMARA: This is part 10.\n',
  );
  expect(service.userId).not.toBe('');
});

test('a folder is refused with a sentence, and the file beside it is read', async ({ open, service }) => {
  const { library, frame, page } = await open();
  await expect(frame.strip).toContainText('Local service');
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['Chapters', 'storm.txt']) data.items.add(new File(['MARA: Hello.\n'], name));
    DataTransferItem.prototype.webkitGetAsEntry = function entry(this: DataTransferItem) {
      return { isDirectory: this.getAsFile()?.name === 'Chapters' } as FileSystemEntry;
    };
    return data;
  });
  await library.dropTransfer(transfer);
  await expect(frame.problem('“Chapters” can’t be imported')).toContainText('folder');
  await expect(library.importDialog).toContainText('storm.txt');
  expect(service.userId).not.toBe('');
});

test('what is pasted outside of a text is imported, and from the clipboard by a command', async ({ open, service }) => {
  const window = await open();
  const { library, frame, page, palette, app } = window;
  await expect(frame.strip).toContainText('Local service');
  const { importDialog } = library;
  // What takes it is loaded once the window has rested.
  await expect(async () => {
    await paste(page, {
      'text/html': '<h1>One</h1><p>It rained.</p><h1>Two</h1><p>It poured.</p>',
      'text/plain': 'One It rained. Two It poured.',
    });
    await expect(importDialog).toContainText('Clipboard.html', { timeout: 2_000 });
  }).toPass();
  await expect(library.importFigure('chapters')).toHaveText('2');
  await page.keyboard.press('Escape');
  await expect(importDialog).toBeHidden();
  await paste(page, { 'text/plain': ' ' });
  await expect(frame.notice('There is no text on the clipboard.')).toBeVisible();

  await app.evaluate(({ clipboard }) => clipboard.writeText('MARA: Hello.\n\nIVO: Hello, Mara.\n'));
  await palette.open();
  await page.keyboard.type('from the clipboard');
  await page.keyboard.press('Enter');
  await expect(importDialog).toContainText('Clipboard.txt');
  await expect(library.found('Roles').filter({ hasText: /^IVO/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(importDialog).toBeHidden();

  await library.search.focus();
  await paste(page, { 'text/plain': 'MARA: Hello.' });
  await page.keyboard.press('Tab');
  await expect(importDialog).toBeHidden();
  expect(service.userId).not.toBe('');
});
