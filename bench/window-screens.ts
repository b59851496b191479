// Measures typing and scrolling in long chapters and tables.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFolders } from '../e2e/window/support/folders.ts';
import { launchLectern } from '../e2e/window/support/launch.ts';
import type { BenchRow } from './bench-row.ts';
import { launchBare, openFromLibrary, settle } from './window-apps.ts';
import { measureMemory, memoryRow } from './window-memory.ts';
import { CHAPTER_PARAGRAPHS, chapterScript, TABLE_ROWS } from './window-projects.ts';
import { reviewingRows, timeReviewing } from './window-reviewing.ts';
import { scrollingRow, timeScrolling } from './window-scrolling.ts';
import { timeTyping, typingRows } from './window-typing.ts';

/** Maximum time relative to a plain page. */
const MAX_RATIOS = { scriptScrolling: 1.2, tableScrolling: 0.8 };

export async function benchScreens(folders: TestFolders): Promise<BenchRow[]> {
  return [...(await benchScript(folders)), ...(await benchTable(folders))];
}

async function benchScript(folders: TestFolders): Promise<BenchRow[]> {
  const text = join(folders.scratch, 'chapter.txt');
  writeFileSync(text, chapterScript(CHAPTER_PARAGRAPHS));
  const editor = await launchBare(folders, 'editor', text);
  const lectern = await launchLectern(folders);
  try {
    const { page } = lectern;
    await editor.page.locator('.cm-line').first().waitFor();
    await openFromLibrary(page, 'Chapter');
    const [bareTyping = {}, typing = {}] = await timeTyping([editor.page, page]);
    const [bareScrolling = [], scrolling = []] = await timeScrolling([
      [editor.page, '.cm-scroller'],
      [page, '.cm-scroller'],
    ]);
    const bareMemory = await measureMemory(editor.app.process().pid ?? 0, editor.page);
    const memory = await measureMemory(lectern.app.process().pid ?? 0, page);
    const paragraphs = `a chapter of ${CHAPTER_PARAGRAPHS.toLocaleString('en')} paragraphs`;
    const bare = 'a bare CodeMirror with the same text';
    return [
      ...typingRows(paragraphs, typing, bareTyping),
      scrollingRow(paragraphs, scrolling, bare, bareScrolling, MAX_RATIOS.scriptScrolling),
      memoryRow(`memory after typing in ${paragraphs}`, memory, bare, bareMemory),
    ];
  } finally {
    // Close the application first: its command line names the folder, and no process that names the folder may be left
    // running.
    await editor.app.close();
    await lectern.close();
  }
}

async function benchTable(folders: TestFolders): Promise<BenchRow[]> {
  const text = join(folders.scratch, 'table.txt');
  writeFileSync(text, chapterScript(TABLE_ROWS));
  const rows = await launchBare(folders, 'rows', text);
  const lectern = await launchLectern(folders);
  try {
    const { page } = lectern;
    const goTo = (screen: string) =>
      page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen, exact: true }).click();
    await rows.page.locator('.row').last().waitFor();
    await openFromLibrary(page, 'Table');
    await goTo('Review');
    await page.getByRole('gridcell').first().waitFor();
    await settle(page);
    const [bareTable = [], table = []] = await timeScrolling([
      [rows.page, '.cm-scroller'],
      [page, '[role="grid"]'],
    ]);
    const quiet = await timeReviewing(page);
    await goTo('Production');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Render [\d,]+ lines$/ })
      .click();
    await page.getByRole('progressbar').first().waitFor();
    await goTo('Review');
    await page.getByRole('gridcell').first().waitFor();
    await settle(page);
    const running = await timeReviewing(page);
    const lines = `${TABLE_ROWS.toLocaleString('en')} rows`;
    return [
      scrollingRow(`the table of ${lines}`, table, `a plain page of ${lines}`, bareTable, MAX_RATIOS.tableScrolling),
      ...reviewingRows(running, quiet),
    ];
  } finally {
    await rows.app.close();
    await lectern.close();
  }
}
