// Screenshots of the library, imports, the settings and global dialogs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { RecentProjects } from '../../../electron/core/app/library/recent-projects.ts';
import { backUpInProject } from '../../../electron/core/project/folder/routine-backups.ts';
import { systemClock } from '../../../electron/core/system.ts';
import { SCENE } from '../../support/sample-texts.ts';
import { sampleBytes } from '../../support/texts.ts';
import { SETTINGS_PARTS } from '../pages/settings.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import type { TestFolders } from '../support/folders.ts';
import { prepareHome, projectsFolder, setUpAccount, setUpLocalService } from '../support/home.ts';
import { answerOpenDialog } from '../support/launch.ts';
import { startLocalService } from '../support/local-service.ts';
import { pngPicture } from '../support/png.ts';
import type { LecternWindow } from '../support/window.ts';
import { ALL_SIZES, type Camera } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

const LONG_TEXT =
  'The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner, who lived eight and twenty years alone';

export const shootLibrary: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  try {
    await setUpLocalService(folders);
    await shootEmptyLibrary(camera, folders);
    const identity = { connection: localIdentity(service), voices: await service.voices(), text: SCENE };
    const remember = async (name: string, lines: number, fresh: number, path?: string) => {
      const recent = await RecentProjects.open(folders.home, systemClock);
      await recent.recordOpened({ path: path ?? (await makeBook(folders, { ...identity, name })), name, lines, fresh });
    };
    await remember('Lost in the post', 12, 0, join(projectsFolder(folders), 'Lost in the post.lectern'));
    await remember('The Picture of Dorian Gray', 1204, 1204);
    await remember(LONG_TEXT, 4310, 97);
    await remember('Earnest', 885, 512);
    await remember('Damaged', 40, 3);
    await remember('Emma', 2_400, 2_100);
    writeFileSync(join(projectsFolder(folders), 'Damaged.lectern', 'project.db'), 'no database at all');
    writeFileSync(join(projectsFolder(folders), 'Emma.lectern', 'cover.png'), pngPicture(600, 420, [58, 96, 140]));
    backUpInProject(join(projectsFolder(folders), 'Earnest.lectern'), Date.now() - 86_400_000);
    await setUpAccount(folders, {
      name: 'Studio account',
      baseUrl: service.baseUrl,
      userId: service.userId,
      key: 'no-key-at-all',
    });
    await setUpLocalService(folders);
    await shootFullLibrary(camera, folders);
  } finally {
    await service.stop();
  }
};

const shootEmptyLibrary = (camera: Camera, folders: TestFolders): Promise<void> =>
  withWindow(folders, async (window) => {
    const { library, page } = window;
    await expect(library.title).toBeVisible();
    await expect(window.frame.strip).toContainText('Local service');
    await camera.take(window, 'library-empty');
    await library.newProject.click();
    await expect(library.newDialog).toBeVisible();
    await camera.take(window, 'library-new');
    await page.keyboard.press('Escape');
    await library.drop('earnest.txt', sampleBytes('earnest.txt'));
    await expect(library.importFigure('lines')).toHaveText('885');
    await camera.take(window, 'import', ALL_SIZES);
    await page.keyboard.press('Escape');
    await shootSpeakers(camera, window);
    await library.drop('war-and-peace.txt', sampleBytes('war-and-peace.txt'));
    await expect(library.importedNames('Chapters').first()).toBeVisible();
    await camera.take(window, 'import-long');
    await page.keyboard.press('Escape');
  });

async function shootSpeakers(camera: Camera, window: LecternWindow): Promise<void> {
  const { library, speakers, page } = window;
  await library.drop('alice.txt', sampleBytes('alice.txt'));
  await library.importDialog.getByRole('switch', { name: 'Find speakers' }).focus();
  await page.keyboard.press('Space');
  const confirm = library.importDialog.getByRole('button', { name: 'Confirm who speaks…' });
  await expect(confirm).toBeEnabled();
  await camera.take(window, 'import-book', ALL_SIZES);
  await confirm.click();
  await expect(speakers.list).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('0');
  await camera.take(window, 'speakers', ALL_SIZES);
  await page.keyboard.press('f');
  await page.keyboard.press('End');
  await camera.take(window, 'speakers-all');
  await page.keyboard.press('e');
  await speakers.newName.fill('Alice');
  await camera.take(window, 'speakers-merge', ALL_SIZES);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

const shootFullLibrary = (camera: Camera, folders: TestFolders): Promise<void> =>
  withWindow(folders, async (window) => {
    const { library, page, settings, palette, frame, app } = window;
    await expect(library.project('Damaged')).toContainText('damaged');
    await camera.take(window, 'library', ALL_SIZES);
    await page.getByRole('button', { name: 'Show as a list' }).click();
    await camera.take(window, 'library-list', ALL_SIZES);
    await page.getByRole('button', { name: 'Show as covers' }).click();
    await library.choose('Earnest', 'Backups…');
    await expect(library.dialog('Backups for Earnest').getByRole('row')).toHaveCount(3);
    await camera.take(window, 'library-backups');
    await page.keyboard.press('Escape');
    await library.choose('Earnest', 'Duplicate…');
    await camera.take(window, 'library-duplicate');
    await page.keyboard.press('Escape');
    await library.openRecent('Damaged');
    await expect(frame.problem('The project is damaged')).toBeVisible();
    await camera.take(window, 'library-damaged');
    await library.choose('Damaged', 'Move to bin');
    await library.showShelf('Bin');
    await expect(library.binned).toHaveCount(1);
    await camera.take(window, 'library-bin');
    await library.showShelf('Projects');
    await page.keyboard.press('Control+,');
    await expect(settings.title).toBeVisible();
    await camera.take(window, 'settings', ALL_SIZES);
    for (const part of SETTINGS_PARTS.slice(1)) {
      await settings.show(part);
      if (part === 'Shortcuts') {
        await settings.setShortcut('Library', 'Control+j');
        await settings.setShortcut('New project…', 'Control+o');
        await settings.setShortcut('Import script…', 'Control+n');
      }
      if (part === 'Log and report') await page.getByRole('button', { name: 'Create report' }).click();
      await camera.take(window, `settings-${part.toLowerCase().replaceAll(' ', '-')}`, ALL_SIZES);
    }
    await settings.show('Services');
    await settings.addAccount.click();
    await expect(settings.accountDialog).toBeVisible();
    await camera.take(window, 'settings-add');
    await page.keyboard.press('Escape');
    await palette.open();
    await camera.take(window, 'palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+/');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await camera.take(window, 'shortcuts', ALL_SIZES);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+0');

    await answerOpenDialog(app, folders.scratch);
    await page.keyboard.press('Control+o');
    await expect(frame.notice('This is not a project')).toBeVisible();
    await camera.take(window, 'error-not-a-project');
  });
