// A cast goes from one project to another, and into a file for the command line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCastFile } from '../../electron/cli/cast-file.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, query } from './support/books.ts';
import { giveSpeech } from './support/give-speech.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const LINE = 'I believe it is a very pleasant state, sir.';

test('the cast of another project is taken over, after it was shown what that does, and taken back', async ({
  open,
  folders,
  service,
}) => {
  const voices = await service.voices();
  const common = { connection: localIdentity(service) };
  await makeBook(folders, {
    ...common,
    name: 'Earlier',
    text: 'LANE: Yes.\n\nJack: No.\n\nJACK: No.\n',
    voices: voices.slice(10, 14),
    fill: async (project) => void project.cast.updateRole('LANE', { parameters: { speed: 1.3 } }),
  });
  const book = await makeBook(folders, {
    ...common,
    text: `LANE: ${LINE}\n\nMERRIMAN: Yes, Miss.\n`,
    voices,
    fill: giveSpeech,
  });
  const voiceOf = (role: string) => query(book, `SELECT voice FROM roles WHERE name = '${role}'`)[0]?.['voice'];
  const before = voiceOf('LANE');
  const { library, cast, page, frame, ...rest } = await open();
  await library.openRecent('Book');
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: 'Copy a cast…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Copy a cast' });
  await expect(dialog).toBeVisible();
  await page.keyboard.type('Earl');
  await expect(page.getByRole('option', { name: 'Earlier' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText(
    `1 role would be cast otherwise. 1 line would turn stale: rendering it again takes ${LINE.length} characters.`,
  );
  await expectAccessible({ library, cast, page, frame, ...rest }, 'copying a cast');
  await dialog.getByRole('combobox', { name: 'MERRIMAN is' }).or(dialog.getByLabel('MERRIMAN is')).first().click();
  await page.getByRole('option', { name: 'JACK', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('2 roles would be cast otherwise. 2 lines would turn stale');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => voiceOf('LANE')).toBe(voices[10]);
  await frame
    .notice('2 roles took another cast over. 2 lines became stale')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => voiceOf('LANE')).toBe(before);
});

test('the cast is saved as the file that the command line reads', async ({ open, folders, service }) => {
  const voices = await service.voices();
  await makeBook(folders, { text: 'LANE: Yes.\n\nJACK: No.\n', connection: localIdentity(service), voices });
  const { library, frame, page, app } = await open();
  await library.openRecent('Book');
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+2');
  const path = join(folders.scratch, 'cast.json');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  await page.getByRole('button', { name: 'Save as file…' }).click();
  await expect(frame.notice('The cast is in')).toBeVisible();
  expect(readFileSync(path, 'utf8')).toContain('LANE');
  expect(readCastFile(path)).toEqual({ LANE: { voice: voices[0] }, JACK: { voice: voices[1] } });
});
