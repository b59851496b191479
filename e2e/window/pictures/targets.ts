// Screenshots of export targets: a store's requirements, the unmet ones, other programs' formats, and reports about
// finished files.
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SCENE } from '../../support/sample-texts.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { answerOpenDialog } from '../support/launch.ts';
import { startLocalService } from '../support/local-service.ts';
import { addSpeechTakes } from '../support/speech-takes.ts';
import type { Size } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

const SIZES: readonly Size[] = [
  [1024, 700],
  [1440, 900],
];

export const shootTargets: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  try {
    await setUpLocalService(folders);
    await makeBook(folders, {
      name: 'The Importance of Being Earnest',
      connection: localIdentity(service),
      voices: await service.voices(),
      text: SCENE,
      fill: addSpeechTakes,
    });
    await withWindow(folders, async (window) => {
      const { library, frame, exports, app, page } = window;
      await library.openRecent('The Importance of Being Earnest');
      await frame.goTo('Export');
      await exports.chooseTarget('ACX (Audible)');
      await expect(exports.figure('files')).toBeVisible();
      await camera.take(window, 'target-store', SIZES);
      await answerOpenDialog(app, join(folders.scratch, 'Earnest for ACX'));
      await exports.chooseFolder.click();
      await exports.begin.click();
      await camera.take(window, 'target-banned', SIZES);
      await page.getByRole('button', { name: 'Confirm and export' }).click();
      await expect(exports.outcome).toBeVisible({ timeout: 60_000 });
      await camera.take(window, 'target-report', SIZES);
      await exports.back.click();
      await exports.chooseTarget('Other programs');
      await camera.take(window, 'target-programs', SIZES);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('book details');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Book details' })).toBeVisible();
      await camera.take(window, 'book-details', SIZES);
      await page.getByRole('switch', { name: /watermark/ }).focus();
      await camera.take(window, 'book-details-disclosure', SIZES);
    });
  } finally {
    await service.stop();
  }
};
