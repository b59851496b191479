// A clone whose answer was lost: it is unknown whether there is a voice, and the window says so.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { makeBook } from './support/books.ts';
import type { TestFolders } from './support/folders.ts';
import { type ForgetfulService, startForgetfulService } from './support/forgetful-service.ts';
import { settleIn, setUpAccount } from './support/home.ts';
import { expect, test } from './support/test.ts';
import { voiceSample } from './support/voice-samples.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

let service: ForgetfulService;

test.beforeEach(async ({ folders }) => {
  service = await startForgetfulService('Ada');
  await settleIn(folders);
  await setUpAccount(folders, { name: 'Studio account', ...service });
  const connection = { origin: service.baseUrl.origin, userId: service.userId };
  await makeBook(folders, { text: 'LANE: Yes, sir.\n', connection, voices: ['anna'] });
});
test.afterEach(() => service.stop());

/** Has a voice made whose answer the service loses. */
async function loseAClone({ library, frame, clones }: LecternWindow, folders: TestFolders): Promise<void> {
  await library.openRecent('Book');
  await frame.goTo('Cast');
  await clones.open();
  await clones.openDialog();
  const file = join(folders.root, 'ada.wav');
  writeFileSync(file, voiceSample(9));
  await clones.file.setInputFiles(file);
  await clones.say({ name: 'Ada', person: 'Ada Lovelace', purpose: 'the audiobook' });
  await clones.statement.check();
  await clones.make.click();
}

test('is said to be in doubt, keeps its consent, and is known as soon as the service lists it', async ({
  open,
  folders,
}) => {
  const window = await open();
  const { clones, page } = window;
  await loseAClone(window, folders);
  await expect(clones.dialog.getByRole('alert')).toContainText('It is not known whether the service did it');
  await clones.dialog.getByRole('button', { name: 'Close' }).click();
  const doubt = page.getByText('It is not known whether “Ada” was made');
  await expect(doubt).toBeVisible();
  await expectAccessible(window, 'a clone in doubt');
  const before = service.timesListed();
  await page.getByRole('button', { name: 'Look again' }).press('Enter');
  await expect.poll(service.timesListed).toBeGreaterThan(before);
  await expect(page.getByText('the service does not list it yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look again' })).toBeFocused();
  await expect(doubt).toBeVisible();
  service.remember();
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(clones.details('Ada')).toContainText('Ada Lovelace');
  await expect(doubt).toBeHidden();
});

test('is given up by its producer, who is told what that means', async ({ open, folders }) => {
  const window = await open();
  const { clones, page } = window;
  await loseAClone(window, folders);
  await expect(clones.dialog.getByRole('alert')).toBeVisible();
  // The dialog heeds the key a moment after it shows that it can be closed.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(clones.dialog).toBeHidden({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'It was not made…' }).click();
  await page.getByRole('button', { name: 'It may have been made: forget its consent' }).click();
  await expect(page.getByText('It is not known whether “Ada” was made')).toBeHidden();
});
