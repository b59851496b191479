// Chapters that come, go and meet while they are edited: nothing of them is ever out of reach.
import { localIdentity, makeBook, queryProject, readSavedScript } from './support/books.ts';
import { tabTo } from './support/focus.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const ONE = `# One

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite to listen, sir.
`;
const TWO = `# Two

CECILY: But I don’t like German.

LANE: Indeed, miss.

CECILY: It isn’t at all becoming.
`;
const THREE = `# Three

GWENDOLEN: Good heavens!
`;
const BOOK = `${ONE}\n${TWO}\n${THREE}`;
const fresh = (lines: number): string[] => Array.from({ length: lines }, () => 'fresh');

let book: string;
const takes = () => queryProject(book, 'SELECT line_id, take_id FROM picks ORDER BY line_id, take_id');

async function openBook(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.script.expectStates(fresh(3));
}

const makeTheBook = (text: string) =>
  test.beforeEach(async ({ folders, service }) => {
    book = await makeBook(folders, {
      text,
      connection: localIdentity(service),
      voices: await service.voices(),
      fill: addSpeechTakes,
    });
  });

test.describe('chapters', () => {
  makeTheBook(BOOK);

  test('a chapter that was emptied comes back by undo, at once and after having been elsewhere', async ({ open }) => {
    const window = await open();
    await openBook(window);
    const { page, script, frame } = window;
    const before = takes();
    await frame.chooseChapter('Two');
    await script.expectStates(fresh(4));

    const empty = async () => {
      await script.editor.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await expect(script.row('CECILY')).toHaveCount(0);
      await expect.poll(() => readSavedScript(book)).toBe(`${ONE}\n${THREE}`);
      await frame.expectProgress('Two', 'cleared');
      await expect(script.row('Did you hear')).toHaveCount(0);
      await expect(script.editor).toContainText(/^An empty chapter.*Undo to restore its text/);
      await expect(frame.chapter('Two')).toHaveAttribute('aria-selected', 'true');
    };

    await test.step('at once', async () => {
      await empty();
      await page.keyboard.press('Control+z');
      await script.expectStates(fresh(4));
      await frame.expectProgress('Two', '4 lines');
    });
    await test.step('after another chapter and another screen', async () => {
      await empty();
      await frame.chooseChapter('Three');
      await script.expectStates(fresh(2));
      await frame.goTo('Production');
      await frame.goTo('Script');
      await frame.chooseChapter('Two');
      // Until it opens, keys would go to the previous chapter.
      await expect(script.editor).toContainText(/^An empty chapter/);
      await script.editor.focus();
      await page.keyboard.press('Control+z');
      await script.expectStates(fresh(4));
    });
    await expect.poll(() => readSavedScript(book)).toBe(BOOK);
    expect(takes()).toEqual(before);
  });
});

test.describe('words that are written from right to left', () => {
  makeTheBook('# One\n\nLANE: Sir.\n\nALGERNON: Yes.\n\nשלום עולם, אמר האיש.\n\nTurned \u202e here.\n');

  test('stand at their own side, and characters that turn the direction are seen', async ({ open }) => {
    const window = await open();
    await window.library.openRecent('Book');
    const hebrew = window.script.row('שלום');
    const sides = await hebrew.evaluate((row) => {
      const range = document.createRange();
      range.selectNodeContents(row);
      const words = range.getBoundingClientRect();
      const box = row.getBoundingClientRect();
      return { left: words.left - box.left, right: box.right - words.right };
    });
    expect(sides.right).toBeLessThan(sides.left);
    await expect(window.script.row('Turned').locator('.cm-specialChar')).toHaveCount(1);
  });
});

test.describe('many chapters in two parts', () => {
  const many = ['One', 'Two']
    .flatMap((part, at) => [
      `# Part ${part}\n`,
      ...Array.from({ length: 6 }, (_, chapter) => `## Scene ${at * 6 + chapter + 1}\n\nLANE: Yes, sir.\n`),
    ])
    .join('\n');
  makeTheBook(`# The Play\n\nWords before.\n\n${many}`);

  test('are grouped by part and can be filtered, by keyboard too', async ({ open }) => {
    const { library, page, frame, script } = await open();
    await library.openRecent('Book');
    await expect(frame.chapter('Scene 12')).toBeVisible();
    const titles = () => frame.chapters.getByRole('option').allInnerTexts();
    await tabTo(page, 'Filter chapters');
    await page.keyboard.type('scene 1');
    await expect
      .poll(async () => (await titles()).map((words) => words.split('\n').filter(Boolean).slice(0, 2).join(' | ')))
      .toEqual(['Part One | Scene 1', 'Part Two | Scene 10', 'Scene 11 | 2 lines', 'Scene 12 | 2 lines']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await expect(frame.chapter('Scene 12')).toHaveAttribute('aria-selected', 'true');
    await expect(script.editor).toContainText('Scene 12');
    await tabTo(page, 'Filter chapters');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('cellar');
    await expect(page.getByText('No chapters match “cellar”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(frame.chapters).toContainText('Scene 9');
  });
});
