// Exports: seen before, made, checked by their sound, and read of afterwards. By mouse and by keyboard.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../../codecs/decode.ts';
import { SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { expectExported } from './support/exported.ts';
import { expectFocusSeen, tabTo } from './support/focus.ts';
import { giveSpeech } from './support/give-speech.ts';
import { answerOpenDialog, chooseCommand } from './support/launch.ts';
import { speech } from './support/sounds.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const FIRST_LINE = 'First Act';

let book: string;
let out: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: giveSpeech,
  });
  out = join(folders.scratch, 'out');
});

const exportedNames = () =>
  readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(wav|mp3|flac)$/.test(name));

test('names, lines and folder are seen before; what is written is what was said', async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, app } = window;
  await frame.goTo('Export');
  await expect(exports.figure('files')).toHaveText(String(SCENE_LINES));
  await expect(exports.chooseFolder).toBeVisible();
  await expect(exports.preview).toHaveText([/^01-01-.+\.wav$/, /\.wav$/, /^02-06-.+\.wav$/]);

  await test.step('a wrong template says what is wrong and where; a field is inserted by a click', async () => {
    await exports.template.fill('{line}-{rôle}');
    await expect(exports.wrong).toContainText('Characters 8 to 13');
    await expect(exports.wrong).toContainText('unknown field {rôle}');
    await expect(exports.wrong.locator('mark')).toHaveText('{rôle}');
    await expectAccessible(window, 'a wrong template');
    await exports.template.fill('{line}-');
    await exports.fields.getByRole('button', { name: '{role}' }).click();
    await expect(exports.template).toHaveValue('{line}-{role}');
    await expect(exports.template).toBeFocused();
    await expect(exports.preview.first()).toHaveText('01-NARRATOR.wav');
    await exports.template.fill('{role}');
    await expect(exports.page.getByText(/have the name of another one and get a number/)).toBeVisible();
  });

  await test.step('FLAC files, to the bit what the takes hold', async () => {
    await exports.chooseFormat('FLAC');
    await exports.template.fill('{chapter}/{line}-{role}');
    await answerOpenDialog(app, out);
    await exports.chooseFolder.click();
    await expect(exports.folderContents).toContainText('There is no such folder yet: it is made.');
    await exports.exportAll();
    await expect(exports.outcome).toHaveText(`${SCENE_LINES} files in ${out}.`);
    await expect(exports.showInFolder).toBeFocused();
    const manifest = await expectExported(out);
    expect(manifest.files).toHaveLength(SCENE_LINES);
    const { channels } = await decode(readFileSync(join(out, manifest.files[0]?.file ?? '')));
    const said = speech(FIRST_LINE);
    expect(channels[0]?.length).toBe(said.length);
    expect(Math.max(...said.map((sample, at) => Math.abs(sample - (channels[0]?.[at] ?? 9))))).toBeLessThan(1 / 32_000);
    await expectAccessible(window, 'a report');
  });

  await test.step('the folder is shown in the file manager', async () => {
    await app.evaluate(({ shell }) => {
      const shown: string[] = [];
      Reflect.set(globalThis, 'shownFolders', shown);
      shell.openPath = async (path) => {
        shown.push(path);
        return '';
      };
    });
    await exports.showInFolder.click();
    await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'shownFolders') as string[])).toEqual([out]);
  });
});

test('a later export leaves what is as it should be, and says before what goes to the bin', OWN, async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, app } = window;
  await frame.goTo('Export');
  await answerOpenDialog(app, out);
  await exports.chooseFolder.click();
  await exports.exportAll();
  await exports.back.click();
  await expect(exports.folderContents).toContainText(`${SCENE_LINES} files stay as they are, 0 files are written.`);

  await exports.chooseExtent('Chosen chapters');
  await expect(exports.chapter('First Act')).toBeChecked();
  await expect.poll(async () => Number(await exports.figure('files').textContent())).toBeLessThan(SCENE_LINES);
  const left = Number(await exports.figure('files').textContent());
  await expect(exports.folderContents).toContainText(`${SCENE_LINES - left} files go to the folder’s bin`);
  await expectAccessible(window, 'an export of some chapters');
  await exports.exportAll();
  await expect(exports.figure('written')).toHaveText('0');
  await expect(exports.figure('unchanged')).toHaveText(String(left));
  await expect(exports.figure('to the bin')).toHaveText(String(SCENE_LINES - left));
  expect((await expectExported(out)).files).toHaveLength(left);
  expect(exportedNames().filter((name) => name.startsWith('bin'))).toHaveLength(SCENE_LINES - left);

  await test.step('the report is there after the next start, and the choices are', async () => {
    await window.lectern.close();
    const again = await open({ arguments: [book] });
    await again.frame.goTo('Export');
    await expect(again.exports.latest).toContainText(`finished: ${left} files`);
    await expect(again.exports.chapter('First Act')).toBeChecked();
    await again.exports.latest.getByRole('button', { name: 'Show the report' }).click();
    await expect(again.exports.outcome).toHaveText(`${left} files in ${out}.`);
    await expect(again.exports.figure('to the bin')).toHaveText(String(SCENE_LINES - left));
  });
});

