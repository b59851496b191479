// Leaving a project while its edits are on no disk takes a second word.
import { join } from 'node:path';
import { canMount, mountDrive } from '../support/drives.ts';
import { SCENE } from '../support/sample-texts.ts';
import { localIdentity, makeBook, readSavedScript } from './support/books.ts';
import { expect, test } from './support/test.ts';

const MEGABYTE = 1024 * 1024;

// biome-ignore lint/suspicious/noSkippedTests: a small drive can only be mounted by root on Linux
test.skip(!canMount, 'needs root on Linux, to mount a small drive');

test('another project is not opened over edits that could not be saved', async ({ open, folders, service }) => {
  const drive = mountDrive(join(folders.root, 'drive'), 8 * MEGABYTE);
  try {
    const parts = { text: SCENE, connection: localIdentity(service), voices: await service.voices() };
    await makeBook(folders, { ...parts, name: 'Other' });
    const book = await makeBook(folders, { ...parts, folder: drive.path });
    const window = await open();
    const { library, script, frame, page } = window;
    await library.openRecent('Book');
    await script.putCursorAtEndOf('what I was playing, Lane?');
    drive.fill(0);
    const words = ` ${'All that is typed now has nowhere to go. '.repeat(40)}`;
    await page.keyboard.insertText(words);
    await expect(frame.saveNote).toContainText('not saved');
    await page.keyboard.press('Control+0');
    await library.openRecent('Other');
    const notice = frame.notice('If you open another project, they’ll be lost.');
    await expect(notice).toBeVisible();
    await expect(frame.projectName).toHaveText('Book');
    drive.makeRoom();
    await expect.poll(() => readSavedScript(book), { timeout: 30_000 }).toContain(words);
    await expect(frame.saveNote).toHaveText('saved');
    await library.openRecent('Other');
    await expect(frame.projectName).toHaveText('Other');
    await window.lectern.close();
  } finally {
    drive.remove();
  }
});
