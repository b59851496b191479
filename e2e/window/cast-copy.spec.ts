// A cast is saved into a file for the command line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCastFile } from '../../electron/cli/cast-file.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

test.use({ application: 'shared' });

test('the cast is saved as the file that the command line reads', MAIN_FLOW, async ({ open, folders, service }) => {
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
  await expect(frame.notice('Cast saved to')).toBeVisible();
  expect(readFileSync(path, 'utf8')).toContain('LANE');
  expect(readCastFile(path)).toEqual({ LANE: { voice: voices[0] }, JACK: { voice: voices[1] } });
});