test('what was chosen stays while another screen is looked at', async ({ open }) => {
  const { frame, exports } = await open({ arguments: [book] });
  await frame.goTo('Export');
  await exports.chooseExtent('Chosen chapters');
  await exports.chapter('The music-room').check();
  await exports.chapter('First Act').uncheck();
  await exports.approvedOnly.check();
  await exports.chooseFormat('FLAC');
  await frame.goTo('Script');
  await expect(exports.title).toBeHidden();
  await frame.goTo('Export');
  await expect(exports.page.getByRole('radio', { name: 'Chosen chapters' })).toBeChecked();
  await expect(exports.chapters.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(exports.chapter('The music-room')).toBeChecked();
  await expect(exports.approvedOnly).toBeChecked();
  await expect(exports.page.getByRole('radio', { name: 'FLAC' })).toBeChecked();
});

test('marks of pauses are in no file, which is said', async ({ open }) => {
  const { frame, exports, script, page } = await open({ arguments: [book] });
  const remark = page.getByText('The script’s [pause] marks are in no file');
  await frame.goTo('Export');
  await expect(exports.preview.first()).toBeVisible();
  await expect(remark).toBeHidden();
  await frame.goTo('Script');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await page.keyboard.type('\n\n[pause 2s]');
  await expect(frame.saveNote).toHaveText('saved');
  await frame.goTo('Export');
  await expect(remark).toBeVisible();
});

test('only what was approved, and stale lines only where they are wanted', async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, review, script, page, app } = window;
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await page.keyboard.type(' Now.');
  await expect.poll(() => script.states()).toContain('stale');
  await frame.goTo('Review');
  await review.choose('Order', 'As in the script');
  await review.focusTable();
  await page.keyboard.press('Home');
  await page.keyboard.press('a');
  await expect(review.summary).toContainText('1 approved');
  await frame.goTo('Export');
  await expect(exports.figure('files')).toHaveText(String(SCENE_LINES - 1));
  await expect(exports.figure('stale, left out')).toHaveText('1');
  await expect(exports.staleToo).toHaveAccessibleDescription(
    'The audio of a stale line was made from an older text, voice or rule.',
  );
  await exports.staleToo.check();
  await expect(exports.figure('files')).toHaveText(String(SCENE_LINES));
  await expect(exports.figure('stale, exported')).toHaveText('1');
  await exports.approvedOnly.check();
  await expect(exports.figure('file')).toHaveText('1');
  await expect(page.getByText(`${SCENE_LINES - 1} lines are not approved and left out.`)).toBeVisible();
  await answerOpenDialog(app, out);
  await exports.chooseFolder.click();
  await exports.exportAll();
  expect((await expectExported(out)).files.map(({ number }) => number)).toEqual([1]);

  await test.step('the report names each line that was left out, and leads to it', async () => {
    await page.getByText(`${SCENE_LINES - 1} lines left out`).click();
    await expect(exports.leftOut.getByRole('listitem')).toHaveCount(SCENE_LINES - 1);
    const second = exports.leftOut.getByRole('listitem').filter({ hasText: /^Line 1\.2(?!\d)/ });
    await expect(second).toContainText('Its take is not approved.');
    await second.getByRole('button').click();
    await expect(frame.inspector.getByRole('heading', { name: /^Line 1\.2 / })).toBeVisible();
    await expect(script.row('what I was playing, Lane? Now.')).toBeInViewport();
  });
});

test('all of it by keyboard', async ({ open }) => {
  const { frame, exports, page, app } = await open({ arguments: [book] });
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+5');
  await expect(frame.tab('Export')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+e');
  await expect(exports.title).toBeVisible();
  await answerOpenDialog(app, out);
  await tabTo(page, 'Choose a folder…');
  await page.keyboard.press('Enter');
  await expect(exports.folderContents).toBeVisible();

  await tabTo(page, 'Whole script');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'First Act');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(exports.chapter('First Act')).not.toBeChecked();
  await expect(exports.chapters.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await tabTo(page, 'All');
  await page.keyboard.press('Enter');

  await tabTo(page, 'WAV');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'MP3' })).toBeChecked();
  await tabTo(page, 'Names of the files');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('take ');
  await tabTo(page, '{chapter}');
  for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('ArrowRight');
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');
  await expect(exports.template).toHaveValue('take {line}');
  await page.keyboard.type('!');
  await expect(exports.template).toHaveValue('take {line}!');
  await expect(exports.preview.first()).toHaveText('take 01!.mp3');
  await tabTo(page, /^button Export \d/);
  await page.keyboard.press('Enter');
  await expect(exports.outcome).toHaveText(`${SCENE_LINES} files in ${out}.`, { timeout: 30_000 });
  await expect(exports.showInFolder).toBeFocused();
  expect((await expectExported(out)).files[23]?.file).toBe('take 24!.mp3');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(exports.start).toBeVisible();
});

test('a report is copied as a text', async ({ open }) => {
  const { frame, exports, page, app } = await open({ arguments: [book] });
  await expect(frame.projectName).toHaveText('Book');
  // The menu is told a moment later than the window what can be given.
  await expect(async () => {
    await chooseCommand(app, 'go.export');
    await expect(frame.tab('Export')).toHaveAttribute('aria-current', 'page', { timeout: 500 });
  }).toPass();
  await answerOpenDialog(app, out);
  await exports.chooseFolder.click();
  await exports.exportAll();
  await page.evaluate(() => {
    window.addEventListener('copy', (event) =>
      Reflect.set(window, 'copiedText', event.clipboardData?.getData('text/plain')),
    );
  });
  await exports.copyReport.click();
  await expect(frame.notice('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => String(Reflect.get(window, 'copiedText')));
  expect(copied).toMatch(/^Export of Book, \d+ \w+ \d{4}, \d\d:\d\d\n/);
  expect(copied).toContain(`${SCENE_LINES} files in ${out}.`);
  expect(copied).toContain(`${SCENE_LINES} written, 0 unchanged, 0 failed`);
});
