// Several chapters in one scroll: they come as they are scrolled to, and each keeps its own words.
import { localIdentity, makeBook, readSavedScript } from './support/books.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const CHAPTERS = 12;
const PARAGRAPHS = 14;
const line = (chapter: number, at: number) => `LANE: This is line ${at} of chapter ${chapter}, sir.`;
const chapterText = (chapter: number) =>
  `# Chapter ${chapter}\n\n${Array.from({ length: PARAGRAPHS }, (_, at) => line(chapter, at + 1)).join('\n\n')}\n`;
const BOOK = Array.from({ length: CHAPTERS }, (_, at) => chapterText(at + 1)).join('\n');

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: BOOK,
    connection: localIdentity(service),
    voices: await service.voices(),
  });
});

/** Waits until a chapter begins at the top of what is shown, below the end of the one before it. */
async function standsAtTop({ page, script }: LecternWindow, chapter: number): Promise<void> {
  await expect(script.row(line(chapter - 1, PARAGRAPHS))).toHaveCount(1);
  const below = async () => {
    const [heading, area] = await Promise.all(
      [script.row(`# Chapter ${chapter}`), page.locator('.cm-scroller')].map((element) => element.boundingBox()),
    );
    return (heading?.y ?? 0) - (area?.y ?? 0);
  };
  await expect.poll(below).toBeGreaterThan(0);
  await expect.poll(below).toBeLessThan(60);
}

test('chapters are read and written in one scroll, by wheel and by keyboard', async ({ open }) => {
  const window = await open();
  const { page, library, script, frame } = window;
  await library.openRecent('Book');
  await expect(script.row('# Chapter 1')).toHaveCount(1);
  const toggle = page.getByRole('button', { name: 'All chapters in one scroll' });
  const scroller = page.locator('.cm-scroller');
  const isChosen = (chapter: string) => expect(frame.chapter(chapter)).toHaveAttribute('aria-selected', 'true');

  await test.step('one chapter ends where it ends', async () => {
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await scroller.evaluate((area) => area.scrollTo(0, area.scrollHeight));
    await expect(script.row('# Chapter 2')).toHaveCount(0);
  });

  await test.step('the wheel leads on to the next, and the list follows', async () => {
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    // Not the text itself: Playwright scrolls to the middle of what it hovers over, and the text is growing.
    await scroller.hover();
    const heading = script.row('# Chapter 3');
    await expect(async () => {
      await page.mouse.wheel(0, 80);
      await scroller.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const tops = await heading.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
      expect(tops[0]).toBeLessThan(250);
    }).toPass({ intervals: [0], timeout: 60_000 });
    await isChosen('Chapter 3');
    await expect(page.getByRole('heading', { name: '# Chapter 3' })).toBeVisible();
  });

  await test.step('what is typed there is saved there, and taken back', async () => {
    await script.putCursorAtEndOf('line 2 of chapter 3');
    // In one go: keys that come slowly are steps of their own.
    await page.keyboard.insertText(' Quite.');
    const edited = BOOK.replace(line(3, 2), `${line(3, 2)} Quite.`);
    await expect.poll(() => readSavedScript(book)).toBe(edited);
    await page.keyboard.press('Control+z');
    await expect.poll(() => readSavedScript(book)).toBe(BOOK);
  });

  await test.step('a chapter that is chosen is scrolled to, and the one before it stands above', async () => {
    await frame.chooseChapter('Chapter 9');
    await standsAtTop(window, 9);
    await isChosen('Chapter 9');
  });

  await test.step('the cursor goes over the start of a chapter and back, and no key takes that away', async () => {
    await script.putCursorAtEndOf(/^# Chapter 9$/);
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await isChosen('Chapter 8');
    await page.keyboard.type('!');
    await page.keyboard.press('ArrowDown');
    await isChosen('Chapter 9');
    const written = `${line(8, PARAGRAPHS)}!\n# Chapter 9`;
    await expect.poll(() => readSavedScript(book)).toContain(written);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => readSavedScript(book)).toBe(BOOK);
  });

  await test.step('a selection over two chapters stays as it is; “select all” is one of them', async () => {
    await script.putCursorAtEndOf(`line ${PARAGRAPHS} of chapter 8`);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
    await page.keyboard.press('Delete');
    await expect(frame.notice(/A selection across chapters/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('# Chapter 9');
    await expect.poll(() => readSavedScript(book)).toBe(BOOK.replace(chapterText(9), '# Chapter 9\n'));
    await page.keyboard.press('Control+z');
    await expect.poll(() => readSavedScript(book)).toBe(BOOK);
  });

  await test.step('without it the chapter stands alone again', async () => {
    await toggle.click();
    await expect(script.row('# Chapter 10')).toHaveCount(0);
    await expect(script.row('# Chapter 9')).toHaveCount(1);
  });
});

test('a chapter near the end stands at the top too, with the one before it above', MAIN_FLOW, async ({ open }) => {
  const window = await open();
  const { page, library, script, frame } = window;
  await library.openRecent('Book');
  await expect(script.row('# Chapter 1')).toHaveCount(1);
  await page.getByRole('button', { name: 'All chapters in one scroll' }).click();
  await frame.chooseChapter('Chapter 10');
  await standsAtTop(window, 10);
});
