// Projects that something is wrong with: their cards say so, and lead out of it; backups, by mouse and by keyboard.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUpBeside } from '../../electron/core/project/folder/routine-backups.ts';
import { SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { count, localIdentity, makeBook, query } from './support/books.ts';
import type { TestFolders } from './support/folders.ts';
import { rememberProject } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { jobsOfService, type LocalService } from './support/local-service.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const book = async (folders: TestFolders, service: LocalService, name = 'Emma'): Promise<string> =>
  makeBook(folders, { name, text: SCENE, connection: localIdentity(service), voices: await service.voices() });

function damage(path: string): void {
  const file = join(path, 'project.db');
  writeFileSync(file, readFileSync(file).fill('garbage ', 0, 60_000));
}

test('one that is missing is located where it lies now, or taken off the list', async ({ open, folders, service }) => {
  const path = await book(folders, service);
  const gone = await book(folders, service, 'Gone');
  const other = await book(folders, service, 'Other');
  const moved = join(folders.scratch, 'Moved.lectern');
  renameSync(path, moved);
  rmSync(gone, { recursive: true });
  const window = await open();
  const { library, frame, app, page } = window;
  await expect(library.project('Emma')).toContainText('not there any more');
  await expectAccessible(window, 'a library with missing projects');

  await library.card('Emma').focus();
  await page.keyboard.press('Enter');
  const problem = frame.problem('The project is not there');
  await expect(problem).toBeVisible();
  await answerOpenDialog(app, other);
  await problem.getByRole('button', { name: 'Locate…' }).click();
  await expect(frame.notice('That folder is another project, “Other”.')).toBeVisible();
  await answerOpenDialog(app, moved);
  await library.choose('Emma', 'Locate…');
  await expect(library.project('Emma')).toContainText('copied or moved: runs are held');
  await library.choose('Emma', 'It belongs here');
  await expect(library.project('Emma')).not.toContainText('copied or moved');
  expect(JSON.parse(readPlace(moved))).toMatchObject({ path: moved });

  await library.card('Gone').focus();
  await page.keyboard.press('Delete');
  await expect(library.project('Gone')).toHaveCount(0);
});

const readPlace = (path: string): string => {
  const sqlite = new DatabaseSync(join(path, 'project.db'), { readOnly: true });
  try {
    return String(sqlite.prepare('SELECT place FROM project').get()?.['place']);
  } finally {
    sqlite.close();
  }
};

test('a copy, a newer one and one in use say so on their cards', async ({ open, folders, service }) => {
  const path = await book(folders, service);
  const copy = join(folders.scratch, 'Copy.lectern');
  cpSync(path, copy, { recursive: true });
  await rememberProject(folders, copy, 'Copy');
  const newer = await book(folders, service, 'Newer');
  const sqlite = new DatabaseSync(join(newer, 'project.db'));
  sqlite.exec('PRAGMA user_version = 999');
  sqlite.close();
  const lock = new DatabaseSync(join(path, 'writer.lock'));
  lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  const { library, frame, page } = await open();
  await expect(library.project('Emma')).toContainText('in use elsewhere');
  await expect(library.project('Copy')).toContainText('copied or moved: runs are held');
  await expect(library.project('Newer')).toContainText('made by a newer Lectern');

  await library.openRecent('Newer');
  await expect(frame.problem('A newer Lectern made this project')).toContainText('Update Lectern');
  await library.choose('Emma', 'Move to bin');
  await expect(frame.notice('The project is in use')).toBeVisible();
  await expect(library.project('Emma')).toHaveCount(1);
  lock.close();
  await library.openRecent('Copy');
  await expect(frame.projectNotices).toContainText('elsewhere');
  await page.keyboard.press('Control+0');
  await expect(library.project('Copy')).toContainText('open');
});

test('a damaged project is given back from the backup that is chosen', async ({ open, folders, service }) => {
  const path = await book(folders, service);
  backUpBeside(path, Date.now() - 60_000);
  damage(path);
  const window = await open();
  const { library, frame, page } = window;
  await expect(library.project('Emma')).toContainText('damaged');
  await library.openRecent('Emma');
  await frame.problem('The project is damaged').getByRole('button', { name: 'Choose a backup…' }).click();
  const dialog = library.dialog('Backups of Emma');
  await expect(dialog.getByRole('row').nth(1)).toContainText('can’t be read');
  await expect(dialog.getByRole('button', { name: 'Back up now' })).toBeDisabled();
  await expect(dialog).toContainText('What can’t be read can’t be backed up.');
  await expect(dialog.getByRole('row').nth(2)).toContainText(String(SCENE_LINES));
  await expectAccessible(window, 'the backups of a damaged project');
  await dialog.getByRole('button', { name: /^Restore the backup of/ }).press('Enter');
  await dialog
    .getByRole('alert')
    .getByRole('button', { name: /^Restore the backup of/ })
    .click();
  await expect(frame.notice('“Emma” is restored. The damaged file was set aside')).toBeVisible();
  expect(readdirSync(path).some((name) => name.startsWith('project-damaged-'))).toBe(true);
  await expect(library.project('Emma')).not.toContainText('damaged');
  await library.openRecent('Emma');
  await expect(frame.projectName).toHaveText('Emma');
  await page.keyboard.press('Control+0');
});

test('what is said of a damaged project goes with it to the bin', async ({ open, folders, service }) => {
  damage(await book(folders, service));
  const { library, frame } = await open();
  await library.openRecent('Emma');
  const problem = frame.problem('The project is damaged');
  await expect(problem).toBeVisible();
  await library.choose('Emma', 'Move to bin');
  await expect(frame.notice('“Emma” is in the bin.')).toBeVisible();
  await expect(problem).toBeHidden();
});

test('a backup is made now and restored while the project is open, and what stood there comes back', async ({
  open,
  folders,
  service,
}) => {
  const path = await book(folders, service);
  const { library, frame, page, script } = await open();
  await library.openRecent('Emma');
  await expect(frame.projectName).toHaveText('Emma');
  await page.keyboard.press('Control+0');
  await library.choose('Emma', 'Backups…');
  const dialog = library.dialog('Backups of Emma');
  await dialog.getByRole('button', { name: 'Back up now' }).click();
  await expect(dialog.getByRole('row')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  await frame.goTo('Script');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await page.keyboard.type(' And again?');
  await expect(frame.saveNote).toHaveText('saved');
  const holds = () => count(path, `SELECT count(*) FROM paragraphs WHERE source LIKE '%And again?%'`);
  expect(holds()).toBe(1);
  await page.keyboard.press('Control+0');
  await library.choose('Emma', 'Backups…');
  await dialog
    .getByRole('button', { name: /^Restore the backup of/ })
    .last()
    .click();
  await expect(dialog.getByRole('alert')).toContainText('is backed up first');
  await dialog
    .getByRole('alert')
    .getByRole('button', { name: /^Restore the backup of/ })
    .click();
  const said = frame.notice('“Emma” is restored.');
  await expect(said).toBeVisible();
  expect(holds()).toBe(0);
  await expect(frame.projectName).toHaveText('Emma');
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(holds).toBe(1);
});

test(
  'settings that can’t be read and a log that is missing are asked about, and nothing is changed before',
  OWN,
  async ({ open, folders, service }) => {
    const path = await book(folders, service);
    const lost = await book(folders, service, 'Lost log');
    change(path, `UPDATE project SET settings = '{"version": 7}'`);
    // As a kill leaves it, without the log.
    change(lost, 'UPDATE project SET closed = 0');
    const { library, frame, page, production, settings } = await open();

    await test.step('the settings', async () => {
      await library.openRecent('Emma');
      const problem = frame.problem('The project’s settings can’t be read');
      await expect(problem).toBeVisible();
      expect(settingsOf(path)).toBe('{"version": 7}');
      await problem.getByRole('button').first().click();
      await expect(frame.projectName).toHaveText('Emma');
      expect(JSON.parse(settingsOf(path))).toMatchObject({ version: 1, characterCap: null });
      expect(count(path, `SELECT count(*) FROM kept_aside WHERE content = '{"version": 7}'`)).toBe(1);
      expect(count(path, 'SELECT count(*) FROM lines WHERE deleted_at IS NULL')).toBe(SCENE_LINES);
      // They are kept from now on, too.
      await settings.show('Project');
      await page.getByRole('tabpanel', { name: 'Project' }).getByRole('switch').first().click();
      await expect.poll(() => settingsOf(path)).not.toContain('"speakHeadings":true');
      await page.keyboard.press('Control+0');
    });

    await test.step('the log', async () => {
      await library.openRecent('Lost log');
      await expect(frame.projectName).toHaveText('Lost log');
      const question = frame.projectNotices.filter({ hasText: 'project.db-wal' });
      await expect(question).toContainText('would be sent and paid for again');
      await frame.goTo('Production');
      await expect(production.start).toBeDisabled();
      expect(jobsOfService(folders)).toBe(0);
      await question.getByRole('button', { name: 'Go on without it' }).click();
      await expect(question).toBeHidden();
      await production.start.click();
      await expect.poll(() => count(lost, 'SELECT count(*) FROM takes')).toBe(SCENE_LINES);
      expect(jobsOfService(folders)).toBe(SCENE_LINES);
    });
  },
);

/** Runs a statement on a project's database, as another program would. */
function change(path: string, sql: string): void {
  const sqlite = new DatabaseSync(join(path, 'project.db'));
  try {
    sqlite.exec(sql);
  } finally {
    sqlite.close();
  }
}

const settingsOf = (path: string): string => String(query(path, 'SELECT settings FROM project')[0]?.['settings']);
