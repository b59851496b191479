// Review: verdicts on one line after the other. Asserts the database and what is heard.
import type { Project } from '../../electron/core/project/project.ts';
import { addTakeToLine, localIdentity, makeBook, queryProject } from './support/books.ts';
import { listen, toneOf } from './support/heard.ts';
import { soundOf } from './support/sounds.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const LINES = 6;
const SECONDS = 0.8;
const SCRIPT = Array.from({ length: LINES }, (_, at) => `LANE: This is line ${at + 1} of the tea.`).join('\n\n');

async function giveTones(project: Project): Promise<void> {
  for (let line = 1; line <= LINES; line += 1) await addTakeToLine(project, line, soundOf(toneOf(line, SECONDS)));
}

let book: string;

test.beforeEach(async ({ folders, service }) => {
  const voices = await service.voices();
  book = await makeBook(folders, { text: SCRIPT, connection: localIdentity(service), voices, fill: giveTones });
});

const verdicts = () =>
  queryProject(book, 'SELECT verdict FROM takes ORDER BY line_id, id').map(({ verdict }) => verdict as string | null);

async function openReview({ library, frame, review, page }: LecternWindow): Promise<void> {
  await library.openRecent('Book');
  await frame.goTo('Review');
  // A tone looks suspicious.
  await review.choose('Order', 'Script order');
  await expect.poll(async () => (await review.numbers())[0]).toBe(1);
  await review.focusTable();
  await page.keyboard.press('Home');
  await expect(review.line(1)).toHaveAttribute('aria-selected', 'true');
}

test('after a verdict the next line plays by itself, and undo comes back to the line it was about', async ({
  open,
}) => {
  const window = await open();
  const { page, review, frame } = window;
  const heard = await listen(page);
  await openReview(window);
  await page.keyboard.press('a');
  await expect(review.line(2)).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([2]);
  await page.keyboard.press('x');
  await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([2, 3]);
  await expect.poll(verdicts).toEqual(['approved', 'rejected', null, null, null, null]);

  await page.keyboard.press('Control+z');
  await expect(frame.notice('Undone: Line 2 rejected.')).toBeVisible();
  await expect(review.line(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('a');
  await expect.poll(verdicts).toEqual(['approved', 'approved', null, null, null, null]);

  await test.step('not where it is switched off', async () => {
    await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([2, 3, 3]);
    await window.settings.show('Sound');
    const playNext = page.getByRole('switch', { name: 'Play the next line' });
    await playNext.click();
    await expect(playNext).not.toBeChecked();
    await page.keyboard.press('Control+4');
    await review.choose('Order', 'Script order');
    await expect.poll(async () => (await review.numbers())[0]).toBe(1);
    await review.focusTable();
    await expect(review.line(3)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('a');
    await expect.poll(verdicts).toEqual(['approved', 'approved', 'approved', null, null, null]);
    await page.keyboard.press('Space');
    await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([2, 3, 3, 4]);
  });
});
