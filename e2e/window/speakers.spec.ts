// Who says the quotations of a novel, confirmed before anything is made: once by mouse, once by keyboard.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import { parseScript } from '../../shared/rules/script-text.ts';
import { spokenText } from '../../shared/rules/spoken-text.ts';
import { sampleBytes } from '../support/texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { query, savedScript } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const NOVEL = `Chapter 1

The Queen and Miss Bennet came in with Jane Bennet. It was late, and it rained.

“Off,” said the Queen. “Now.”

“No,” said Jane Bennet.

“Why?”

“Because I say so,” said Miss Bennet. Jane Bennet laughed.

They went home, and the day went by without any talk. The night came, and it rained again.

Nothing happened. The rain went on.

The clock struck. The rain went on.

“Who is there?”

“It is late,” said somebody.

Chapter 2

“Well,” said the Queen.
`;

/** All that is heard of a project's script, without white space. */
function heard(project: string): string {
  const [row] = query(project, 'SELECT settings FROM project');
  const { confirmedRoles } = JSON.parse(String(row?.['settings'])) as { confirmedRoles: string[] };
  const options = { ...DEFAULT_PROJECT_SETTINGS, roleMarks: 'confirmed', confirmedRoles } as const;
  return parseScript(savedScript(project), options)
    .flatMap(({ lines }) => lines.flatMap(({ turns }) => turns))
    .map((turn) => spokenText(turn, options))
    .join('')
    .replace(/\s+/g, '');
}

test('by mouse: speakers are chosen, one for a whole conversation, names are made one, and just that is made', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { library, speakers, frame } = window;
  await expect(frame.strip).toContainText('Local service');
  await library.drop('bennet.txt', Buffer.from(NOVEL));
  await library.importDialog.getByRole('switch', { name: 'Find who speaks' }).click({ force: true });
  await expect(library.importDialog).toContainText('of them doubtful');
  await library.importDialog.getByRole('button', { name: 'Confirm who speaks…' }).click();
  await expect(speakers.dialog).toContainText('doubtful left of');
  await expectAccessible(window, 'the speakers of a book');

  await speakers.rows.filter({ hasText: 'Who is there' }).click();
  await speakers.field.fill('Old porter');
  await speakers.dialog.getByRole('button', { name: 'Add “Old porter”' }).click();
  await expect(speakers.told).toContainText('1 quotation: Old porter.');
  await expect(speakers.rows.filter({ hasText: 'Who is there' })).toContainText('Old porter');
  await speakers.dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(speakers.rows.filter({ hasText: 'Who is there' })).not.toContainText('Old porter');
  await speakers.dialog.getByRole('button', { name: 'Redo' }).click();

  await speakers.dialog.getByText(/^All \(/).click();
  await speakers.rows.filter({ hasText: '“Off,”' }).first().click();
  await speakers.dialog.getByRole('radio', { name: 'All that the text calls “Queen” (3 quotations)' }).click();
  await speakers.role('Jane Bennet').click();
  await expect(speakers.told).toContainText('3 quotations: Jane Bennet.');
  await speakers.dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(speakers.rows.filter({ hasText: '“Well,”' })).toContainText('Queen');

  await expect(speakers.dialog).toContainText('Miss Bennet (1 quotation) may be Jane Bennet.');
  await speakers.dialog.getByRole('button', { name: 'One role' }).click();
  await expect(speakers.role('Miss Bennet')).toHaveCount(0);
  await speakers.dialog.getByRole('button', { name: 'Rename Queen' }).click();
  await speakers.newName.fill('The Red Queen');
  await speakers.dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await speakers.dialog.getByRole('button', { name: 'Done' }).click();

  expect(existsSync(projectsFolder(folders))).toBe(false);
  await expect(library.found('Roles').filter({ hasText: /^The Red Queen/ })).toContainText('3 lines');
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('bennet');
  const project = join(projectsFolder(folders), 'bennet.lectern');
  const script = savedScript(project);
  expect(script).toContain('The Red Queen: “Off,”\n\nsaid the Queen.\n\nThe Red Queen: “Now.”');
  expect(script).toContain('Jane Bennet: “Because I say so,”\n\nsaid Miss Bennet.');
  expect(script).toContain('Old porter: “Who is there?”');
  expect(heard(project)).toBe(NOVEL.replace(/\s+/g, ''));
  expect(service.userId).not.toBe('');
});

test('by keyboard alone: doubtful ones are decided by number, name and narrator, taken back, and left in the middle', async ({
  open,
  folders,
  service,
}) => {
  const { library, speakers, frame, page } = await open();
  await expect(frame.strip).toContainText('Local service');
  await library.drop('alice.txt', sampleBytes('alice.txt'));
  await library.importDialog.getByRole('switch', { name: 'Find who speaks' }).focus();
  await page.keyboard.press('Space');
  const confirm = library.importDialog.getByRole('button', { name: 'Confirm who speaks…' });
  await expect(confirm).toBeEnabled();
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(speakers.list).toBeFocused();
  const left = async () => Number(/(\d+) doubtful left/.exec(await speakers.progress.innerText())?.[1]);
  const before = await left();
  expect(before).toBeGreaterThan(50);

  await page.keyboard.press('a');
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  const first = await speakers.selected.innerText();
  await page.keyboard.press('k');
  expect(await speakers.selected.innerText()).not.toBe(first);
  await page.keyboard.press('1');
  await expect(speakers.told).toContainText('Alice.');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('0');
  await expect(speakers.told).toContainText('Narrator.');
  const after = await left();
  expect(after).toBeLessThan(before);
  await page.keyboard.press('r');
  await expect(speakers.field).toBeFocused();
  await page.keyboard.type('mock');
  await page.keyboard.press('Enter');
  await expect(speakers.told).toContainText('Mock Turtle.');
  await page.keyboard.press('n');
  await page.keyboard.type('A voice');
  await page.keyboard.press('Enter');
  await expect(speakers.told).toContainText('A voice.');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('u');
  await page.keyboard.press('Control+z');
  await expect.poll(left).toBe(after);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(left).toBeLessThan(after);
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await expect(speakers.newName).toBeFocused();
  await expect(speakers.newName).toHaveValue('Alice');
  await page.keyboard.press('Escape');
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('f');
  await page.keyboard.press('End');
  await expect(speakers.selected).toHaveAttribute(
    'aria-posinset',
    (await speakers.selected.getAttribute('aria-setsize')) ?? '',
  );

  // Left in the middle: nothing is made, and what was decided is there when the file comes again.
  const kept = await left();
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(library.importDialog).toContainText(`${kept} of them doubtful`);
  await page.keyboard.press('Escape');
  await expect(library.importDialog).toBeHidden();
  expect(existsSync(projectsFolder(folders))).toBe(false);
  await library.drop('alice.txt', sampleBytes('alice.txt'));
  await library.importDialog.getByRole('switch', { name: 'Find who speaks' }).focus();
  await page.keyboard.press('Space');
  await expect(library.importDialog).toContainText(`${kept} of them doubtful`);
  await library.confirmImportByEnter();
  await expect(frame.projectName).not.toHaveText('');
  await expect(library.importDialog).toBeHidden();
  expect(service.userId).not.toBe('');
});
