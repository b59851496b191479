// Undo by Ctrl Z, by the palette and by the menu; a text keeps the keys for its words.
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryProject, readSavedScript } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const SCRIPT = [
  'GWENDOLEN: It is hardly the sort of morning on which one expects a visitor.',
  'GWENDOLEN: The muffins are rather a trial, if one may say so.',
  'GWENDOLEN: No one in the county has ever lost a handbag with such an air.',
].join('\n\n');

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: (project) => addSpeechTakes(project, {}),
  });
});

const verdicts = () =>
  queryProject(book, 'SELECT verdict FROM takes ORDER BY line_id').map(({ verdict }) => verdict as string | null);

async function openReview({ library, frame, review }: LecternWindow): Promise<void> {
  await library.openRecent('Book');
  await frame.goTo('Review');
  await review.focusTable();
  await review.page.keyboard.press('Home');
}

test('verdicts are taken back by Ctrl Z one by one, after their notices, and done again', async ({ open }) => {
  const window = await open();
  const { page, frame } = window;
  await openReview(window);
  await page.keyboard.press('a');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await page.keyboard.press('x');
  await expect.poll(verdicts).toEqual(['approved', 'rejected', null]);
  // Notices of verdicts replace each other: the first one's has gone.
  await expect(frame.notice('Line 1 approved.')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(frame.notice('Undone: Line 2 rejected.')).toBeVisible();
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+z');
  await expect(frame.notice('Undone: Line 1 approved.')).toBeVisible();
  await expect.poll(verdicts).toEqual([null, null, null]);
  await expectAccessible(window, 'a step taken back');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+y');
  await expect.poll(verdicts).toEqual(['approved', 'rejected', null]);
  await page.keyboard.press('Control+y');
  await expect(frame.notice('Nothing to redo.')).toBeVisible();
});

test('the palette and the menu name the step, and take it back', async ({ open }) => {
  const window = await open();
  const { page, palette, app } = window;
  await openReview(window);
  await page.keyboard.press('a');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  const menuLabel = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('edit.undo')?.label);
  await expect.poll(menuLabel).toBe('Undo: Line 1 approved');
  await palette.choose('undo', 'Undo: Line 1 approved');
  await expect.poll(verdicts).toEqual([null, null, null]);
  await expect.poll(menuLabel).toBe('Undo');
  await page.keyboard.press('Control+y');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await expect.poll(menuLabel).toBe('Undo: Line 1 approved');
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('edit.undo')?.click());
  await expect.poll(verdicts).toEqual([null, null, null]);
  await palette.open();
  await palette.field.pressSequentially('undo');
  await expect(palette.entries.filter({ hasText: 'Undo' })).toHaveCount(0);
});

test('in a text Ctrl Z undoes words, and outside of it the latest step', async ({ open }) => {
  const window = await open();
  const { page, script, frame, review } = window;
  await openReview(window);
  await page.keyboard.press('a');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await review.note.fill('Too bright.');
  await page.keyboard.press('Control+z');
  await expect(review.note).toHaveValue('');
  expect(verdicts()).toEqual(['approved', null, null]);
  await frame.goTo('Script');
  await script.putCursorAtEndOf('expects a visitor.');
  await page.keyboard.type(' None.');
  await expect.poll(() => readSavedScript(book)).toContain('visitor. None.');
  await page.keyboard.press('Control+z');
  await expect.poll(() => readSavedScript(book)).not.toContain('None.');
  await page.keyboard.press('Control+z');
  await expect(script.row('expects a visitor.')).toBeVisible();
  expect(verdicts()).toEqual(['approved', null, null]);
  await frame.tab('Review').focus();
  // It was done on another screen: it is named first.
  await page.keyboard.press('Control+z');
  await expect(frame.notice('Last change, in Review: Line 1 approved. To revert it, undo again.')).toBeVisible();
  expect(verdicts()).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+z');
  await expect.poll(verdicts).toEqual([null, null, null]);
});
