// Pronunciation rules: seen before they are saved, put in order, taken back, carried as a table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { auditions, localIdentity, makeBook, query } from './support/books.ts';
import { giveSpeech } from './support/give-speech.ts';
import { listen } from './support/heard.ts';
import { answerSaveDialog } from './support/launch.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const SCRIPT = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: Ernest is at the door, Lane.
LANE: Lane is my name, sir.

Lane.

# Second Act

LANE: Yes, sir.
`;

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: (project) => giveSpeech(project),
  });
});

async function openRules(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Cast');
  await window.pronunciation.open();
}

const savedRules = () =>
  query(book, 'SELECT from_text, to_text FROM pronunciation_rules ORDER BY ord').map(
    ({ from_text, to_text }) => `${from_text} → ${to_text}`,
  );

/** Lines whose pick is of today's key. */
const freshLines = () =>
  query(
    book,
    `SELECT count(*) AS n FROM lines JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
     WHERE lines.deleted_at IS NULL`,
  )[0]?.['n'];

test('a rule shows what it would do while it is typed, and does just that when it is saved', async ({ open }) => {
  const window = await open();
  await openRules(window);
  const { pronunciation: rules, page } = window;
  await expect(page.getByText('No rules yet')).toBeVisible();
  await rules.written.fill('lane');
  await rules.spoken.fill('Layn');
  await expect(rules.summary).toHaveText('Saving changes 3 lines: 3 turn stale.');
  await expect(rules.effect).toContainText('To render them');
  await expect(rules.examples.first()).toContainText('First Act · line 1.2');
  await expect(rules.examples.first().locator('del')).toHaveText('Lane');
  await expect(rules.examples.first().locator('ins')).toHaveText('Layn');
  expect(savedRules()).toEqual([]);
  expect(freshLines()).toBe(7);

  await rules.button('Add rule').click();
  await expect.poll(savedRules).toEqual(['lane → Layn']);
  expect(freshLines()).toBe(4);
  // Taken back, the takes are back, and the preview of that said so.
  await rules.spoken.fill('Lane');
  await expect(rules.summary).toHaveText('Saving changes 3 lines: 3 have their takes back.');
  await rules.button('Revert').click();
  await rules.button(/^Delete/).click();
  await expect.poll(freshLines).toBe(7);
  const deleted = page.getByRole('alert').filter({ hasText: 'Rule deleted' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(savedRules).toEqual(['lane → Layn']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(savedRules).toEqual([]);
});

test('everything goes by keyboard', async ({ open }) => {
  const window = await open();
  await openRules(window);
  const { pronunciation: rules, page } = window;
  await rules.written.focus();
  const typed = [
    ['Ernest', 'Urnest'],
    ['sir', 'sah'],
    ['Lane', 'Layn'],
  ] as const;
  for (const [at, [from, to]] of typed.entries()) {
    await page.keyboard.type(from);
    await page.keyboard.press('Tab');
    await page.keyboard.type(to);
    await page.keyboard.press('Enter');
    await expect.poll(savedRules).toContain(`${from} → ${to}`);
    await expect(rules.rows).toHaveCount(at + 1);
    await rules.button('New rule').press('Enter');
    await expect(rules.written).toBeFocused();
  }
  await rules.list.focus();
  await page.keyboard.press('Home');
  await expect(rules.chosen).toContainText('Ernest');
  await page.keyboard.press('End');
  await expect(rules.chosen).toContainText('Lane');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'Lane → Layn', 'sir → sah']);
  await expect(rules.chosen).toContainText('Lane');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(savedRules).toEqual(['Lane → Layn', 'Ernest → Urnest', 'sir → sah']);
  await expect(rules.rows.first()).toContainText('Lane');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'Lane → Layn', 'sir → sah']);
  await expect(rules.rows.first()).toContainText('Ernest');
  await page.keyboard.press('Control+z');
  await expect.poll(savedRules).toEqual(['Lane → Layn', 'Ernest → Urnest', 'sir → sah']);
  await expect(rules.rows.first()).toContainText('Lane');
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'sir → sah']);
  await expect(rules.list).toBeFocused();
  // Enter edits the rule that is chosen, Escape takes back what was typed, and the keyboard is in the list again.
  await page.keyboard.press('Enter');
  await expect(rules.written).toBeFocused();
  await page.keyboard.type('Earnest');
  await page.keyboard.press('Escape');
  await expect(rules.list).toBeFocused();
  await expect(rules.written).toHaveValue('Ernest');
  expect(savedRules()).toEqual(['Ernest → Urnest', 'sir → sah']);
});

test.describe('with real speech', () => {
  test.use({ speech: 'espeak' });

  test('the lines that change are heard, and shown in the script, by mouse and by keyboard', async ({ open }) => {
    const window = await open();
    const { pronunciation: rules, page } = window;
    const heard = await listen(page);
    await openRules(window);
    await rules.written.fill('Lane');
    await rules.spoken.fill('Elaine Lane');
    await heard.more(() => rules.examples.nth(1).getByRole('button', { name: /^Hear/ }).click());
    await expect(window.player.region).toContainText('as it would be spoken');
    const spoken = 'ALGERNON: Ernest is at the door, Elaine Lane.\nLANE: Elaine Lane is my name, sir.';
    expect(auditions(book).map(({ characters }) => characters)).toEqual([spoken.length]);
    await rules.examples.first().getByRole('button', { name: 'First Act · line 1.2', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(
      rules.examples
        .nth(1)
        .getByRole('button', { name: /line 1\.4$/ })
        .last(),
    ).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(window.script.editor).toBeVisible();
    await expect(window.script.row('Ernest is at the door, Lane.').first()).toBeInViewport();
    expect(savedRules()).toEqual([]);
  });
});

test('what gets in a rule’s way is said: another rule, no match, nothing left to speak', async ({ open }) => {
  const window = await open();
  await openRules(window);
  const { pronunciation: rules, page } = window;
  const add = async (from: string, to: string) => {
    await rules.button('New rule').click();
    await rules.written.fill(from);
    await rules.spoken.fill(to);
    await rules.button('Add rule').click();
    await expect.poll(savedRules).toContain(`${from} → ${to}`);
  };
  await add('Lane', 'Mister Lane');
  await add('Mister', 'Sir');
  await expect(
    page
      .getByRole('form', { name: 'Rule' })
      .getByText('It changes what rule 1, “Lane” → “Mister Lane”, has put there, in 3 lines.'),
  ).toBeVisible();
  await rules.rows.first().click();
  await expect(
    page
      .getByRole('form', { name: 'Rule' })
      .getByText('Rule 2, “Mister” → “Sir”, changes its result again in 3 lines.'),
  ).toBeVisible();
  await rules.button('New rule').click();
  await rules.written.fill('ALGERNON:');
  await expect(
    page.getByRole('form', { name: 'New rule' }).getByText(/Names that mark who speaks are never touched/),
  ).toBeVisible();
  await rules.written.fill('Mister Lane');
  await rules.button('Revert').click();
  await rules.rows.first().click();
  await rules.spoken.fill('');
  await expect(rules.effect.getByRole('alert')).toContainText('1 line would have nothing left to speak.');
  await expectAccessible(window, 'pronunciation rules with conflicts');
});

test('rules are dragged into another place', async ({ open, folders }) => {
  const table = join(folders.root, 'rules.csv');
  writeFileSync(table, 'from,to,whole word\nErnest,Urnest,yes\nsir,sah,yes\nLane,Layn,yes\n,nothing,yes\n');
  const window = await open();
  await openRules(window);
  const { pronunciation: rules, page } = window;
  await page.getByLabel('A table of rules').setInputFiles(table);
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'sir → sah', 'Lane → Layn']);
  await expect(page.getByText('1 row of rules.csv left out. Row 5: nothing stands in “from”.')).toBeVisible();
  await rules.rows.nth(2).dragTo(rules.rows.nth(0), { targetPosition: { x: 60, y: 3 } });
  await expect.poll(savedRules).toEqual(['Lane → Layn', 'Ernest → Urnest', 'sir → sah']);
  await rules.rows.nth(0).dragTo(rules.rows.nth(1), { targetPosition: { x: 60, y: 24 } });
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'Lane → Layn', 'sir → sah']);
  await rules.button(/^Move down/).click();
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'sir → sah', 'Lane → Layn']);

  const out = join(folders.root, 'out.csv');
  await answerSaveDialog(window.app, out);
  await rules.button('Export…').click();
  await expect(page.getByText(`The rules are in ${out}.`)).toBeVisible();
  expect(readFileSync(out, 'utf8')).toContain('Ernest,Urnest,yes,no,,');
});
