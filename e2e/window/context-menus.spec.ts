// Menus of the right button and of the Menu key, and chapters in another order.
import { localIdentity, makeBook, queryProject, readSavedScript } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const chapter = (title: string, words: string) => `# ${title}\n\nLANE: ${words}\n`;
const ONE = chapter('One', 'I did not think it polite to listen, sir.');
const TWO = chapter('Two', 'There were no cucumbers in the market.');
const THREE = chapter('Three', 'Not even for ready money.');
const BOOK = [ONE, TWO, THREE].join('\n');

let book: string;
test.beforeEach(async ({ folders, service }) => {
  const voices = await service.voices();
  book = await makeBook(folders, { text: BOOK, connection: localIdentity(service), voices, fill: addSpeechTakes });
});

const takes = () => queryProject(book, 'SELECT line_id, take_id FROM picks ORDER BY line_id');

test('chapters are moved by the pointer, by keys and by their menu, with their takes, and come back', async ({
  open,
}) => {
  const window = await open();
  const { library, frame, script, page } = window;
  await library.openRecent('Book');
  await script.expectStates(['fresh', 'fresh']);
  const before = takes();
  const expectOrder = async (...texts: string[]) => {
    await expect.poll(() => readSavedScript(book)).toBe(texts.join('\n'));
    const titles = texts.map((text) => (text === ONE ? 'One' : text === TWO ? 'Two' : 'Three'));
    await expect(frame.chapters.getByRole('option').locator('span.cut')).toHaveText(titles);
    expect(takes()).toEqual(before);
  };

  await test.step('dragged before another one, and back by undo', async () => {
    await frame.chapter('Three').dragTo(frame.chapter('One'), { targetPosition: { x: 40, y: 4 } });
    await expectOrder(THREE, ONE, TWO);
    await page.keyboard.press('Control+z');
    await expectOrder(ONE, TWO, THREE);
  });
  await test.step('by Alt and the arrows', async () => {
    await frame.chooseChapter('One');
    await page.keyboard.press('Alt+ArrowDown');
    await expectOrder(TWO, ONE, THREE);
    await page.keyboard.press('Alt+ArrowDown');
    await expectOrder(TWO, THREE, ONE);
    await expect(frame.chapter('One')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Alt+ArrowUp');
    await expectOrder(TWO, ONE, THREE);
  });
  await test.step('by the menu of the right button, and of the keyboard', async () => {
    await frame.chapter('Three').click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expectOrder(TWO, THREE, ONE);
    await frame.chapters.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menu', { name: 'Three' }).and(page.locator(':focus, :focus-within'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(frame.chapters).toBeFocused();
  });
  await test.step('what is open in the editor can be written on in', async () => {
    await script.putCursorAtEndOf('ready money');
    await page.keyboard.type(' Indeed.');
    await expect.poll(() => readSavedScript(book)).toContain('ready money. Indeed.');
  });
});

test('lines, rows of the review and roles have context menus', async ({ open }) => {
  const window = await open();
  const { library, frame, script, review, page } = window;
  await library.openRecent('Book');
  await script.expectStates(['fresh', 'fresh']);
  const entries = page.getByRole('menuitem');

  await test.step('a line of the script', async () => {
    await script.row('polite to listen').click({ button: 'right' });
    await expect(entries.filter({ hasText: 'Render this line' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(script.editor).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await entries.filter({ hasText: 'Find and replace' }).click();
    await expect(script.find.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
  });
  await test.step('a row of Review, and a role', async () => {
    await frame.goTo('Review');
    await review.choose('Order', 'Script order');
    // Clicking sooner could hit the row that is about to move there.
    await expect.poll(() => review.labels()).toEqual(['1.1', '1.2', '2.1', '2.2', '3.1', '3.2']);
    await review.line('2.2').getByRole('gridcell').first().click({ button: 'right' });
    await expect(review.line('2.2')).toHaveAttribute('aria-selected', 'true');
    await entries.filter({ hasText: /^Approve/ }).click();
    const verdictOf = () =>
      queryProject(book, `SELECT verdict FROM takes JOIN lines ON lines.id = line_id WHERE turns LIKE '%cucumbers%'`);
    await expect.poll(verdictOf).toEqual([{ verdict: 'approved' }]);
    await frame.roles.getByRole('option', { name: 'LANE' }).click({ button: 'right' });
    await entries.filter({ hasText: 'Open in the cast' }).click();
    await expect(frame.tab('Cast')).toHaveAttribute('aria-current', 'page');
  });
});
