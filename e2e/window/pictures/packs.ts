// Screenshots of voice packs in the settings: no packs, available and installed packs, and errors.
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { toyKokoroPack, toyPack, writePack } from '../../../node/testing/toy-models/toy-pack.ts';
import { addTakeToLine, localIdentity, makeBook } from '../support/books.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { answerOpenDialog } from '../support/launch.ts';
import { startLocalService } from '../support/local-service.ts';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

const RIGHTS = {
  licence: 'CC-BY-NC-4.0',
  licenceAddress: 'https://creativecommons.org/licenses/by-nc/4.0/',
  attribution: 'Toy letters by the makers of tests',
  commercialUse: false,
  forbiddenUses: ['Imitating a living person without their consent.', 'Advertising for a political party.'],
};

export const shootPacks: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const service = await startLocalService(folders, 'espeak');
  try {
    await setUpLocalService(folders);
    const sound = { sampleRate: 8000, channels: [new Float32Array(8000)] };
    const use = {
      voice: 'lectern://voices/packs/toy-letters/low/manifest.json',
      name: 'Low',
      synthesizer: 'Toy letters',
      rights: RIGHTS,
      consentId: null,
    };
    await makeBook(folders, {
      name: 'Storm',
      text: '# One\n\nMARA: The storm is coming.\n\nIVO: Close the shutters.\n',
      connection: localIdentity(service),
      voices: [use.voice],
      async fill(project) {
        await addTakeToLine(project, 2, sound, [use]);
        await addTakeToLine(project, 3, sound, [use]);
      },
    });
    await withWindow(folders, async (window) => {
      const { app, page, settings } = window;
      await settings.show('Voice packs');
      const part = page.getByRole('tabpanel', { name: 'Voice packs' });
      await expect(part).toContainText('No voice pack is installed.');
      await camera.take(window, 'packs-none', ALL_SIZES);
      await part.getByRole('button', { name: 'Get Piper Lessac' }).click();
      await part.getByRole('button', { name: 'Download and install' }).scrollIntoViewIfNeeded();
      await camera.take(window, 'pack-known', ALL_SIZES);
      await part.getByRole('button', { name: 'Get Piper Lessac' }).click();
      const source = join(folders.root, 'toys');
      writePack(source, { ...toyPack(), rights: RIGHTS });
      await answerOpenDialog(app, source);
      await part.getByRole('button', { name: 'Add folder…' }).click();
      const install = page.getByRole('dialog').getByRole('button', { name: 'Install' });
      await expect(install).toBeVisible();
      await camera.take(window, 'pack-offered', ALL_SIZES);
      await install.click();
      await expect(part.getByText('No commercial use')).toBeVisible();
      const { pack, files } = toyKokoroPack();
      const packs = join(folders.home, 'service', 'packs');
      writePack(join(packs, pack.id), pack, files);
      writePack(join(packs, 'broken'), { ...toyPack('broken'), rights: undefined });
      writePack(join(folders.root, 'unlicensed'), { ...toyPack(), rights: undefined });
      await answerOpenDialog(app, join(folders.root, 'unlicensed'));
      await part.getByRole('button', { name: 'Add folder…' }).click();
      await expect(part.getByRole('alert')).toBeVisible();
      await settings.show('About');
      await settings.show('Voice packs');
      await expect(part.getByText('Not usable')).toBeVisible();
      await part.getByRole('button', { name: 'Remove Toy letters' }).click();
      await camera.take(window, 'packs-installed', ALL_SIZES);
      await page.keyboard.press('Control+0');
      await window.library.openRecent('Storm');
      await window.frame.goTo('Review');
      await page.getByRole('row').filter({ hasText: 'The storm is coming' }).click();
      await page.getByText('Licence: CC-BY-NC-4.0').click();
      await camera.take(window, 'take-licence', ALL_SIZES);
      await window.frame.goTo('Export');
      await expect(page.getByRole('note')).toBeVisible();
      await camera.take(window, 'export-licences', ALL_SIZES);
      await page.getByRole('button', { name: 'Copy credits' }).scrollIntoViewIfNeeded();
      await camera.take(window, 'export-credits', ALL_SIZES);
      await window.frame.goTo('Cast');
      await window.cast.show('Voices');
      await window.cast.searchVoices.fill('Toy');
      await expect(window.cast.voice('High')).toBeVisible();
      await window.cast.voice('High').click();
      await camera.take(window, 'cast-not-commercial', ALL_SIZES);
    });
  } finally {
    await service.stop();
  }
};
