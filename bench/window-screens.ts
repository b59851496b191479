// Typing and scrolling in long chapters and tables.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFolders } from '../e2e/window/support/folders.ts';
import { launchLectern } from '../e2e/window/support/launch.ts';
import type { BenchRow } from './bench-row.ts';
import { launchBare, openFromLibrary, settle } from './window-apps.ts';
import { memoryOf, memoryRow } from './window-memory.ts';
import { closeProject } from './window-opening.ts';
import { CHAPTER_PARAGRAPHS, chapterScript, TABLE_ROWS } from './window-projects.ts';
import { scrollingRow, timeScrolling } from './window-scrolling.ts';
import { timeTyping, typingRows } from './window-typing.ts';

export async function benchScreens(folders: TestFolders): Promise<BenchRow[]> {
  const text = join(folders.scratch, 'bare.txt');
  writeFileSync(text, chapterScript(CHAPTER_PARAGRAPHS));
  const editor = await launchBare(folders, 'editor', text);
  await editor.page.locator('.cm-line').first().waitFor();
  const bareTyping = await timeTyping(editor.page);
  const bareScrolling = await timeScrolling(editor.page, '.cm-scroller');
  const bareMemory = await memoryOf(editor.app.process().pid ?? 0, editor.page);
  await editor.app.close();
  writeFileSync(text, chapterScript(TABLE_ROWS));
  const rows = await launchBare(folders, 'rows', text);
  await rows.page.locator('.row').last().waitFor();
  const bareTable = await timeScrolling(rows.page, '.cm-scroller');
  await rows.app.close();

  const lectern = await launchLectern(folders);
  try {
    const { page } = lectern;
    await openFromLibrary(page, 'Chapter');
    const typing = await timeTyping(page);
    const scrolling = await timeScrolling(page, '.cm-scroller');
    const memory = await memoryOf(lectern.app.process().pid ?? 0, page);
    await closeProject(page);
    await openFromLibrary(page, 'Table');
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Review', exact: true })
      .click();
    await page.getByRole('gridcell').first().waitFor();
    await settle(page);
    const table = await timeScrolling(page, '[role="grid"]');
    const paragraphs = `a chapter of ${CHAPTER_PARAGRAPHS.toLocaleString('en')} paragraphs`;
    const lines = `${TABLE_ROWS.toLocaleString('en')} rows`;
    return [
      ...typingRows(paragraphs, typing, bareTyping),
      scrollingRow(paragraphs, scrolling, 'a bare CodeMirror with the same text', bareScrolling),
      scrollingRow(`the table of ${lines}`, table, `a plain page of ${lines}`, bareTable),
      memoryRow(`memory after typing in ${paragraphs}`, memory, 'a bare CodeMirror with the same text', bareMemory),
    ];
  } finally {
    await lectern.close();
  }
}
