// Cloned voices: from a file and from the microphone, with the consent of whose they are, and deleted for good.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, query } from './support/books.ts';
import type { TestFolders } from './support/folders.ts';
import { listen } from './support/heard.ts';
import { answerSaveDialog, wholeBrowser } from './support/launch.ts';
import type { LocalService } from './support/local-service.ts';
import { expect, OWN, test } from './support/test.ts';
import { voiceSample } from './support/voice-samples.ts';
import type { LecternWindow } from './support/window.ts';

const SAID = { name: 'Ada', person: 'Ada Lovelace', purpose: 'the audiobook “Notes”, all its editions' };

/** The service hears the whole sample and tries voices against it: on a busy machine that takes its time. */
const WHILE_IT_LISTENS = { timeout: 60_000 };

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
  await expect(clones.dialog.getByText('A voice can be made of it.')).toBeVisible();
  const heardInDialog = await listen(page, 'next');
  await heardInDialog.more(() => clones.dialog.getByRole('button', { name: 'Play' }).click());
  await clones.dialog.getByRole('button', { name: 'Stop' }).click();
  await clones.say(SAID);
  await expect(clones.dialog).toContainText('At most ten seconds of the sample are kept on this computer');
  await expect(clones.dialog.getByText('Tick the statement. Without it nothing is sent.')).toBeVisible();
  await expect(clones.make).toBeDisabled();
  await clones.statement.check();
  // What was ticked were other words.
  await clones.dialog.getByLabel('Whose voice it is').fill('Ada Byron');
  await expect(clones.statement).not.toBeChecked();
  await clones.dialog.getByLabel('Whose voice it is').fill(SAID.person);
  await clones.statement.check();
  expect(await clonesOf(service)).toEqual([]);
  await clones.make.click();
  await expect(clones.dialog).toBeHidden(WHILE_IT_LISTENS);
  expect(await clonesOf(service)).toEqual(['Ada']);

  const details = clones.details('Ada');
  await expect(details).toContainText('Ada Lovelace');
  await expect(details).toContainText('is made from a recording of their own voice');
  await expect(details).toContainText('at most ten seconds of it are kept until the voice is deleted');
  const ticked = await details.getByText('is made from a recording of their own voice').textContent();
  expect(consents(folders)).toMatchObject([
    { person: 'Ada Lovelace', voiceName: 'Ada', statement: ticked, deletedAt: null },
  ]);
  const heard = await listen(page);
  await heard.more(() => details.getByRole('button', { name: 'Play its sample' }).click());
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
    .poll(() => query(book, `SELECT voice FROM roles WHERE name = 'LANE'`)[0]?.['voice'])
    .toBe(consents(folders)[0].voice);
  await clones.open();
  await expect(details).toContainText('LANE is cast with it.');

  const out = join(folders.root, 'consents.txt');
  await answerSaveDialog(window.app, out);
  await page.getByRole('button', { name: 'Save consents…' }).click();
  await expectAccessible(window, 'the ways to save consents');
  await page.getByRole('menuitem', { name: 'As text' }).click();
  await expect(page.getByText(`The consents are in ${out}.`)).toBeVisible();
  expect(readFileSync(out, 'utf8')).toMatch(
    /Person: Ada Lovelace\n[\s\S]*\nStatement: Ada Lovelace agreed on [\s\S]*at most ten seconds of it are kept until/,
  );

  await details.getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Ada” for good?' });
  await expect(question).toContainText('LANE is cast with it and can’t be rendered again');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(clones.rows).toHaveCount(1);
  expect(await clonesOf(service)).toEqual(['Ada']);
  await details.getByRole('button', { name: 'Delete…' }).click();
  await question.getByRole('button', { name: 'Delete “Ada”' }).click();
  await expect(page.getByText('LANE is cast with “Ada”, which was deleted on')).toBeVisible();
  expect(consents(folders)).toMatchObject([{ person: 'Ada Lovelace', deletedAt: expect.any(Number) }]);
  expect(await clonesOf(service)).toEqual([]);
  await page.getByRole('button', { name: 'Choose another voice', exact: true }).click();
  await expect(window.cast.searchVoices).toBeVisible();
});

