// Cloned voices: from a file and from the microphone, with the consent of whose they are, and deleted for good.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import type { TestFolders } from './support/folders.ts';
import { listen } from './support/heard.ts';
import { fullBrowserEnvironment } from './support/launch.ts';
import type { LocalService } from './support/local-service.ts';
import { expect, OWN, test } from './support/test.ts';
import { voiceSample } from './support/voice-samples.ts';
import type { LecternWindow } from './support/window.ts';

const SAID = { name: 'Ada', person: 'Ada Lovelace', purpose: 'the audiobook “Notes”, all its editions' };

/** The service hears the whole sample and tries voices against it: on a busy machine that takes its time. */
const WHILE_IT_LISTENS = { timeout: 60_000 };

/** A clock that has come to so many seconds, below ten: by the time it is read it may have gone on. */
const atLeastSeconds = (seconds: number) => new RegExp(`0:(0[${seconds}-9]|[1-9]\\d)`);

// Samples are heard.
test.use({ speech: 'espeak', application: 'shared' });

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: 'ALGERNON: Did you hear what I was playing, Lane?\n\nLANE: I did not, sir.\n',
    connection: localIdentity(service),
    voices: await service.voices(),
  });
});

async function openClones(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Cast');
  await window.clones.open();
}

function sampleFile({ root }: TestFolders, seconds = 9, level?: number): string {
  const path = join(root, `ada-${seconds}.wav`);
  writeFileSync(path, voiceSample(seconds, level));
  return path;
}

const consents = ({ home }: TestFolders) => JSON.parse(readFileSync(join(home, 'consents.json'), 'utf8')).consents;

/** The cloned voices that the service has, by its own account. */
async function clonesOf({ baseUrl, key, userId }: LocalService): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, 'x-user-id': userId };
  const reply = await fetch(new URL('/api/v2/cloned-voices', baseUrl), { headers });
  return ((await reply.json()) as { name: string }[]).map(({ name }) => name);
}

test('a voice is cloned from a file with its consent, cast, and deleted for good', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  await openClones(window);
  const { clones, page } = window;
  await expect(page.getByText('No cloned voices yet')).toBeVisible();
  await clones.openDialog();
  await clones.file.setInputFiles(sampleFile(folders));
  await expect(clones.dialog.getByText('This sample can be used.')).toBeVisible();
  const heardInDialog = await listen(page, 'next');
  await heardInDialog.waitForMore(() => clones.dialog.getByRole('button', { name: 'Play' }).click());
  await clones.dialog.getByRole('button', { name: 'Stop' }).click();
  await clones.fillIn(SAID);
  await clones.statement.check();
  expect(await clonesOf(service)).toEqual([]);
  await clones.make.click();
  await expect(clones.dialog).toBeHidden(WHILE_IT_LISTENS);
  expect(await clonesOf(service)).toEqual(['Ada']);

  const details = clones.details('Ada');
  await expect(details).toContainText('Ada Lovelace');
  const ticked = await details.getByText('may be created from a recording of their own voice').textContent();
  expect(consents(folders)).toMatchObject([
    { person: 'Ada Lovelace', voiceName: 'Ada', statement: ticked, deletedAt: null },
  ]);
  const heard = await listen(page);
  await heard.waitForMore(() => details.getByRole('button', { name: 'Play sample' }).click());
  await expect(window.player.region).toContainText('Ada · sample');

  // It is a voice like any other: found in the browser, and cast.
  await details.getByRole('button', { name: 'Try it on lines…' }).click();
  await window.cast.searchVoices.fill('Ada');
  await expect(window.cast.voice('Ada')).toBeVisible();
  await window.cast.show('Roles');
  await window.cast.role('LANE').click();
  await window.cast.inspector.getByText('Choose another voice').click();
  await window.cast.searchVoices.fill('Ada');
  await window.cast.voice('Ada').click();
  await window.cast.inspector.getByRole('button', { name: 'Cast Ada', exact: true }).click();
  await expect
    .poll(() => queryProject(book, `SELECT voice FROM roles WHERE name = 'LANE'`)[0]?.['voice'])
    .toBe(consents(folders)[0].voice);
  await clones.open();
  await details.getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Ada” permanently?' });
  await question.getByRole('button', { name: 'Delete “Ada”' }).click();
  await expect(page.getByText('LANE uses “Ada”, which was deleted on')).toBeVisible();
  expect(consents(folders)).toMatchObject([{ person: 'Ada Lovelace', deletedAt: expect.any(Number) }]);
  expect(await clonesOf(service)).toEqual([]);
});

test(
  'a voice is recorded, played back and cloned by keyboard; the microphone is on only while recording',
  OWN,
  async ({ open, folders }) => {
    const heard = join(folders.root, 'heard.wav');
    writeFileSync(heard, voiceSample(20));
    const window = await open({
      arguments: [`--use-file-for-fake-audio-capture=${heard}`],
      environment: fullBrowserEnvironment(),
    });
    await openClones(window);
    const { clones, page } = window;
    const microphone = () =>
      page.evaluate(async () => (await navigator.permissions.query({ name: 'microphone' as PermissionName })).state);
    await clones.create.focus();
    await page.keyboard.press('Enter');
    await expect(clones.dialog).toBeVisible();
    expect(await microphone()).toBe('denied');
    await clones.dialog.getByRole('radio', { name: 'The microphone' }).focus();
    await page.keyboard.press('Space');
    await clones.dialog.getByRole('button', { name: 'Record' }).press('Enter');
    const timer = clones.dialog.getByRole('timer');
    await expect(timer).toContainText(atLeastSeconds(3));
    const level = clones.dialog.getByRole('meter', { name: 'Level' });
    await expect.poll(() => level.evaluate((meter) => (meter as HTMLMeterElement).value)).toBeGreaterThan(0.1);
    await clones.dialog.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(clones.dialog.getByRole('button', { name: 'Record' })).toBeVisible();
    await expect.poll(microphone).toBe('denied');

    await clones.dialog.getByRole('button', { name: 'Record' }).press('Enter');
    await expect(timer).toContainText(atLeastSeconds(4));
    await clones.dialog.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(clones.dialog.getByText('Recording.wav')).toBeVisible();
    await expect(clones.dialog.getByText('The recording is short')).toBeVisible();
    await expect.poll(microphone).toBe('denied');
    const play = clones.dialog.getByRole('button', { name: 'Play' });
    const heardAgain = await listen(page, 'next');
    await heardAgain.waitForMore(() => play.press('Enter'));
    // It ends by itself.
    await expect(play).toBeVisible();

    await clones.dialog.getByLabel('Voice name').focus();
    await page.keyboard.type('Ada');
    for (const words of ['', 'Ada Lovelace']) {
      await page.keyboard.press('Tab');
      if (words !== '') await page.keyboard.type(words);
    }
    await clones.dialog.getByLabel('Permitted use').focus();
    await page.keyboard.type('the audiobook');
    await page.keyboard.press('Tab');
    await expect(clones.statement).toBeFocused();
    await page.keyboard.press('Space');
    await clones.make.press('Enter');
    await expect(clones.details('Ada')).toContainText('Ada Lovelace', WHILE_IT_LISTENS);
    // As long as it was recorded, one channel, sixteen bits.
    const [{ sample }] = consents(folders);
    expect(sample.seconds).toBeGreaterThan(3.5);
    expect(Math.round(sample.sizeBytes / sample.seconds / 1_000)).toBeGreaterThanOrEqual(88);
    await clones.list.focus();
    await page.keyboard.press('End');
    await expectAccessible(window, 'cloned voices');
  },
);
