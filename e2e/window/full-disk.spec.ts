// A full disk around the project: scripts on their way in, exports, backups, opening. Each says so, leaves nothing half made
// and goes on when there is room. (Typing and rendering on a full disk: `trouble.spec.ts`.)
import { join } from 'node:path';
import { canMount, type Drive, mountDrive } from '../support/drives.ts';
import { SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { localIdentity, makeBook, savedScript } from './support/books.ts';
import { filesBelow, type TestFolders } from './support/folders.ts';
import { giveSpeech } from './support/give-speech.ts';
import { projectsFolder } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { expect, test } from './support/test.ts';

const DRIVE_BYTES = 8 * 1024 * 1024;
const drives: Drive[] = [];

// biome-ignore lint/suspicious/noSkippedTests: a small drive can only be mounted by root on Linux
test.skip(!canMount, 'needs root on Linux, to mount a small drive');

test.afterEach(() => {
  for (const drive of drives.splice(0)) drive.remove();
});

function mounted(path: string): Drive {
  const drive = mountDrive(path, DRIVE_BYTES);
  drives.push(drive);
  return drive;
}

const driveOf = ({ root }: TestFolders): Drive => mounted(join(root, 'drive'));

/** The files on a drive, without the one that fills it up. */
const found = ({ path }: Drive) => filesBelow(path).filter((name) => !name.endsWith('.ballast'));

test('no project is made of a script, nothing half made is left, and it is made when there is room', async ({
  open,
  folders,
  service,
}) => {
  expect(service.userId).not.toBe('');
  const drive = mounted(projectsFolder(folders));
  const { library, frame, lectern } = await open();
  await expect(frame.strip).toContainText('Local service');
  await library.drop('scene.txt', Buffer.from(SCENE));
  await expect(library.importFigure('lines')).toHaveText(String(SCENE_LINES));
  drive.fill(0);
  const make = library.importDialog.getByRole('button', { name: 'Create project' });
  await make.click();
  await expect(library.importDialog.getByRole('alert')).toContainText('The disk is full');
  expect(found(drive)).toEqual([]);
  drive.makeRoom();
  await make.click();
  await expect(frame.projectName).toHaveText('scene');
  expect(savedScript(join(drive.path, 'scene.lectern'))).toContain('what I was playing, Lane?');
  await lectern.close();
});

test('an export ends with a sentence and no half of a file, and goes on when there is room', async ({
  open,
  folders,
  service,
}) => {
  const drive = driveOf(folders);
  const parts = { connection: localIdentity(service), voices: await service.voices() };
  await makeBook(folders, { text: SCENE, ...parts, fill: (project) => giveSpeech(project, {}) });
  const { library, frame, exports, app, page, lectern } = await open();
  await library.openRecent('Book');
  await expect(frame.projectName).toHaveText('Book');
  await answerOpenDialog(app, drive.path);
  await page.keyboard.press('Control+e');
  await exports.chooseFolder.click();
  await expect(exports.start).toBeEnabled();
  drive.fill(0);
  await exports.start.click();
  await expect(exports.outcome).toContainText('is on a drive that is full; make room and export again');
  expect(found(drive).filter((name) => /\.(wav|mp3|partial)$/.test(name))).toEqual([]);
  drive.makeRoom();
  await exports.exportTheRest.click();
  await expect(exports.figure('written')).toHaveText(String(SCENE_LINES));
  expect(found(drive).filter((name) => /\.(wav|mp3)$/.test(name))).toHaveLength(SCENE_LINES);
  await lectern.close();
});

test('a project is not backed up and the window says so, and it is when there is room', async ({
  open,
  folders,
  service,
}) => {
  const drive = driveOf(folders);
  const parts = { connection: localIdentity(service), voices: await service.voices(), folder: drive.path };
  const book = await makeBook(folders, { text: SCENE, ...parts });
  const { library, frame } = await open();
  await library.choose('Book', 'Backups…');
  const dialog = library.dialog('Backups of Book');
  const backUp = dialog.getByRole('button', { name: 'Back up now' });
  await expect(backUp).toBeEnabled();
  const before = found(drive).filter((name) => name.includes('/backups/'));
  drive.fill(0);
  await backUp.click();
  await expect(frame.notice('No backup was made: the drive has no room for one.')).toBeVisible();
  expect(found(drive).filter((name) => name.includes('/backups/'))).toEqual(before);
  drive.makeRoom();
  await backUp.click();
  await expect(frame.notice('“Book” is backed up.')).toBeVisible();
  expect(filesBelow(join(book, 'backups'))).toHaveLength(before.length + 1);
});

test('the backups of a project on a drive that is full already are seen, and what it holds', async ({
  open,
  folders,
  service,
}) => {
  const drive = driveOf(folders);
  const parts = { connection: localIdentity(service), voices: await service.voices(), folder: drive.path };
  await makeBook(folders, { text: SCENE, ...parts });
  const { library, frame } = await open();
  await expect(library.project('Book')).toBeVisible();
  drive.fill(0);
  await library.choose('Book', 'Backups…');
  const dialog = library.dialog('Backups of Book');
  await expect(dialog.getByRole('row').nth(1)).toContainText(String(SCENE_LINES));
  await dialog.getByRole('button', { name: 'Back up now' }).click();
  await expect(frame.notice('No backup was made: the drive has no room for one.')).toBeVisible();
});

test('a project is not opened without a sentence, and opens when there is room', async ({ open, folders, service }) => {
  const drive = driveOf(folders);
  const parts = { connection: localIdentity(service), voices: await service.voices(), folder: drive.path };
  await makeBook(folders, { text: SCENE, ...parts });
  const { library, frame, script, lectern } = await open();
  await expect(library.project('Book')).toBeVisible();
  drive.fill(0);
  await library.openRecent('Book');
  const problem = frame.problem('The disk is full');
  await expect(problem).toContainText('There is no room left for');
  drive.makeRoom();
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(frame.projectName).toHaveText('Book');
  await expect.poll(() => script.text()).toContain('what I was playing, Lane?');
  await lectern.close();
});
