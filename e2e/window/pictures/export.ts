// Screenshots of exports: with an empty project, ready, running, finished with failures, with invalid names, and with a
// refused folder.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { manyLines } from '../../support/sample-texts.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { answerOpenDialog } from '../support/launch.ts';
import { startLocalService } from '../support/local-service.ts';
import { addSpeechTakes } from '../support/speech-takes.ts';
import { ALL_SIZES, type Size } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, playText } from './stage.ts';

const SIZES: readonly Size[] = [[960, 600], ...ALL_SIZES.slice(2)];
const TAKE_COUNT = 64;
/** Number of takes without an audio file. */
const MISSING_TAKES = 5;
/** Number of lines in the long book, enough for its export to take a while. */
const LONG_BOOK_LINES = 900;

export const shootExport: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  try {
    await setUpLocalService(folders);
    const identity = { connection: localIdentity(service), voices: await service.voices() };
    await makeBook(folders, { ...identity, name: 'Nothing yet', text: '' });
    const book = await makeBook(folders, {
      ...identity,
      name: 'The Importance of Being Earnest',
      text: playText(),
      fill: (project) => addPlayTakes(project, TAKE_COUNT),
    });
    await makeBook(folders, {
      ...identity,
      name: 'A long book',
      text: manyLines(LONG_BOOK_LINES),
      fill: addSpeechTakes,
    });
    const out = join(folders.scratch, 'Earnest, line by line');
    mkdirSync(out);
    writeFileSync(join(out, 'notes.txt'), 'Not Lectern’s.');
    await withWindow(folders, async (window) => {
      const { library, frame, exports, script, page, app } = window;
      await library.openRecent('Nothing yet');
      await frame.goTo('Export');
      await expect(page.getByText('No lines yet')).toBeVisible();
      await camera.take(window, 'export-empty', SIZES);
      await page.keyboard.press('Control+0');
      await library.openRecent('The Importance of Being Earnest');
      await expect(frame.projectName).toHaveText('The Importance of Being Earnest');
      await script.putCursorAtEndOf('Did you hear');
      await page.keyboard.type(' Now.');
      await expect.poll(() => script.states()).toContain('stale');
      await frame.goTo('Export');
      await expect(exports.preview.first()).toBeVisible();
      await camera.take(window, 'export-without-folder', SIZES);
      await answerOpenDialog(app, out);
      await exports.chooseFolder.click();
      await expect(exports.folderContents).toBeVisible();
      for (const name of ['Studio masters', 'Web player, stale lines too']) {
        await exports.presetName.fill(name);
        await page.keyboard.press('Enter');
        await expect(exports.preset(name)).toBeVisible();
      }
      await exports.chooseExtent('Selected chapters');
      await camera.take(window, 'export-ready', SIZES);
      await exports.template.fill('{chapter}/{rôle}-{words}');
      await expect(exports.wrong).toBeVisible();
      await camera.take(window, 'export-wrong-names', SIZES);
      await exports.template.fill('{role}');
      await answerOpenDialog(app, join(book, 'out'));
      await exports.otherFolder.click();
      await expect(frame.problem('is inside a project')).toBeVisible();
      await camera.take(window, 'export-refused-folder', SIZES);
      await answerOpenDialog(app, out);
      await exports.otherFolder.click();
      await exports.chooseExtent('Whole script');
      await exports.start.click();
      await expect(exports.exportAnyway).toBeVisible();
      await camera.take(window, 'export-incomplete', SIZES);
      await page.keyboard.press('Escape');
      await exports.exportAll();
      await camera.take(window, 'export-report', SIZES);
      const takes = join(book, 'takes');
      for (const file of readdirSync(takes, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.wav$/.test(name))
        .slice(0, MISSING_TAKES)) {
        rmSync(join(takes, file));
      }
      // Also delete the exported files, because missing audio would be restored from them.
      for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.wav$/.test(name),
      )) {
        rmSync(join(out, file));
      }
      await exports.back.click();
      await exports.chooseFormat('MP3');
      await expect(exports.wouldFail).toBeVisible();
      await camera.take(window, 'export-would-fail', SIZES);
      await exports.exportAll();
      await expect(exports.failures).toBeVisible();
      await camera.take(window, 'export-failed', SIZES);
      await page.keyboard.press('Control+0');
      await library.openRecent('A long book');
      await expect(frame.projectName).toHaveText('A long book');
      await frame.goTo('Export');
      await answerOpenDialog(app, join(folders.scratch, 'A long book'));
      await exports.chooseFolder.click();
      await exports.chooseFormat('MP3');
      await expect(exports.start).toBeEnabled();
      await exports.start.click();
      // Wait until the export shows the remaining time.
      await expect(exports.figure('left')).toHaveText(/\d/, { timeout: 30_000 });
      await camera.take(window, 'export-running', SIZES);
      await exports.cancel.click();
      await expect(exports.exportTheRest).toBeVisible();
      await camera.take(window, 'export-cancelled', SIZES);
    });
  } finally {
    await service.stop();
  }
};
