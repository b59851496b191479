// Screenshots of local voice engines in the settings: detected, configured and saved.
import { expect } from '@playwright/test';
import { KOKORO, ListingServer, PIPER } from '../../../packages/speech-service/testing/listing-server.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { startLocalService } from '../support/local-service.ts';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

export const shootEngines: ShotSet = async ({ camera, folders }) => {
  const [kokoro, piper] = [await new ListingServer(KOKORO).start(), await new ListingServer(PIPER).start()];
  await prepareHome(folders);
  const ports = `${kokoro.port},${piper.port}`;
  const service = await startLocalService(folders, 'espeak', ['--engine-ports', ports]);
  try {
    await setUpLocalService(folders);
    await withWindow(folders, async (window) => {
      const { page, settings } = window;
      await settings.show('Voice engines');
      const part = page.getByRole('tabpanel', { name: 'Voice engines' });
      await expect(part).toContainText('No engines added.');
      await part.getByRole('button', { name: 'Look for engines' }).click();
      const add = part.getByRole('button', { name: /^Add Voice server/ });
      await expect(add).toHaveCount(2);
      await camera.take(window, 'engines-found', ALL_SIZES);
      await add.first().click();
      const dialog = page.getByRole('dialog', { name: 'Add an engine' });
      await camera.take(window, 'engine-form', ALL_SIZES);
      await dialog.getByText('Capabilities').click();
      await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
      await dialog.getByRole('button', { name: 'List voices' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await camera.take(window, 'engine-form-problem');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(kokoro.url);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(part.getByRole('list', { name: 'Engines in use' })).toBeVisible();
      await camera.take(window, 'engines-kept', ALL_SIZES);
    });
  } finally {
    await service.stop();
    await kokoro.stop();
    await piper.stop();
  }
};
