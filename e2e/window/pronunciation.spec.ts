// Pronunciation rules: written, put in order, taken back.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
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
    fill: (project) => addSpeechTakes(project),
  });
});

async function openRules(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Cast');
  await window.pronunciation.open();
}

const savedRules = () =>
  queryProject(book, 'SELECT from_text, to_text FROM pronunciation_rules ORDER BY ord').map(
    ({ from_text, to_text }) => `${from_text} → ${to_text}`,
  );

/** Lines whose pick is of today's key. */
const freshLines = () =>
  queryProject(
    book,
    `SELECT count(*) AS n FROM lines JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
     WHERE lines.deleted_at IS NULL`,
  )[0]?.['n'];

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
    // Waits for this rule's preview: the previous rule's may still be shown.
    await expect(rules.examples.first().locator('ins')).toHaveText(to);
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
  // The takes of the lines that the two rules changed are stale.
  await expect.poll(freshLines).toBe(4);
  await expectAccessible(window, 'pronunciation rules');
});

test('rules are dragged into another place', async ({ open, folders }) => {
  const table = join(folders.root, 'rules.csv');
  writeFileSync(table, 'from,to,whole word\nErnest,Urnest,yes\nsir,sah,yes\nLane,Layn,yes\n');
  const window = await open();
  await openRules(window);
  const { pronunciation: rules, page } = window;
  await page.getByLabel('A table of rules').setInputFiles(table);
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'sir → sah', 'Lane → Layn']);
  await expect(rules.rows).toHaveCount(3);
  await rules.rows.nth(2).dragTo(rules.rows.nth(0), { targetPosition: { x: 60, y: 3 } });
  await expect.poll(savedRules).toEqual(['Lane → Layn', 'Ernest → Urnest', 'sir → sah']);
  await expect(rules.rows.first()).toContainText('Lane');
  await rules.rows.nth(0).dragTo(rules.rows.nth(1), { targetPosition: { x: 60, y: 24 } });
  await expect.poll(savedRules).toEqual(['Ernest → Urnest', 'Lane → Layn', 'sir → sah']);
});
