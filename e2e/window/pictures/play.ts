// Screenshots of a play's first act with speech from the local service, from rendering to export.
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { sampleBytes } from '../../support/texts.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { answerOpenDialog } from '../support/launch.ts';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

/** Time limit for rendering an act, in milliseconds. */
const RENDER_TIMEOUT_MS = 240_000;

export const shootPlay: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  await setUpLocalService(folders);
  await withWindow(folders, async (window) => {
    const { library, frame, production, review, script, page, player, exports, app } = window;
    await library.drop('earnest.txt', sampleBytes('earnest.txt'));
    await expect(library.importFigure('lines')).toHaveText('881');
    await library.confirmImport();
    await frame.chooseChapter('Act I');
    await frame.goTo('Production');
    await production.chooseExtent('This chapter');
    await production.start.click();
    await expect(production.run).toBeVisible();
    await camera.take(window, 'play-rendering');
    await expect(frame.strip.getByRole('status')).toContainText('Finished', { timeout: RENDER_TIMEOUT_MS });
    await camera.take(window, 'play-rendered', ALL_SIZES);
    await frame.goTo('Review');
    await expect(review.summary).not.toContainText('analysing', { timeout: 60_000 });
    await review.focusTable();
    await page.keyboard.press('Space');
    await expect(player.pause).toBeVisible();
    await player.pause.click();
    await camera.take(window, 'play-review', ALL_SIZES);
    await frame.goTo('Script');
    await expect(script.row('Did you hear')).toBeVisible();
    await camera.take(window, 'play-script', ALL_SIZES);

    await answerOpenDialog(app, join(folders.scratch, 'act-one'));
    await page.keyboard.press('Control+e');
    await expect(exports.preview.first()).toBeVisible();
    await camera.take(window, 'export', ALL_SIZES);
    await exports.chooseFolder.click();
    await exports.exportAll();
    await camera.take(window, 'export-report', ALL_SIZES);
  });
};
