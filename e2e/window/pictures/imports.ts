// Screenshots of imports: small, large, in sections, in columns, from several files, in progress, and failed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { longPdf } from '../../support/long-pdf.ts';
import { sampleBytes } from '../../support/texts.ts';
import { prepareHome, projectsFolder, setUpLocalService } from '../support/home.ts';
import { startLocalService } from '../support/local-service.ts';
import type { Size } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

const SIZES: readonly Size[] = [
  [960, 640],
  [1280, 800],
];
const SHEET = [
  'ID,Scene,Character,Delivery,Line',
  '1,The Flat,LANE,dryly,I didn’t think it polite to listen sir.',
  '2,The Flat,ALGERNON,,I’m sorry for that for your sake.',
  '3,The Garden,JACK,loudly,Where is that boy?',
];

function manySections(chapters: number): Buffer {
  const names = Array.from({ length: chapters }, (_, at) => `c${at + 1}`);
  const items = names.map((name) => `<item id="${name}" href="${name}.xhtml"/>`).join('');
  const spine = names.map((name) => `<itemref idref="${name}"/>`).join('');
  const files = {
    mimetype: 'application/epub+zip',
    'book.opf': `<package><metadata><dc:title>Rain</dc:title></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(
      names.map((name, at) => [`${name}.xhtml`, `<h1>Chapter ${at + 1}</h1><p>It rained for ${at + 1} days.</p>`]),
    ),
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

export const shootImports: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  try {
    await setUpLocalService(folders);
    await withWindow(folders, async (window) => {
      const { library, page, frame } = window;
      await expect(frame.strip).toContainText('Local service');
      const shoot = async (picture: string, file: string, bytes: Buffer) => {
        await library.drop(file, bytes);
        await expect(library.importDialog).toBeVisible({ timeout: 60_000 });
        await camera.take(window, picture, SIZES);
        await page.keyboard.press('Escape');
        await expect(library.importDialog).toBeHidden();
      };
      await shoot('import-small', 'note.txt', Buffer.from('It rained.\n'));
      await shoot('import-play', 'earnest.epub', sampleBytes('earnest.epub'));
      await shoot('import-sections', 'rain.epub', manySections(300));
      await shoot('import-sheet', 'play.csv', Buffer.from(`${SHEET.join('\n')}\n`));
      await library.drop('empty.txt', Buffer.from(' '));
      await expect(frame.problem('“empty.txt” can’t be imported')).toBeVisible();
      await camera.take(window, 'import-empty', SIZES);

      const parts = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        for (const at of [1, 2, 3]) data.items.add(new File([`MARA: Part ${at}.\n`], `Storm ${at}.txt`));
        return data;
      });
      await library.dropTransfer(parts);
      await expect(library.importDialog).toBeVisible();
      await camera.take(window, 'import-parts', SIZES);
      mkdirSync(folders.documents, { recursive: true });
      rmSync(projectsFolder(folders), { recursive: true, force: true });
      writeFileSync(projectsFolder(folders), 'in the way');
      await library.importDialog.getByRole('button', { name: 'Create project' }).click();
      await expect(frame.problem('This name is taken')).toBeVisible();
      await camera.take(window, 'import-failing', SIZES);
      await page.keyboard.press('Escape');

      await library.drop('war.pdf', Buffer.from(longPdf()));
      await expect(library.dialog('Reading “war.pdf”')).toBeVisible();
      await page.screenshot({ path: `${camera.folder}/import-progress.png` });
      await page.keyboard.press('Escape');
    });
  } finally {
    await service.stop();
  }
};
