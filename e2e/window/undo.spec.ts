// Undo: whatever was done can be taken back by its notice, by Ctrl Z when that has gone, by the palette and by the menu; a
// text keeps the keys for its words.
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, query, savedScript } from './support/books.ts';
import { giveSpeech } from './support/give-speech.ts';
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
    fill: (project) => giveSpeech(project, {}),
  });
});

const verdicts = () =>
  query(book, 'SELECT verdict FROM takes ORDER BY line_id').map(({ verdict }) => verdict as string | null);

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
  await expect(frame.notice('Taken back: Line 2 rejected.')).toBeVisible();
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+z');
  await expect(frame.notice('Taken back: Line 1 approved.')).toBeVisible();
  await expect.poll(verdicts).toEqual([null, null, null]);
  await expectAccessible(window, 'a step taken back');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+y');
  await expect.poll(verdicts).toEqual(['approved', 'rejected', null]);
  await page.keyboard.press('Control+y');
  await expect(frame.notice('There is nothing to do again.')).toBeVisible();
});

test('by mouse: the button of the notice, and what Ctrl Z says has a button to do it again', async ({ open }) => {
  const window = await open();
  const { page, frame, review } = window;
  await openReview(window);
  await page.keyboard.press('x');
  await frame.notice('Line 1 rejected.').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(verdicts).toEqual([null, null, null]);
  await review.focusTable();
  await page.keyboard.press('Home');
  await page.keyboard.press('a');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+z');
  await frame.notice('Taken back: Line 1 approved.').getByRole('button', { name: 'Redo' }).click();
  await expect.poll(verdicts).toEqual(['approved', null, null]);
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

test('gain, trim and note are taken back from outside of their fields, many small steps as one', async ({ open }) => {
  const window = await open();
  const { page, review, frame } = window;
  await openReview(window);
  const treatment = () => query(book, 'SELECT gain_db, trim_start, note FROM takes ORDER BY line_id LIMIT 1')[0];
  const untouched = treatment();
  for (let press = 0; press < 4; press++) await page.keyboard.press('+');
  await expect.poll(() => treatment()?.['gain_db']).toBe(4);
  await review.trimStart.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => Number(treatment()?.['trim_start'])).toBeCloseTo(0.1);
  await review.note.fill('Too bright.');
  await page.keyboard.press('Control+z');
  await expect(review.note).toHaveValue('');
  await review.note.fill('Too dark.');
  await review.focusTable();
  await expect.poll(() => treatment()?.['note']).toBe('Too dark.');
  await page.keyboard.press('Control+z');
  await expect(frame.notice('Taken back: Note on take 1 of line 1.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(treatment).toEqual(untouched);
  await page.keyboard.press('Control+z');
  await expect(frame.notice('There is nothing to take back.')).toBeVisible();
});

test('in the script Ctrl Z is the words’ own, and the latest step waits for the keyboard to leave them', async ({
  open,
}) => {
  const window = await open();
  const { page, script, frame } = window;
  await openReview(window);
  await page.keyboard.press('a');
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await frame.goTo('Script');
  await script.putCursorAtEndOf('expects a visitor.');
  await page.keyboard.type(' None.');
  await expect.poll(() => savedScript(book)).toContain('visitor. None.');
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedScript(book)).not.toContain('None.');
  await page.keyboard.press('Control+z');
  await expect(script.row('expects a visitor.')).toBeVisible();
  expect(verdicts()).toEqual(['approved', null, null]);
  await frame.tab('Review').focus();
  // It was done on another screen: it is named first.
  await page.keyboard.press('Control+z');
  await expect(frame.notice('Done last, in Review: Line 1 approved. Undo again to take it back.')).toBeVisible();
  expect(verdicts()).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+z');
  await expect.poll(verdicts).toEqual([null, null, null]);
});

test('a verdict in the inspector, a replacement and a dialog have their way back too', async ({ open }) => {
  const window = await open();
  const { page, script, frame } = window;
  await window.library.openRecent('Book');
  await script.putCursorAtEndOf('expects a visitor.');
  await frame.inspector.getByRole('button', { name: 'Reject take 1' }).click();
  await expect.poll(verdicts).toEqual(['rejected', null, null]);
  await page.keyboard.press('Control+z');
  await expect.poll(verdicts).toEqual([null, null, null]);

  await script.putCursorAtEndOf('expects a visitor.');
  await script.openFind();
  await page.keyboard.type('muffins');
  await script.find.getByRole('textbox', { name: 'Replace with' }).fill('crumpets');
  await script.find.getByRole('button', { name: 'Replace all', exact: true }).click();
  await expect.poll(() => savedScript(book)).toContain('crumpets');
  await frame.notice('Replaced in 1 place of this chapter.').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => savedScript(book)).not.toContain('crumpets');

  await script.find.getByRole('button', { name: 'Replace all', exact: true }).click();
  await expect.poll(() => savedScript(book)).toContain('crumpets');
  await script.putCursorAtEndOf('expects a visitor.');
  await page.keyboard.type(' More.');
  await expect.poll(() => savedScript(book)).toContain('More.');
  // What was typed since is not touched: the step says so and is gone.
  await frame.tab('Script').focus();
  await page.keyboard.press('Control+z');
  await expect(frame.notice('The text was edited since: undo there by Ctrl Z.')).toBeVisible();
  expect(savedScript(book)).toContain('crumpets');
  expect(savedScript(book)).toContain('More.');
});

test('what was done in one project is not taken back in another', async ({ open, folders, service }) => {
  await makeBook(folders, {
    name: 'Other',
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
  });
  const window = await open();
  const { page, frame, library } = window;
  await openReview(window);
  // The next line plays by itself: its audio is asked for while its project is still open.
  const nextLine = page.waitForResponse(/media\/take\//);
  await page.keyboard.press('a');
  await nextLine;
  await expect.poll(verdicts).toEqual(['approved', null, null]);
  await page.keyboard.press('Control+0');
  await library.openRecent('Other');
  await expect(frame.projectName).toHaveText('Other');
  await expect(frame.notice('Line 1 approved.')).toBeHidden();
  await frame.tab('Review').focus();
  await page.keyboard.press('Control+z');
  await expect(frame.notice('There is nothing to take back.')).toBeVisible();
  expect(verdicts()).toEqual(['approved', null, null]);
});

test('a first voice is taken back: the role has no voice then, as before', async ({ open, folders, service }) => {
  const folder = await makeBook(folders, {
    name: 'Uncast',
    text: SCRIPT,
    connection: localIdentity(service),
    voices: [],
  });
  const voiceOf = () => query(folder, `SELECT voice FROM roles WHERE name = 'GWENDOLEN'`)[0]?.['voice'];
  const { page, frame, library, script } = await open();
  await library.openRecent('Uncast');
  await script.putCursorAtEndOf('The muffins are rather a trial, if one may say so.');
  const voice = frame.inspector
    .getByRole('textbox', { name: 'Voice of GWENDOLEN' })
    .or(frame.inspector.getByRole('combobox', { name: 'Voice of GWENDOLEN' }));
  expect(voiceOf()).toBeNull();
  await voice.click();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(frame.notice(/GWENDOLEN is spoken by /)).toBeVisible();
  expect(voiceOf()).not.toBeNull();
  await frame
    .notice(/GWENDOLEN is spoken by /)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(voiceOf).toBeNull();
  await expect(voice).toHaveValue('');
});
