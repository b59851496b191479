// Import corrections in Review: a list becomes notes, rows without a line get one by search, and undo removes all notes.
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';
import { showTheme, THEMES } from './support/themes.ts';

test.use({ application: 'shared' });

const SCRIPT = `# Tea

LANE: I didn't think it polite to listen, sir.

LANE: There were no cucumbers in the market this morning, sir.

# Supper

LANE: I went down twice for the bread and butter.

LANE: No cucumbers at all, not even for ready money.
`;

const LIST = `Hi Anna,

Ch. 1 – "There were no cucumbers in the basket this morning" should be "There were no cucumbers in the market this morning"
Ch. 2 "twice for the bread and butter" end swallowed
p. 9 "the quick brown fox jumps over the lazy dog"
p. 9 "sir" too loud
`;

test('a list of corrections becomes notes', async ({ open, folders, service }, info) => {
  const book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
  const notes = () => queryProject(book, 'SELECT text FROM notes ORDER BY id').map(({ text }) => text);
  const { page, library, frame, review, palette } = await open();
  await library.openRecent('Book');
  await frame.goTo('Review');
  await review.focusTable();
  await palette.choose('Import corr', 'Import corrections');
  const dialog = page.getByRole('dialog', { name: 'Import corrections' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'empty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\n'),
  });
  await expect(dialog.getByRole('status')).toContainText('empty.csv');
  await dialog.getByRole('textbox').fill(LIST);
  await dialog.getByRole('button', { name: 'Find the lines' }).click();
  await expect(dialog.getByText('4 corrections: 2 sure, 0 likely, 1 to check, 1 without a line')).toBeVisible();
  await expect(dialog.getByText('1 row isn’t a correction: Hi Anna,')).toBeVisible();
  const list = dialog.getByRole('listbox', { name: 'Corrections' });
  await expect(list).toBeFocused();
  await expect(list.getByRole('option').first()).toContainText('brown fox');
  for (const theme of THEMES) {
    await showTheme(page, theme);
    await info.attach(`pickups-${theme}`, { body: await page.screenshot(), contentType: 'image/png' });
  }

  await dialog.getByRole('searchbox', { name: 'Search for another line' }).fill('ready money');
  await dialog.getByRole('radio', { name: /ready money/ }).check();
  await expect(list.getByRole('option').first()).toContainText('2.3');
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('s');
  await expect(list.getByRole('option').nth(1)).toContainText('Skip');
  await dialog.getByRole('button', { name: 'Add 3 notes' }).click();
  await expect(dialog).toHaveCount(0);
  expect(notes()).toHaveLength(3);

  await page.keyboard.press('Control+z');
  await expect.poll(notes).toEqual([]);
});
