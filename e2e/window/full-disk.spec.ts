// A full disk around the project: backups. (Typing on a full disk: `trouble.spec.ts`.)
import { join } from 'node:path';
import { canMount, type Drive, mountDrive } from '../support/drives.ts';
import { SCENE } from '../support/sample-texts.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { filesBelow } from './support/folders.ts';
import { expect, test } from './support/test.ts';

const DRIVE_BYTES = 8 * 1024 * 1024;

// biome-ignore lint/suspicious/noSkippedTests: a small drive can only be mounted by root on Linux
test.skip(!canMount, 'needs root on Linux, to mount a small drive');

let drive: Drive | null = null;

test.afterEach(() => drive?.remove());

/** The files on a drive, without the one that fills it up. */
const found = ({ path }: Drive) => filesBelow(path).filter((name) => !name.endsWith('.ballast'));

test('a project is not backed up and the window says so, and it is when there is room', async ({
  open,
  folders,
  service,
}) => {
  drive = mountDrive(join(folders.root, 'drive'), DRIVE_BYTES);
  const parts = { connection: localIdentity(service), voices: await service.voices(), folder: drive.path };
  const book = await makeBook(folders, { text: SCENE, ...parts });
  const { library, frame } = await open();
  await library.choose('Book', 'Backups…');
  const dialog = library.dialog('Backups for Book');
  const backUp = dialog.getByRole('button', { name: 'Back up now' });
  await expect(backUp).toBeEnabled();
  const before = found(drive).filter((name) => name.includes('/backups/'));
  drive.fill(0);
  await backUp.click();
  await expect(frame.notice('No backup was made: not enough disk space.')).toBeVisible();
  expect(found(drive).filter((name) => name.includes('/backups/'))).toEqual(before);
  drive.makeRoom();
  await backUp.click();
  await expect(frame.notice('“Book” was backed up.')).toBeVisible();
  expect(filesBelow(join(book, 'backups'))).toHaveLength(before.length + 1);
});
