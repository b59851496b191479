// Screenshots of how the window reports errors with external causes.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { canMount, mountDrive } from '../../support/drives.ts';
import { SCENE } from '../../support/sample-texts.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, rememberProject, setUpLocalService } from '../support/home.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { childrenOf } from '../support/process-tree.ts';
import type { LecternWindow } from '../support/window.ts';
import type { Camera } from './camera.ts';
import { type ShotContext, type ShotSet, withWindow } from './shot-set.ts';

const DRIVE_BYTES = 8 * 1024 * 1024;

export const shootTrouble: ShotSet = async (context) => {
  const { camera, folders } = context;
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  try {
    await setUpLocalService(folders);
    const identity = { text: SCENE, connection: localIdentity(service), voices: await service.voices() };
    const book = await makeBook(folders, { ...identity, name: 'Book' });
    await makeBook(folders, {
      ...identity,
      name: 'Elsewhere',
      connection: { origin: 'https://tts.example', userId: 'u-1' },
    });
    const copy = join(folders.scratch, 'Copy.lectern');
    cpSync(book, copy, { recursive: true });
    await rememberProject(folders, copy, 'Copy');
    const damaged = await makeBook(folders, { ...identity, name: 'Damaged' });
    damage(join(damaged, 'project.db'));
    await withWindow(folders, async (window) => {
      await shootProjects(window, camera);
    });
    await withWindow(folders, async (window) => {
      await shootStudioKilled(window, camera);
    });
    if (canMount) await shootFullDisk(context, service);
  } finally {
    await service.stop();
  }
};

function damage(database: string): void {
  const bytes = readFileSync(database);
  bytes.fill('garbage ', 4096, Math.min(bytes.length, 60_000));
  writeFileSync(database, bytes);
}

async function shootProjects(window: LecternWindow, camera: Camera): Promise<void> {
  const { library, frame, page } = window;
  await library.openRecent('Damaged');
  await expect(frame.problem('The project is damaged')).toBeVisible();
  await camera.take(window, 'trouble-damaged');
  await library.openRecent('Copy');
  await expect(frame.projectNotices).toContainText('elsewhere');
  await camera.take(window, 'trouble-moved');
  await page.keyboard.press('Control+0');
  await library.openRecent('Elsewhere');
  await frame.goTo('Production');
  await expect(page.getByRole('main')).toContainText('tts.example');
  await camera.take(window, 'trouble-other-connection');
}

async function shootStudioKilled(window: LecternWindow, camera: Camera): Promise<void> {
  const { library, script, frame, pid } = window;
  await library.openRecent('Book');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  const [studio] = [...childrenOf(pid)].find(([, commandLine]) => commandLine.includes('electron-studio-main')) ?? [];
  if (studio === undefined) throw new Error('the studio’s process is not found');
  process.kill(studio, 'SIGKILL');
  await expect(frame.notice('The project closed unexpectedly')).toBeVisible();
  await camera.take(window, 'trouble-studio-restarted');
}

async function shootFullDisk({ camera, folders }: ShotContext, service: LocalService): Promise<void> {
  const drive = mountDrive(join(folders.root, 'drive'), DRIVE_BYTES);
  try {
    const identity = { connection: localIdentity(service), voices: await service.voices() };
    await makeBook(folders, { ...identity, name: 'On a small drive', text: SCENE, folder: drive.path });
    await withWindow(folders, async (window) => {
      const { library, script, page } = window;
      await library.openRecent('On a small drive');
      await script.putCursorAtEndOf('what I was playing, Lane?');
      drive.fill(0);
      await page.keyboard.insertText(` ${'All that is typed now has nowhere to go. '.repeat(40)}`);
      await expect(script.unsaved).toContainText('The disk is full');
      await camera.take(window, 'trouble-not-saved');
      drive.makeRoom();
    });
  } finally {
    drive.remove();
  }
}
