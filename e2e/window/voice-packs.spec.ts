// A voice pack, chosen and dropped: shown before it is installed, cast without a restart, removed.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { toyPack, writePack } from '../../node/testing/toy-models/toy-pack.ts';
import { answerOpenDialog } from './support/launch.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared', speech: 'espeak' });

const RIGHTS = {
  licence: 'CC-BY-NC-4.0',
  attribution: 'Toy letters by the makers of tests',
  commercialUse: false,
  forbiddenUses: ['Imitating a living person.'],
};

/** Drops a folder from outside, as a file manager does. */
async function dropFolder(page: Page, place: Locator, path: string): Promise<void> {
  const box = await place.boundingBox();
  const session = await page.context().newCDPSession(page);
  const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await session.detach();
}

test('a voice pack is shown with its licence, installed on the word, cast at once, and removed', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { app, settings, frame, library, cast, page } = window;
  await expect(frame.strip).toContainText('Local service');
  await library.drop('storm.txt', Buffer.from('# One\n\nMARA: The storm is coming.\n'));
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('storm');
  const packs = join(folders.home, 'service', 'packs');
  const source = join(folders.root, 'toys');
  writePack(source, { ...toyPack(), rights: RIGHTS });

  await frame.goTo('Cast');
  await cast.show('Voices');
  await page.getByRole('region', { name: 'Voice packs' }).getByRole('button', { name: 'Choose a pack…' }).click();
  const offers = page.getByRole('dialog', { name: 'Voice packs for English' });
  await expect(offers.getByRole('listitem').first()).toContainText('Kokoro');
  await offers.getByRole('button', { name: 'Get Kokoro', exact: true }).click();
  await expect(offers.getByRole('button', { name: 'Download and install' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(offers).toBeHidden();

  await settings.show('Voice packs');
  const part = page.getByRole('tabpanel', { name: 'Voice packs' });
  await expect(part).toContainText('No voice pack is installed.');
  await answerOpenDialog(app, source);
  await part.getByRole('button', { name: 'Add folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install “Toy letters”?' });
  await expect(dialog).toContainText('may not be used commercially');
  expect(existsSync(join(packs, 'toy-letters'))).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => readdirSync(packs)).toEqual([]);

  await dropFolder(page, part.getByText('Or drop a pack’s folder or archive here.'), source);
  await expect(dialog.getByRole('button', { name: 'Install' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frame.notice('Toy letters installed: 2 voices ready to cast.')).toBeVisible();
  const list = part.getByRole('list', { name: 'Installed voice packs' });
  expect(await service.voices()).toContain('lectern://voices/packs/toy-letters/low/manifest.json');
  await frame.goTo('Cast');
  await cast.show('Voices');
  await cast.searchVoices.fill('Toy letters');
  await expect(cast.cell(cast.voice('Low'), 'name')).toContainText('new');

  await settings.show('Voice packs');
  await list.getByRole('button', { name: 'Remove Toy letters' }).press('Enter');
  await list.getByRole('button', { name: 'Remove pack' }).press('Enter');
  await expect(part).toContainText('No voice pack is installed.');
  expect(await service.voices()).not.toContain('lectern://voices/packs/toy-letters/low/manifest.json');
});
