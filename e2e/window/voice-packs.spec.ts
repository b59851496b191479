// Voice packs in the settings: shown before they are installed, cast without a restart, refused with a reason, removed.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { serveHttp } from '../../electron/core/api/testing/local-server.ts';
import { TOY_ARCHIVE, toyKnownPack } from '../../electron/core/app/voice-packs/testing/toy-archive.ts';
import { TOY_VITS_FILES, toyPack, writePack } from '../../node/testing/toy-models/toy-pack.ts';
import { expectAccessible } from './support/accessible.ts';
import { giveSound, localIdentity, makeBook } from './support/books.ts';
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

  await settings.show('Voice packs');
  const part = page.getByRole('tabpanel', { name: 'Voice packs' });
  await expect(part).toContainText('No voice pack is installed.');
  await answerOpenDialog(app, source);
  await part.getByRole('button', { name: 'Add folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install “Toy letters”?' });
  await expect(dialog).toContainText('CC-BY-NC-4.0');
  await expect(dialog).toContainText('may not be used commercially');
  await expect(dialog).toContainText('Imitating a living person.');
  await expectAccessible(window, 'a voice pack that is offered');
  expect(existsSync(join(packs, 'toy-letters'))).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(readdirSync(packs)).toEqual([]);

  await dropFolder(page, part.getByText('Or drop a pack’s folder or archive here.'), source);
  await expect(dialog.getByRole('button', { name: 'Install' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frame.notice('Toy letters is installed: 2 voices can be cast.')).toBeVisible();
  const list = part.getByRole('list', { name: 'Installed voice packs' });
  await expect(list).toContainText('No commercial use');
  await expect(list).toContainText('2 voices · American English');
  expect(await service.voices()).toContain('lectern://voices/packs/toy-letters/low/manifest.json');
  await frame.goTo('Cast');
  await cast.show('Voices');
  await cast.searchVoices.fill('Toy letters');
  await expect(cast.voice('Low')).toBeVisible();

  await settings.show('Voice packs');
  const spoilt = { ...TOY_VITS_FILES, 'tokens.txt': 'x'.repeat(Buffer.byteLength(TOY_VITS_FILES['tokens.txt'] ?? '')) };
  const files = { ...spoilt, 'pack.json': JSON.stringify(toyPack('other')) };
  const archive = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
  );
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], 'other.zip'));
    return data;
  }, Buffer.from(archive).toString('base64'));
  const place = part.getByText('Or drop a pack’s folder or archive here.');
  await place.dispatchEvent('drop', { dataTransfer: transfer });
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(part.getByRole('alert')).toContainText('“other.zip” can’t be added');
  await expect(part.getByRole('alert')).toContainText('Its file tokens.txt is damaged');
  await expect(list.getByRole('button', { name: /^Remove/ })).toHaveCount(1);

  await list.getByRole('button', { name: 'Remove Toy letters' }).press('Enter');
  await expect(list).toContainText('To use its voices again you have to add it again.');
  await list.getByRole('button', { name: 'Remove pack' }).press('Enter');
  await expect(part).toContainText('No voice pack is installed.');
  expect(await service.voices()).not.toContain('lectern://voices/packs/toy-letters/low/manifest.json');
});

