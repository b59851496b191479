// Voice engines of this machine: looked for when the producer says so, heard, added, spoken with at once, removed and brought back.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KOKORO, ListingServer } from '../../packages/speech-service/testing/listing-server.ts';
import { expectAccessible } from './support/accessible.ts';
import { filesContaining } from './support/folders.ts';
import { listen } from './support/heard.ts';
import { prepareHome, setUpLocalService } from './support/home.ts';
import { startLocalService } from './support/local-service.ts';
import { readHeapText } from './support/page-memory.ts';
import { expect, test } from './support/test.ts';

const KEY = 'sk-of-an-engine-0123456789';
const HEART = 'lectern://voices/kokoro/af-heart/manifest.json';

test('an engine is found, heard, added with its key, and speaks from then on', async ({ open, folders }) => {
  const kokoro = await new ListingServer(KOKORO).start();
  const page404 = await new ListingServer({}).start();
  page404.otherwise = (_request, response) => void response.end('<!doctype html><title>Hello</title>');
  await prepareHome(folders);
  const ports = [page404.port, kokoro.port].join(',');
  const service = await startLocalService(folders, 'espeak', ['--engine-ports', ports]);
  try {
    await setUpLocalService(folders);
    const window = await open();
    const { settings, frame, page } = window;
    await expect(frame.strip).toContainText('Local service');
    await settings.show('Voice engines');
    const part = page.getByRole('tabpanel', { name: 'Voice engines' });
    await expect(part).toContainText('No engines added.');
    expect(kokoro.requests).toEqual([]);

    await part.getByRole('button', { name: 'Look for engines' }).click();
    const found = part.getByRole('list', { name: 'Engines found' });
    await expect(found.getByRole('listitem')).toHaveCount(1);
    await expect(found).toContainText('3 voices · 3 models');
    await found.getByRole('button', { name: /^Add Voice server at / }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an engine' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('kokoro');
    await dialog.locator('input[type="password"]').fill(KEY);
    await expect(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('kokoro');
    const heard = await listen(page);
    await heard.waitForMore(() => dialog.getByRole('button', { name: 'Hear George' }).click());
    await expect(dialog.getByRole('status')).toContainText('Responded in');
    expect(kokoro.requests.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { voice: 'bm_george' } });
    await dialog.getByRole('checkbox', { name: /^Alpha/ }).uncheck();
    await expectAccessible(window, 'a voice engine that is added');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(frame.notice('kokoro is ready: 2 voices.')).toBeVisible();
    const kept = part.getByRole('list', { name: 'Engines in use' });
    await expect(kept).toContainText('with a key');
    await expect(kept).toContainText('2 voices: Heart, George');
    expect(await service.voices()).toContain(HEART);
    expect(filesContaining(folders.home, KEY)).toEqual([expect.stringMatching(/engine-keys.kokoro\.key$/)]);
    expect((await readHeapText(page)).includes(KEY)).toBe(false);

    await kept.getByRole('button', { name: 'Remove kokoro' }).click();
    await expect(part).toContainText('No engines added.');
    await expect.poll(service.voices).not.toContain(HEART);
    expect(existsSync(join(folders.home, 'service', 'engine-keys', 'kokoro.key'))).toBe(false);
    await page.keyboard.press('Control+z');
    await expect(kept).toContainText('with a key');
    await expect.poll(service.voices).toContain(HEART);
    expect(JSON.parse(readFileSync(join(folders.home, 'service', 'speech.json'), 'utf8'))).toMatchObject({
      engines: [{ name: 'kokoro', kind: 'openai', model: 'kokoro', voices: [{ id: 'af-heart' }, { id: 'bm-george' }] }],
    });

    await part.getByRole('button', { name: 'Add by address…' }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(page404.url);
    await dialog.getByRole('button', { name: 'List voices' }).click();
    await expect(dialog.getByRole('alert')).toContainText('isn’t a voice server');
  } finally {
    await service.stop();
    await kokoro.stop();
    await page404.stop();
  }
});
