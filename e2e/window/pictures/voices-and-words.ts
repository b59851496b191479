// Screenshots of pronunciation rules while they are being typed, and of voice cloning with the speaker's consent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Project } from '../../../electron/core/project/project.ts';
import { localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { startLocalService } from '../support/local-service.ts';
import { addSpeechTakes } from '../support/speech-takes.ts';
import { voiceSample } from '../support/voice-samples.ts';
import type { LecternWindow } from '../support/window.ts';
import { ALL_SIZES, type Camera } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

const SCRIPT = `# First Act

${Array.from({ length: 12 }, (_, at) => `ALGERNON: Did you hear what I was playing, Lane? Number ${at + 1}.\n\nLANE: I didn't think it polite to listen, sir.`).join('\n\n')}
`;

const rule = (from: string, to: string) => ({
  from,
  to,
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
});

const RULES = [
  rule('Worthing', 'Wur-thing'),
  rule('Bunbury', 'Bun-bree'),
  { ...rule('sir', 'sah'), role: 'LANE' },
  rule('Algernon Moncrieff of Half-Moon Street', 'Al-jer-non Mon-creef'),
];

async function fill(project: Project): Promise<void> {
  project.cast.saveRules(RULES);
  await addSpeechTakes(project);
}

export const shootVoicesAndWords: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'silent');
  try {
    await setUpLocalService(folders);
    const connection = localIdentity(service);
    await makeBook(folders, { text: SCRIPT, connection, voices: await service.voices(), fill });
    await withWindow(folders, async (window) => {
      await window.library.openRecent('Book');
      await window.frame.goTo('Cast');
      await shootRules(window, camera);
      const file = join(folders.root, 'A recording that somebody made in a quiet room.wav');
      writeFileSync(file, voiceSample(9));
      await shootClones(window, camera, file);
    });
  } finally {
    await service.stop();
  }
};

async function shootRules(window: LecternWindow, camera: Camera): Promise<void> {
  const { pronunciation } = window;
  await pronunciation.open();
  await pronunciation.button('New rule').click();
  await pronunciation.written.fill('lane');
  await pronunciation.spoken.fill('Layn');
  await pronunciation.sounds.fill('leɪn');
  await expect(pronunciation.summary).toContainText('Saving will change');
  await camera.take(window, 'pronunciation', ALL_SIZES);
}

async function shootClones(window: LecternWindow, camera: Camera, file: string): Promise<void> {
  const { clones } = window;
  await clones.open();
  await camera.take(window, 'clones-empty', ALL_SIZES);
  await clones.openDialog();
  await clones.file.setInputFiles(file);
  await clones.fillIn({ name: 'Ada', person: 'Ada Lovelace', purpose: 'the audiobook “Notes”, all its editions' });
  await clones.statement.check();
  await camera.take(window, 'clones-new', ALL_SIZES);
  await clones.make.click();
  await expect(clones.dialog).toBeHidden({ timeout: 90_000 });
  await camera.take(window, 'clones', ALL_SIZES);
}
