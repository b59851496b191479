// From a manuscript that is dropped to the first take: by mouse, and by keyboard alone.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import { strToU8, zipSync } from 'fflate';
import { queryCount, queryProject } from './support/books.ts';
import { expectVisibleFocus, tabTo } from './support/focus.ts';
import type { TestFolders } from './support/folders.ts';
import { projectsFolder } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

// The take is to sound.
test.use({ speech: 'espeak', application: 'shared' });

/** A Word document of two chapters. */
function manuscript(): Buffer {
  const row = (text: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const rows = [
    row('The First Day', 'Heading1'),
    row('MARA: The storm is coming.'),
    row('IVO: Close the shutters.'),
    row('The Second Day', 'Heading1'),
    row('MARA: It is over.'),
  ];
  const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': `<w:document xmlns:w="${words}"><w:body>${rows.join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles xmlns:w="${words}"><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

const projectOf = (folders: TestFolders): string => join(projectsFolder(folders), 'storm.lectern');

/** Every line of the project has a take whose file sounds. */
async function expectTakes(project: string): Promise<void> {
  const lines = queryCount(project, 'SELECT count(*) FROM lines');
  await expect.poll(() => queryCount(project, 'SELECT count(*) FROM takes'), { timeout: 60_000 }).toBe(lines);
  const files = readdirSync(join(project, 'takes'), { recursive: true, encoding: 'utf8' });
  for (const { hash } of queryProject(project, 'SELECT audio_hash AS hash FROM takes')) {
    const file = files.find((path) => path.replaceAll(/[/\\]/g, '').includes(String(hash)));
    const { channels, sampleRate } = await decode(readFileSync(join(project, 'takes', file ?? '')));
    const [samples = new Float32Array()] = channels;
    expect(samples.length / sampleRate).toBeGreaterThan(0.3);
    expect(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeGreaterThan(0.05);
  }
}

test(
  'by keyboard alone: a Word document becomes takes with speech in them',
  MAIN_FLOW,
  async ({ open, folders, service }) => {
    const { library, frame, production, page, app } = await open();
    await expect(frame.strip).toContainText('Local service');
    const file = join(folders.scratch, 'storm.docx');
    writeFileSync(file, manuscript());
    await answerOpenDialog(app, file);
    await page.keyboard.press('Control+i');
    await expect(library.importDialog.getByRole('textbox', { name: 'Project name' })).toBeFocused();
    await tabTo(page, 'Create project');
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(frame.projectName).toHaveText('storm');
    await page.keyboard.press('Control+3');
    await expect(production.start).toBeVisible();
    await tabTo(page, /^button Render \d+ lines/);
    await page.keyboard.press('Enter');
    await expectTakes(projectOf(folders));
    expect(service.userId).not.toBe('');
  },
);
