// Screenshots of the cast: roles, voices, voice comparison and dialogs.

import { expect } from '@playwright/test';
import { sampleText } from '../../support/texts.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { startLocalService } from '../support/local-service.ts';
import type { LecternWindow } from '../support/window.ts';
import { ALL_SIZES, type Camera } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, PLAY_NAME } from './stage.ts';

export const shootCast: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  await setUpLocalService(folders);
  try {
    await makeBook(folders, {
      name: 'The Importance of Being Earnest, a first reading',
      text: 'LANE: Yes, sir.\n\nMISS FAIRFAX: I am engaged.\n\nALGERNON: Did you hear?\n',
      connection: localIdentity(service),
      voices: (await service.voices()).slice(20, 30),
    });
    await makeBook(folders, {
      name: PLAY_NAME,
      text: sampleText('earnest.txt'),
      connection: localIdentity(service),
      voices: await service.voices(),
      fill: async (project) => {
        const [, , third] = project.lines.states({ role: 'ALGERNON' });
        project.lines.setOverride(third?.id ?? 0, { speed: 1.2 });
        await addPlayTakes(project, 60);
      },
    });
    await withWindow(folders, async (window) => {
      const { library, frame, cast, page } = window;
      await library.openRecent(PLAY_NAME);
      await expect(frame.projectName).toHaveText(PLAY_NAME);
      await page.keyboard.press('Control+2');
      await cast.role('ALGERNON').click();
      await expect(cast.inspector).toContainText('Line overrides');
      await camera.take(window, 'cast-roles', ALL_SIZES);
      await cast.roles.focus();
      await page.keyboard.press('F2');
      await expect(cast.renameDialog).toBeVisible();
      await camera.take(window, 'cast-rename');
      await page.keyboard.press('Escape');
      await shootCopying(window, camera);
      await cast.show('Voices');
      await cast.searchVoices.fill('english');
      await page.keyboard.press('ArrowDown');
      await camera.take(window, 'cast-voices', ALL_SIZES);
      for (const key of ['Home', 'c', 'ArrowDown', 'c', 'ArrowDown', 'c', 'ArrowDown', 'c']) {
        await page.keyboard.press(key);
      }
      await expect(cast.comparison.getByRole('article')).toHaveCount(4);
      await camera.take(window, 'cast-comparing', ALL_SIZES);
      await cast.searchVoices.fill('no such voice');
      await camera.take(window, 'cast-no-voice');
      await shootUndo(window, camera);
    });
  } finally {
    await service.stop();
  }
};

/** Shows how to copy another project's cast, up to the confirmation. */
async function shootCopying({ page, ...window }: LecternWindow, camera: Camera): Promise<void> {
  await page.getByRole('button', { name: 'Copy a cast…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy a cast' });
  await expect(dialog).toBeVisible();
  await camera.take({ page, ...window }, 'cast-copy-empty');
  await page.keyboard.type('first');
  await expect(page.getByRole('option', { name: /a first reading$/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText(/roles? changes?\./);
  await camera.take({ page, ...window }, 'cast-copy', ALL_SIZES);
  await page.keyboard.press('Escape');
}

/** Undoes a change with the keyboard, and shows that the palette offers to redo it. */
async function shootUndo(window: LecternWindow, camera: Camera): Promise<void> {
  const { cast, page, frame, palette } = window;
  await cast.show('Roles');
  await cast.role('ALGERNON').click();
  await page.keyboard.press('F2');
  await cast.renameDialog.getByRole('textbox', { name: 'Name' }).fill('ALGY');
  await page.keyboard.press('Enter');
  await expect(frame.notice('Undo')).toBeVisible();
  await camera.take(window, 'undo-notice');
  await cast.roles.focus();
  await page.keyboard.press('Control+z');
  await expect(frame.notice('Undone')).toBeVisible();
  await camera.take(window, 'undo-taken-back');
  await palette.open();
  await palette.field.pressSequentially('redo');
  await camera.take(window, 'undo-palette');
  await page.keyboard.press('Escape');
}
