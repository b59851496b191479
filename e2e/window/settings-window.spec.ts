// How the window looks and sounds, and the report to attach when asking for help.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SCENE } from '../support/sample-texts.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { tabTo } from './support/focus.ts';
import type { TestFolders } from './support/folders.ts';
import type { KeptAudioContexts } from './support/kept-audio-contexts.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, MAIN_FLOW, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const preferences = ({ home }: TestFolders): unknown =>
  JSON.parse(readFileSync(join(home, 'preferences.json'), 'utf8'));

test(
  'the script’s text is larger, and nothing moves, also after a restart',
  OWN,
  async ({ open, folders, service }) => {
    await makeBook(folders, {
      text: SCENE,
      connection: localIdentity(service),
      voices: await service.voices(),
    });
    const sizeOf = (page: Page) =>
      page.locator('.cm-scroller').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const first = await open();
    await first.library.openRecent('Book');
    await expect(first.page.locator('.cm-scroller')).toBeVisible();
    const usual = await sizeOf(first.page);
    await first.settings.show('Appearance');
    await first.page.getByText('Largest', { exact: true }).click();
    await tabTo(first.page, 'Reduce motion');
    await first.page.keyboard.press('Space');
    await expect(first.page.locator('html[data-still]')).toHaveCount(1);
    await first.page.keyboard.press('Control+1');
    await expect.poll(() => sizeOf(first.page)).toBeCloseTo(usual * 1.45, 1);
    await expect.poll(() => preferences(folders)).toMatchObject({ textSize: 145, reducedMotion: true });
    await first.lectern.close();

    const again = await open();
    await again.library.openRecent('Book');
    await expect(again.page.locator('.cm-scroller')).toBeVisible();
    await expect.poll(() => sizeOf(again.page)).toBeCloseTo(usual * 1.45, 1);
    await expect(again.page.locator('html[data-still]')).toHaveCount(1);
  },
);

/** Notes where everything that sounds from now on is sent. */
const noteSinks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { sinks: seen });
    const prototype = AudioContext.prototype as unknown as { setSinkId(id: string): Promise<void> };
    const { setSinkId } = prototype;
    prototype.setSinkId = function (id) {
      seen.push(id);
      return setSinkId.call(this, id);
    };
  });
const sinks = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { sinks: string[] }).sinks);

/** The output devices of the audio contexts that are running. */
const runningSinks = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(() => {
    const { contexts } = Reflect.get(globalThis, 'keptSound') as KeptAudioContexts;
    const running: readonly (AudioContext & { readonly sinkId?: string })[] = contexts.filter(
      ({ state }) => state === 'running',
    );
    return running.map(({ sinkId }) => sinkId);
  });

/** Unplugs every device whose name ends so, or, with null, plugs all in again. */
const unplug = (page: Page, ending: string | null): Promise<void> =>
  page.evaluate(async (end) => {
    const { mediaDevices } = navigator;
    Reflect.deleteProperty(mediaDevices, 'enumerateDevices');
    const all = await mediaDevices.enumerateDevices();
    if (end !== null) mediaDevices.enumerateDevices = async () => all.filter(({ label }) => !label.endsWith(end));
    mediaDevices.dispatchEvent(new Event('devicechange'));
  }, ending);

/** Its mark is set when the choice is known to the whole window, which is not within the click. */
async function choose(page: Page, device: string): Promise<void> {
  const radio = page.getByRole('radio', { name: device });
  await radio.click();
  await expect(radio).toBeChecked();
}

test('sound goes to the device that was chosen, and back to the system’s when it is unplugged', async ({
  open,
  folders,
  service,
}) => {
  await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: (project) => addSpeechTakes(project),
  });
  const { page, settings, frame, library, script } = await open();
  await library.openRecent('Book');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await noteSinks(page);
  await settings.show('Sound');
  await choose(page, 'Fake Audio Output 2');
  const [id] = await page.evaluate(async () =>
    (await navigator.mediaDevices.enumerateDevices())
      .filter(({ label }) => label === 'Fake Audio Output 2')
      .map(({ deviceId }) => deviceId),
  );
  await expect.poll(() => preferences(folders)).toMatchObject({ soundDevice: { id, label: 'Fake Audio Output 2' } });
  await tabTo(page, 'Play a test tone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Playing a tone…')).toBeVisible();
  // One for the tone, one for the player, which is suspended.
  await expect.poll(() => sinks(page)).toEqual([id, id]);
  await expect(page.getByText('Playing a tone…')).toBeHidden();

  // The player plays there, and follows a change.
  await page.keyboard.press('Control+1');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await page.keyboard.press('Control+Space');
  await expect.poll(() => runningSinks(page)).toEqual([id]);
  expect(await sinks(page)).toEqual([id, id]);
  await unplug(page, 'Output 2');
  await expect(frame.notice('Fake Audio Output 2 is disconnected. Using the system default.')).toBeVisible();
  await expect.poll(() => sinks(page)).toEqual([id, id, '']);
  await expect.poll(() => runningSinks(page)).toEqual(['']);
  await settings.show('Sound');
  await expect(page.getByRole('radio', { name: 'Fake Audio Output 2 (not connected)' })).toBeChecked();
  await unplug(page, null);
  await expect(frame.notice('Fake Audio Output 2 is connected again and in use.')).toBeVisible();
  await expect.poll(() => sinks(page)).toEqual([id, id, '', id]);
  await choose(page, 'System default');
  await expect.poll(() => preferences(folders)).toMatchObject({ soundDevice: null });
  expect(await page.evaluate(async () => (await navigator.permissions.query({ name: 'microphone' })).state)).toBe(
    'denied',
  );
});

test(
  'a report is copied as it is seen, without key, user and folders',
  MAIN_FLOW,
  async ({ open, folders, service }) => {
    const { page, settings, frame } = await open();
    await settings.show('Log and report');
    const part = page.getByRole('tabpanel', { name: 'Log and report' });
    await part.getByRole('button', { name: 'Create report' }).click();
    const preview = part.locator('pre');
    await expect(preview).toContainText('## Application');
    for (const secret of [service.key, service.userId, folders.home]) await expect(preview).not.toContainText(secret);
    // Heard after the page's own listener, which gives the text.
    await page.evaluate(() =>
      window.addEventListener('copy', (event) => {
        Object.assign(window, { copied: event.clipboardData?.getData('text/plain') });
      }),
    );
    await part.getByRole('button', { name: 'Copy report' }).click();
    await expect(frame.notice('Copied.')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(
      await preview.textContent(),
    );
  },
);
