// A finished book by keyboard alone: a target is chosen, and its file is made, measured and reported on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import { expectVisibleFocus, tabTo } from './support/focus.ts';
import { answerOpenDialog } from './support/launch.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

let book: string;
let out: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: `${SCENE}\nALGERNON: I hope to-morrow will be a fine day, Lane.\n`,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: (project) => addSpeechTakes(project, {}, SCENE_LINES),
  });
  out = join(folders.scratch, 'out');
});

test('an M4B by keyboard alone', async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, page, app } = window;
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+5');
  await expect(exports.title).toBeVisible();
  await tabTo(page, 'Single lines');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(exports.figure('file')).toHaveText('1');
  await expectAccessible(window, 'a target');
  // The list goes on from there.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expectVisibleFocus(page);
  await answerOpenDialog(app, out);
  await tabTo(page, 'Choose a folder…');
  await page.keyboard.press('Enter');
  await expect(exports.begin).toBeEnabled();
  await expect(exports.begin).toBeFocused();
  await page.keyboard.press('Enter');
  // One line has no take, which is confirmed first.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, 'Export anyway');
  await page.keyboard.press('Enter');
  await expect(exports.outcome).toContainText(`1 file in ${out}`, { timeout: 60_000 });
  await expect(exports.measured.nth(1)).toContainText(/First Act\.m4bpass-\d\d\.\d LUFS/);
  await expect(exports.showInFolder).toBeFocused();
  await expectAccessible(window, 'a report on finished files');
  const bytes = readFileSync(join(out, 'First Act.m4b')).toString('latin1');
  expect(bytes.slice(4, 8)).toBe('ftyp');
  // Its chapters, in both forms.
  expect(bytes).toContain('chpl');
  expect(bytes).toContain('The music-room');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(exports.targets).toBeVisible();
  await expect(exports.latest).toContainText('M4B audiobook');
  expect(queryProject(book, 'SELECT count(*) AS lines FROM lines')[0]?.['lines']).toBe(SCENE_LINES + 1);
});