test('a pack that is known is fetched once its licence was seen, gone on with after a drop, and cast at once', async ({
  open,
  folders,
  service,
}) => {
  const asked: (string | undefined)[] = [];
  let isOut = true;
  const half = Math.floor(TOY_ARCHIVE.byteLength / 2);
  const server = await serveHttp(({ headers: { range } }, response) => {
    asked.push(range);
    const whole = { etag: '"toys"', 'content-length': TOY_ARCHIVE.byteLength };
    if (range === undefined) {
      response.writeHead(200, whole).write(TOY_ARCHIVE.subarray(0, half), () => response.socket?.destroySoon());
    } else if (isOut) response.writeHead(404).end();
    else {
      const part = `bytes ${half}-${TOY_ARCHIVE.byteLength - 1}/${TOY_ARCHIVE.byteLength}`;
      response.writeHead(206, { etag: '"toys"', 'content-range': part }).end(TOY_ARCHIVE.subarray(half));
    }
  });
  try {
    const { archive, pack } = toyKnownPack(new URL('/toys.tar.bz2', server.url).href);
    const catalogue = { format: 1, packs: [{ archive, pack: { ...pack, rights: RIGHTS } }] };
    writeFileSync(join(folders.home, 'service', 'known-packs.json'), JSON.stringify(catalogue));
    const window = await open();
    const { settings, frame, page } = window;
    await expect(frame.strip).toContainText('Local service');
    await settings.show('Voice packs');
    const known = page.getByRole('list', { name: 'Packs that can be fetched' });
    await expect(known.getByRole('heading')).toHaveCount(9);
    await expect(known).toContainText('1 voice · German (Germany) · CC0-1.0 · 67 MB');
    const toys = known.getByRole('listitem', { name: 'Toy letters' });
    await toys.getByRole('button', { name: 'Get Toy letters' }).click();
    await expect(toys).toContainText('may not be used commercially');
    await expect(toys).toContainText('Imitating a living person.');
    await expectAccessible(window, 'a pack that can be fetched');
    expect(asked).toEqual([]);
    await toys.getByRole('button', { name: 'Download and install' }).click();
    await expect(toys.getByRole('alert')).toContainText('answers with status 404');
    expect(await service.voices()).not.toContain('lectern://voices/packs/toy-letters/low/manifest.json');
    isOut = false;
    await toys.getByRole('button', { name: 'Continue with Toy letters' }).click();
    await expect(frame.notice('Toy letters is installed: 2 voices can be cast.')).toBeVisible();
    expect(asked).toEqual([undefined, `bytes=${half}-`, `bytes=${half}-`]);
    await expect(page.getByRole('list', { name: 'Installed voice packs' })).toContainText(
      '2 voices · American English',
    );
    await expect(toys).toBeHidden();
    expect(await service.voices()).toContain('lectern://voices/packs/toy-letters/low/manifest.json');
  } finally {
    await server.close();
  }
});

test('what a take may be used for is seen with it, and before it is exported', async ({ open, folders, service }) => {
  const use = {
    voice: 'lectern://voices/packs/toy-letters/low/manifest.json',
    name: 'Low',
    synthesizer: 'Toy letters',
    rights: { ...RIGHTS, licenceAddress: null },
    consentId: null,
  };
  const sound = { sampleRate: 8000, channels: [new Float32Array(8000)] };
  await makeBook(folders, {
    name: 'Storm',
    text: '# One\n\nMARA: The storm is coming.\n',
    connection: localIdentity(service),
    voices: ['voice'],
    fill: (project) => giveSound(project, 2, sound, [use]),
  });
  const window = await open();
  const { library, frame, page } = window;
  await library.openRecent('Storm');
  await frame.goTo('Review');
  await page.getByRole('row').filter({ hasText: 'The storm is coming' }).click();
  const take = page.getByRole('article', { name: 'Take 1' });
  await expect(take).toContainText('not commercial');
  await take.getByText('Licence: CC-BY-NC-4.0').click();
  await expect(take).toContainText('Imitating a living person.');
  await frame.goTo('Export');
  await expect(page.getByRole('note', { name: 'Voices and their licences' })).toContainText(
    'Low, Toy letters (CC-BY-NC-4.0): MARA, line 1.2',
  );
  const credits = page.getByRole('region', { name: 'Voices and their licences' });
  await expect(credits).toContainText('Toy letters by the makers of tests, CC-BY-NC-4.0');
  await credits.getByRole('button', { name: 'Copy credits' }).click();
  await expect(frame.notice('Copied.')).toBeVisible();
});