test('a sample that the service would refuse is not sent: too short, silent, unreadable, too large', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  await openClones(window);
  const { clones } = window;
  await clones.openDialog();
  const words = join(folders.root, 'words.wav');
  writeFileSync(words, 'no sound at all '.repeat(1_000));
  const large = join(folders.root, 'large.wav');
  writeFileSync(large, new Uint8Array(50_000_001));
  for (const [file, said] of [
    [sampleFile(folders, 1), 'It is too short: 2 seconds are needed'],
    [sampleFile(folders, 3, 0), 'Nothing is heard in it.'],
    [words, 'The file can’t be read.'],
  ] as const) {
    await clones.file.setInputFiles(file);
    await expect(clones.dialog.getByText(said)).toBeVisible();
    await clones.say(SAID);
    await expect(clones.statement).toBeDisabled();
    await expect(clones.make).toBeDisabled();
    await clones.dialog.getByRole('button', { name: 'Discard' }).click();
  }
  await clones.file.setInputFiles(large);
  await expect(clones.dialog.getByText('The file is too large: at most 50 MB are taken.')).toBeVisible();
  await expectAccessible(window, 'a new clone, refused');
  expect(await clonesOf(service)).toEqual([]);
});

test('a recording that is dropped on the dialog is taken as a sample, and not as a script', async ({ open }) => {
  const window = await open();
  await openClones(window);
  const { clones, page } = window;
  await clones.openDialog();
  const bytes = [...voiceSample(3, 0.6, 8_000)];
  const transfer = await page.evaluateHandle((data) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([new Uint8Array(data)], 'dropped.wav', { type: 'audio/wav' }));
    return dropped;
  }, bytes);
  const place = clones.dialog.getByText('Drop a recording here');
  await place.dispatchEvent('dragover', { dataTransfer: transfer });
  await place.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(clones.dialog.getByText('dropped.wav')).toBeVisible();
  await expect(clones.dialog.getByText('It is short')).toBeVisible();
  await expect(page.getByRole('dialog', { name: /Import/ })).toBeHidden();
});

test(
  'a voice is recorded, played back and cloned by keyboard; the microphone is on only while recording',
  OWN,
  async ({ open, folders }) => {
    const heard = join(folders.root, 'heard.wav');
    writeFileSync(heard, voiceSample(20));
    const window = await open({
      arguments: [`--use-file-for-fake-audio-capture=${heard}`],
      environment: wholeBrowser(),
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
    await expect(timer).toContainText('0:03');
    const level = clones.dialog.getByRole('meter', { name: 'Level' });
    await expect.poll(() => level.evaluate((meter) => (meter as HTMLMeterElement).value)).toBeGreaterThan(0.1);
    await clones.dialog.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(clones.dialog.getByRole('button', { name: 'Record' })).toBeVisible();
    expect(await microphone()).toBe('denied');

    await clones.dialog.getByRole('button', { name: 'Record' }).press('Enter');
    await expect(timer).toContainText('0:04');
    await clones.dialog.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(clones.dialog.getByText('Recording.wav')).toBeVisible();
    await expect(clones.dialog.getByText('It is short')).toBeVisible();
    expect(await microphone()).toBe('denied');
    const play = clones.dialog.getByRole('button', { name: 'Play' });
    const heardAgain = await listen(page, 'next');
    await heardAgain.more(() => play.press('Enter'));
    await clones.dialog.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(play).toBeVisible();

    await clones.dialog.getByLabel('Name of the voice').focus();
    await page.keyboard.type('Ada');
    for (const words of ['', 'Ada Lovelace']) {
      await page.keyboard.press('Tab');
      if (words !== '') await page.keyboard.type(words);
    }
    await clones.dialog.getByLabel('What it may be used for').focus();
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

test('without a microphone it says so, and going away ends a recording', OWN, async ({ open, folders }) => {
  const heard = join(folders.root, 'heard.wav');
  writeFileSync(heard, voiceSample(5));
  const window = await open({
    arguments: [`--use-file-for-fake-audio-capture=${heard}`],
    environment: wholeBrowser(),
  });
  await openClones(window);
  const { clones, page } = window;
  await clones.openDialog();
  await clones.dialog.getByText('The microphone').click();
  await page.evaluate(() => {
    const asked = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    let times = 0;
    navigator.mediaDevices.getUserMedia = (wanted) => {
      times += 1;
      return times === 1 ? Promise.reject(new DOMException('none', 'NotFoundError')) : asked(wanted);
    };
  });
  await clones.dialog.getByRole('button', { name: 'Record' }).click();
  await expect(clones.dialog.getByRole('alert')).toContainText('There is no microphone.');
  await clones.dialog.getByRole('button', { name: 'Record' }).click();
  await expect(clones.dialog.getByRole('timer')).toContainText('0:01');
  await page.keyboard.press('Escape');
  await expect(clones.dialog).toBeHidden();
  const late = page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      (error: Error) => error.name,
    ),
  );
  expect(await late).toBe('NotAllowedError');
});
