// The cast: roles, voices, voices side by side, and what lies over them.

import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { corpus } from '../../support/processes.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import { settleIn, setUpLocalService } from '../support/home.ts';
import { startLocalService } from '../support/local-service.ts';
import { ALL } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { giveTakes, PLAY_NAME } from './stage.ts';

export const shootCast: ShotSet = async ({ camera, folders }) => {
  await settleIn(folders);
  const service = await startLocalService(folders, 'silent');
  await setUpLocalService(folders);
  try {
    await makeBook(folders, {
      name: PLAY_NAME,
      text: readFileSync(corpus('earnest.txt'), 'utf8'),
      connection: localIdentity(service),
      voices: await service.voices(),
      fill: async (project) => {
        const [, , third] = project.lines.states({ role: 'ALGERNON' });
        project.lines.setOverride(third?.id ?? 0, { speed: 1.2 });
        await giveTakes(project, 60);
      },
    });
    await withWindow(folders, async (window) => {
      const { library, frame, cast, page } = window;
      await library.openRecent(PLAY_NAME);
      await expect(frame.projectName).toHaveText(PLAY_NAME);
      await page.keyboard.press('Control+2');
      await cast.role('ALGERNON').click();
      await expect(cast.inspector).toContainText('Lines that differ');
      await camera.take(window, 'cast-roles', ALL);
      await cast.roles.focus();
      await page.keyboard.press('F2');
      await expect(cast.renameDialog).toBeVisible();
      await camera.take(window, 'cast-rename');
      await page.keyboard.press('Escape');
      await cast.show('Voices');
      await cast.searchVoices.fill('english');
      await page.keyboard.press('ArrowDown');
      await camera.take(window, 'cast-voices', ALL);
      for (const key of ['Home', 'c', 'ArrowDown', 'c', 'ArrowDown', 'c', 'ArrowDown', 'c']) {
        await page.keyboard.press(key);
      }
      await expect(cast.comparison.getByRole('article')).toHaveCount(4);
      await camera.take(window, 'cast-comparing', ALL);
      await cast.searchVoices.fill('no such voice');
      await camera.take(window, 'cast-no-voice');
    });
  } finally {
    await service.stop();
  }
};
