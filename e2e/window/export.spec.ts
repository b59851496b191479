// Exports: seen before, made, checked by their sound, and read of afterwards. By mouse and by keyboard.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import { SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { expectExported } from './support/exported.ts';
import { expectVisibleFocus, tabTo } from './support/focus.ts';
import { answerOpenDialog } from './support/launch.ts';
import { speech } from './support/sounds.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, MAIN_FLOW, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const FIRST_LINE = 'First Act';

let book: string;
let out: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
  out = join(folders.scratch, 'out');
});

test('names, lines and folder are seen before; what is written is what was said', MAIN_FLOW, async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, app } = window;
  await frame.goTo('Export');
  await expect(exports.figure('files')).toHaveText(String(SCENE_LINES));
  await expect(exports.chooseFolder).toBeVisible();
  // A page taller than the window would be scrolled by what gets the focus.
  expect(
    await exports.page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight),
  ).toBe(0);
  await expect(exports.preview).toHaveText([/^01-01-.+\.wav$/, /\.wav$/, /^02-06-.+\.wav$/]);

  await test.step('a wrong template says what is wrong and where; a field is inserted by a click', async () => {
    await exports.template.fill('{line}-{rôle}');
    await expect(exports.wrong).toContainText('Characters 8 to 13');
    await expect(exports.wrong).toContainText('unknown field, {rôle}');
    await expect(exports.wrong.locator('mark')).toHaveText('{rôle}');
    await expectAccessible(window, 'a wrong template');
    await exports.template.fill('{line}-');
    await exports.fields.getByRole('button', { name: '{role}' }).click();
    await expect(exports.template).toHaveValue('{line}-{role}');
    await expect(exports.template).toBeFocused();
    await expect(exports.preview.first()).toHaveText('01-NARRATOR.wav');
    await exports.template.fill('{role}');
    await expect(exports.page.getByText(/have duplicate names and will get numbers/)).toBeVisible();
  });

  await test.step('FLAC files, to the bit what the takes hold', async () => {
    await exports.chooseFormat('FLAC');
    await exports.template.fill('{chapter}/{line}-{role}');
    await answerOpenDialog(app, out);
    await exports.chooseFolder.click();
    await expect(exports.folderContents).toContainText('This folder will be created.');
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

test('all of it by keyboard', async ({ open }) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, page, app } = window;
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
  await expectAccessible(window, 'an export of some chapters');
  await tabTo(page, 'All');
  await page.keyboard.press('Enter');

  await tabTo(page, 'WAV');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'MP3' })).toBeChecked();
  await tabTo(page, 'File names');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('take ');
  await tabTo(page, '{chapter}');
  for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('ArrowRight');
  await expectVisibleFocus(page);
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

test('an export that ends is told by a notification where the window is not in front', OWN, async ({ open }) => {
  const { frame, exports, app } = await open({ arguments: [book] });
  await frame.goTo('Export');
  await app.evaluate(({ Notification, BrowserWindow }) => {
    const shown: string[] = [];
    Reflect.set(globalThis, 'shownNotifications', shown);
    Notification.prototype.show = function show(this: { readonly title: string; readonly body: string }) {
      shown.push(`${this.title} | ${this.body}`);
    };
    for (const one of BrowserWindow.getAllWindows()) one.isFocused = () => false;
  });
  await answerOpenDialog(app, out);
  await exports.chooseFolder.click();
  await exports.exportAll();
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'shownNotifications') as string[]))
    .toEqual([`Book is exported | ${SCENE_LINES} files.`]);
});
