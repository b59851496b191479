// Screenshots of a project that another Lectern has open: each screen in its read-only state, and the dialog that
// duplicates the project for editing.
import { expect } from '@playwright/test';
import { localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { startLocalService } from '../support/local-service.ts';
import { openInOtherLectern } from '../support/other-lectern.ts';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, PLAY_NAME, playText } from './stage.ts';

export const shootReadOnly: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  await setUpLocalService(folders);
  const book = await makeBook(folders, {
    name: PLAY_NAME,
    text: playText(),
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: (project) => addPlayTakes(project, 40),
  });
  const other = await openInOtherLectern(book);
  try {
    await withWindow(folders, async (window) => {
      const { library, frame, page, script } = window;
      await library.openRecent(PLAY_NAME);
      const problem = frame.problem('The project is in use');
      await expect(problem).toBeVisible();
      await camera.take(window, 'read-only-asked');
      await problem.getByRole('button', { name: 'Open read-only' }).click();
      await expect(frame.projectNotices).toBeVisible();
      await script.putCursorAtEndOf('Did you hear');
      await camera.take(window, 'read-only-script', ALL_SIZES);
      for (const screen of ['Cast', 'Production', 'Review', 'Export'] as const) {
        await frame.goTo(screen);
        await camera.take(window, `read-only-${screen.toLowerCase()}`, ALL_SIZES);
      }
      await frame.projectNotices.getByRole('button', { name: 'Make a copy…' }).click();
      await expect(page.getByRole('dialog', { name: 'Duplicate project' })).toBeVisible();
      await camera.take(window, 'read-only-copy');
      // Close the other Lectern before the window is closed, because it uses a folder of this set, and no process may
      // be left there.
      await other.close();
    });
  } finally {
    await other.close();
    await service.stop();
  }
};
