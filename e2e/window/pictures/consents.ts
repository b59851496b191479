// Screenshots of consents to cloned voices: an export that needs a decision, marked takes, and a withdrawal.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONED_VOICE_PREFIX } from '@lectern/tts-protocol';
import { expect } from '@playwright/test';
import type { Project } from '../../../electron/core/project/project.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { startLocalService } from '../support/local-service.ts';
import { addSpeechTakes } from '../support/speech-takes.ts';
import { voiceSample } from '../support/voice-samples.ts';
import type { LecternWindow } from '../support/window.ts';
import type { Camera, Size } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

const SIZES: readonly Size[] = [
  [960, 600],
  [1440, 900],
];
const SCRIPT = `# First Act

${Array.from({ length: 8 }, (_, at) => `ALGERNON: Did you hear what I was playing, Lane? Number ${at + 1}.\n\nLANE: I didn't think it polite to listen, sir.`).join('\n\n')}
`;

async function fill(project: Project): Promise<void> {
  const voice = `${CLONED_VOICE_PREFIX}0d3f/manifest.json`;
  project.cast.saveRoles(project.cast.roles().map((role) => (role.name === 'LANE' ? { ...role, voice } : role)));
  await addSpeechTakes(project);
}

export const shootConsents: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  try {
    await setUpLocalService(folders);
    const connection = localIdentity(service);
    await makeBook(folders, { text: SCRIPT, connection, voices: await service.voices(), fill });
    await withWindow(folders, async (window) => {
      await window.library.openRecent('Book');
      await shootExport(window, camera);
      await window.frame.goTo('Cast');
      const file = join(folders.root, 'Ada.wav');
      writeFileSync(file, voiceSample(9));
      await shootWithdrawal(window, camera, file);
    });
  } finally {
    await service.stop();
  }
};

async function shootExport(window: LecternWindow, camera: Camera): Promise<void> {
  const { frame, page } = window;
  await frame.goTo('Review');
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: /Without a valid consent/ }).click();
  await expect(page.getByText('no consent').first()).toBeVisible();
  await camera.take(window, 'consents-review', SIZES);
  await frame.goTo('Export');
  await expect(page.getByRole('button', { name: 'Export without consent…' })).toBeVisible();
  await camera.take(window, 'consents-export', SIZES);
  await page.getByRole('button', { name: 'Add consent…' }).click();
  await camera.take(window, 'consents-add', SIZES);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export without consent…' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The contract of 12 March covers all editions');
  await page.getByRole('textbox', { name: 'Decided by' }).fill('Bo Lind');
  await camera.take(window, 'consents-decide', SIZES);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/decided by Bo Lind/)).toBeVisible();
  await camera.take(window, 'consents-decided', SIZES);
}

async function shootWithdrawal(window: LecternWindow, camera: Camera, file: string): Promise<void> {
  const { clones, page } = window;
  await clones.open();
  await clones.openDialog();
  await clones.file.setInputFiles(file);
  await clones.fillIn({ name: 'Ada', person: 'Ada Lovelace', purpose: 'the audiobook “Notes”, all its editions' });
  await clones.statement.check();
  await camera.take(window, 'consents-clone', SIZES);
  await clones.make.click();
  await expect(clones.dialog).toBeHidden({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Withdraw…' }).click();
  await camera.take(window, 'consents-withdraw', SIZES);
  await page.getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page.getByText('consent withdrawn', { exact: true })).toBeVisible();
  await camera.take(window, 'consents-withdrawn', SIZES);
}
