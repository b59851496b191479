// Files dropped on the dialog are copied to the studio in parts, and verified there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstallationIdentity, signFile, signingKeyFromPem } from '@lectern/provenance';
import { tinyWav } from '../../packages/provenance/testing/tiny-audio.ts';
import { expect, test } from './support/test.ts';

const CREATED = new Date('2026-11-29T12:00:00Z');

async function signedWav(path: string): Promise<Buffer> {
  const { privateKey, certificates } = await createInstallationIdentity('Muster Verlag', CREATED);
  const key = signingKeyFromPem(privateKey);
  if (key === null) throw new Error('The key is not supported.');
  writeFileSync(path, tinyWav());
  const software = { name: 'Lectern', version: '0.1.0' };
  const claim = { software, title: 'Chapter 1', created: CREATED, voices: [] };
  await signFile(path, path, { claim, signer: { key, certificates } });
  return readFileSync(path);
}

test('dropped files are verified, by their bytes', async ({ open, folders }) => {
  mkdirSync(folders.scratch, { recursive: true });
  const signed = await signedWav(join(folders.scratch, 'signed.wav'));
  const changed = Buffer.from(signed);
  changed.writeUInt8(changed.readUInt8(60) ^ 1, 60);
  const { page } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Verify files');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Verify files' });
  const choose = dialog.getByRole('button', { name: 'Choose files…' });
  await expect(choose).toBeFocused();
  const transfer = await page.evaluateHandle(
    (files) => {
      const data = new DataTransfer();
      for (const [name, content] of files) {
        data.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
      }
      return data;
    },
    [
      ['signed.wav', signed.toString('base64')],
      ['changed.wav', changed.toString('base64')],
      ['text.wav', Buffer.from('not audio').toString('base64')],
    ] as const,
  );
  await choose.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(dialog.locator('ul[aria-label] > li')).toHaveText([
    /^signed\.wavSigned and unchanged.*Muster Verlag/s,
    /^changed\.wavChanged since it was signed.*audio or the tags have been changed/s,
    /^text\.wavCan’t be checked.*isn’t audio/s,
  ]);
});
