// Screenshots of the settings for signing, and of verified files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstallationIdentity, signFile, signingKeyFromPem } from '@lectern/provenance';
import { expect } from '@playwright/test';
import { readLocale } from '../../../node/locales.ts';
import { tinyWav } from '../../../packages/provenance/testing/tiny-audio.ts';
import { settings as settingsMessages } from '../../../renderer/locales/en/settings.ts';
import { signing } from '../../../renderer/locales/en/signing.ts';
import { verify } from '../../../renderer/locales/en/verify.ts';
import { openBook } from '../../../shared/words/words.ts';
import { prepareHome } from '../support/home.ts';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

const VOICES = [
  { name: 'Libby', source: 'rule-based', licence: 'GPL-3.0-or-later' },
  { name: 'Ben Carter', source: 'cloned', consentId: 'c-17' },
] as const;

async function writeIdentity(folder: string, name: string) {
  const { privateKey, certificates } = await createInstallationIdentity(name, new Date('2026-11-29T12:00:00Z'));
  const key = signingKeyFromPem(privateKey);
  if (key === null) throw new Error('The key is not supported.');
  writeFileSync(join(folder, 'certificate.pem'), certificates.join('\n'));
  writeFileSync(join(folder, 'key.pem'), privateKey);
  return { key, certificates };
}

/** In the language of the window. */
async function messages() {
  const book = openBook({ settings: settingsMessages, signing, verify });
  const language = process.env['LECTERN_LANGUAGE'] ?? 'en';
  if (language !== 'en') book.speak(language, (await readLocale(language)).window ?? {});
  return { t: book.words('signing'), tVerify: book.words('verify'), tSettings: book.words('settings') };
}

export const shootSignatures: ShotSet = async ({ camera, folders }) => {
  await prepareHome(folders);
  const signer = await writeIdentity(folders.root, 'Muster Verlag');
  const at = (name: string) => join(folders.root, name);
  const names = ['01 - Morning in Flat.wav', '02 - Garden.wav', '03 - Unsigned.wav'];
  for (const name of names) writeFileSync(at(name), tinyWav());
  const software = { name: 'Lectern', version: '0.1.0' };
  for (const [index, name] of names.slice(0, 2).entries()) {
    const claim = {
      software,
      title: `Chapter ${index + 1}`,
      created: new Date('2026-11-29T12:00:00Z'),
      voices: VOICES,
    };
    await signFile(at(name), at(name), { claim, signer });
  }
  const changed = readFileSync(at(names[1] ?? ''));
  changed.writeUInt8(changed.readUInt8(60) ^ 1, 60);
  writeFileSync(at(names[1] ?? ''), changed);
  writeFileSync(at('notes.txt'), 'Not audio.');
  await withWindow(folders, async (window) => {
    const { app, page } = window;
    const chooses = (...paths: readonly string[]) =>
      app.evaluate(({ dialog }, filePaths) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [...filePaths] });
      }, paths);
    const { t, tVerify, tSettings } = await messages();
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: tSettings('part.signing'), exact: true }).click();
    await page.getByRole('switch').waitFor();
    await camera.take(window, 'signing', ALL_SIZES);
    await page.getByRole('button', { name: t('install') }).click();
    await chooses(at('certificate.pem'));
    await page.getByRole('button', { name: t('dialog.chooseCertificate') }).click();
    await page.getByRole('button', { name: t('dialog.chooseKey') }).click();
    const install = page.getByRole('dialog').getByRole('button', { name: t('dialog.install') });
    await install.click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await camera.take(window, 'signing-rejected', ALL_SIZES);
    await chooses(at('key.pem'));
    await page.getByRole('button', { name: t('dialog.chooseKey') }).click();
    await install.click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await camera.take(window, 'signing-own', ALL_SIZES);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(tVerify('title'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: tVerify('choose') })).toBeFocused();
    await camera.take(window, 'verify', ALL_SIZES);
    await chooses(...names.map(at), at('notes.txt'));
    await page.keyboard.press('Enter');
    await page.getByText(tVerify('progress', { done: 4, files: 4 })).waitFor();
    await camera.take(window, 'verified', ALL_SIZES);
  });
};
