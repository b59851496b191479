// A project is backed up and restored, beside one that is missing.
import { rmSync } from 'node:fs';
import { SCENE } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryCount } from './support/books.ts';
import type { TestFolders } from './support/folders.ts';
import type { LocalService } from './support/local-service.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

test.use({ application: 'shared' });

const book = async (folders: TestFolders, service: LocalService, name = 'Emma'): Promise<string> =>
  makeBook(folders, { name, text: SCENE, connection: localIdentity(service), voices: await service.voices() });

test(
  'a backup is made and restored while the project is open, and undo brings back what was there',
  MAIN_FLOW,
  async ({ open, folders, service }) => {
    rmSync(await book(folders, service, 'Gone'), { recursive: true });
    const path = await book(folders, service);
    const window = await open();
    const { library, frame, page, script } = window;
    await expect(library.project('Gone')).toContainText('not found');
    await expectAccessible(window, 'a library with a missing project');
    await library.openRecent('Emma');
    await expect(frame.projectName).toHaveText('Emma');
    await page.keyboard.press('Control+0');
    await library.choose('Emma', 'Backups…');
    const dialog = library.dialog('Backups for Emma');
    await dialog.getByRole('button', { name: 'Back up now' }).click();
    await expect(dialog.getByRole('row')).toHaveCount(3);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    await frame.goTo('Script');
    await script.putCursorAtEndOf('what I was playing, Lane?');
    await page.keyboard.type(' And again?');
    const holds = () => queryCount(path, `SELECT count(*) FROM paragraphs WHERE source LIKE '%And again?%'`);
    await expect.poll(holds).toBe(1);
    await page.keyboard.press('Control+0');
    await library.choose('Emma', 'Backups…');
    await dialog
      .getByRole('button', { name: /^Restore the backup from/ })
      .last()
      .click();
    await expect(dialog.getByRole('alert')).toContainText('is backed up first');
    await dialog
      .getByRole('alert')
      .getByRole('button', { name: /^Restore the backup from/ })
      .click();
    const said = frame.notice('“Emma” was restored.');
    await expect(said).toBeVisible();
    expect(holds()).toBe(0);
    await expect(frame.projectName).toHaveText('Emma');
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(holds).toBe(1);
  },
);
