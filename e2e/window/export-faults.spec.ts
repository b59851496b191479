// What can go wrong with an export: it is said before where it can be seen, nothing is lost, and a later one goes on.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../../electron/core/export/export-place.ts';
import { canMount, mountDrive } from '../support/drives.ts';
import { manyLines, SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, query } from './support/books.ts';
import { expectExported } from './support/exported.ts';
import type { TestFolders } from './support/folders.ts';
import { giveSpeech } from './support/give-speech.ts';
import { answerOpenDialog } from './support/launch.ts';
import type { LocalService } from './support/local-service.ts';
import { expect, OWN, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const MEGABYTE = 1024 * 1024;

const makeSpokenBook = async (folders: TestFolders, service: LocalService, text = SCENE, name = 'Book') =>
  makeBook(folders, {
    name,
    text,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: giveSpeech,
  });

async function choose({ exports, app }: LecternWindow, folder: string): Promise<void> {
  await answerOpenDialog(app, folder);
  await exports.chooseFolder.or(exports.otherFolder).click();
  await expect(exports.page.getByRole('main')).toContainText(folder);
}

test('a folder that can’t be used is refused before anything is written, with the reason', async ({
  open,
  folders,
  service,
}) => {
  const book = await makeSpokenBook(folders, service);
  const other = await makeSpokenBook(folders, service, SCENE, 'Other');
  const window = await open({ arguments: [book] });
  const { frame, exports, library, page } = window;
  await frame.goTo('Export');

  for (const inside of [book, join(book, 'takes'), join(book, 'audio', 'deep'), other]) {
    await choose(window, inside);
    await expect(frame.problem('The folder lies in a project')).toContainText(/of the project “(Book|Other)”/);
    await expect(exports.start).toBeDisabled();
    await expect(exports.hindrance).toHaveText('The folder can’t be used.');
  }
  await expectAccessible(window, 'a folder that is refused');
  expect(readdirSync(book)).not.toContain('audio');

  const file = join(folders.scratch, 'a-file');
  writeFileSync(file, 'x');
  await choose(window, file);
  await expect(frame.problem('The export needs a folder')).toBeVisible();

  await choose(window, join(folders.scratch, 'unplugged', 'out'));
  await expect(frame.problem('The folder is not there')).toContainText('connect its drive again');

  await test.step('another project’s export, and files of somebody else', async () => {
    const out = join(folders.scratch, 'out');
    mkdirSync(out);
    writeFileSync(join(out, 'notes.txt'), 'Mine.');
    await choose(window, out);
    await expect(exports.folderContents).toContainText(
      'There is 1 thing in it that is not Lectern’s: it is never touched.',
    );
    await exports.exportAll();
    expect(readFileSync(join(out, 'notes.txt'), 'utf8')).toBe('Mine.');
    await page.keyboard.press('Control+0');
    await library.openRecent('Other');
    await expect(frame.projectName).toHaveText('Other');
    await frame.goTo('Export');
    await choose(window, out);
    await expect(frame.problem('The folder belongs to another project')).toBeVisible();
    await expect(exports.start).toBeDisabled();
    expect((await expectExported(out)).project.name).toBe('Book');
  });
});

interface LineAudio {
  /** As it is shown: all of them are in the first act. */
  readonly number: string;
  /** The full path of its take's audio. */
  readonly file: string;
}

/** Two lines, in order, whose audio no other line has. */
function linesWithOwnAudio(book: string): [LineAudio, LineAudio] {
  const rows = query(
    book,
    `SELECT audio_hash AS hash FROM takes JOIN lines ON lines.id = line_id
     JOIN paragraphs ON paragraphs.id = paragraph_id ORDER BY ord, part`,
  ).map(({ hash }) => String(hash));
  const files = readdirSync(join(book, 'takes'), { recursive: true, encoding: 'utf8' });
  const [first, second] = rows.flatMap((hash, at) => {
    const isOwn = rows.indexOf(hash) === at && rows.lastIndexOf(hash) === at;
    const name = files.find((path) => path.replaceAll(/[/\\]/g, '').includes(hash));
    return isOwn && name !== undefined ? [{ number: `1.${at + 1}`, file: join(book, 'takes', name) }] : [];
  });
  if (!first || !second) throw new Error('all lines share their audio');
  return [first, second];
}

test('audio that is missing or damaged is named line by line, before and after, and can be rendered again', async ({
  open,
  folders,
  service,
}) => {
  const book = await makeSpokenBook(folders, service);
  const [lost, spoilt] = linesWithOwnAudio(book);
  rmSync(lost.file);
  writeFileSync(spoilt.file, readFileSync(spoilt.file).fill(0x55, 100, 200));
  const out = join(folders.scratch, 'out');
  const window = await open({ arguments: [book] });
  const { frame, exports, script, production, page } = window;
  await frame.goTo('Export');
  // That its bytes are others is only seen when they are read.
  await expect(exports.wouldFail.getByRole('listitem')).toHaveText([
    `Line ${lost.number}Its audio file is missing; put it back, or render the line again.`,
  ]);
  await choose(window, out);
  await exports.exportAll();
  await expect(exports.outcome).toHaveText(`${SCENE_LINES - 2} files in ${out}; 2 lines could not be exported.`);
  await expect(exports.failures.getByRole('listitem')).toHaveText([
    new RegExp(`^Line ${lost.number}Its audio file is missing`),
    new RegExp(`^Line ${spoilt.number}Its audio file is damaged`),
  ]);
  await expectAccessible(window, 'a report with failures');
  expect((await expectExported(out)).files).toHaveLength(SCENE_LINES - 2);

  await exports.failures.getByRole('button', { name: `Line ${spoilt.number}`, exact: true }).click();
  await expect(frame.tab('Script')).toHaveAttribute('aria-current', 'page');
  await expect(script.editor).toBeVisible();
  await expect(frame.inspector).toContainText(`Line ${spoilt.number}`);
  await frame.goTo('Production');
  // They were paid for once: that they are paid for again is decided here.
  await page.getByRole('checkbox', { name: 'Also render 2 lines with missing audio' }).check();
  await expect(production.start).toHaveText('Render 2 lines');
  await production.start.click();
  await expect(frame.strip.getByRole('status')).toContainText('run finished · 2 of 2 lines', { timeout: 30_000 });
  await frame.goTo('Export');
  await exports.back.click();
  await exports.exportAll();
  await expect(exports.figure('written')).toHaveText('2');
  expect((await expectExported(out)).files).toHaveLength(SCENE_LINES);
});

test(
  'an export that is cancelled keeps what is complete, and goes on later',
  OWN,
  async ({ open, folders, service }) => {
    const LINES = 600;
    const book = await makeSpokenBook(folders, service, manyLines(LINES));
    const out = join(folders.scratch, 'out');
    const window = await open({ arguments: [book] });
    const { frame, exports, page, app } = window;
    await frame.goTo('Export');
    await choose(window, out);
    await exports.chooseFormat('MP3');
    await expect(exports.start).toBeEnabled();
    await exports.start.click();
    await expect(exports.cancel).toBeFocused();
    await expect.poll(() => mp3Files(out)).toBeGreaterThan(5);
    await expect(exports.figure('files written')).toHaveText(/^\d+ \/ 600$/);
    await test.step('while it goes on, the project is not closed over it', async () => {
      await page.keyboard.press('Control+Shift+w');
      await expect(frame.notice('An export is going on')).toBeVisible();
    });
    await frame.goTo('Script');
    await frame.goTo('Export');
    await exports.cancel.click();
    await expect(exports.outcome).toHaveText(
      /^Cancelled\. \d+ files in .+ are complete and stay; a later export goes on/,
    );
    const complete = (await expectExported(out)).files.length;
    expect(complete).toBeGreaterThan(5);
    expect(complete).toBeLessThan(LINES);
    expect(mp3Files(out)).toBe(complete);

    await test.step('the rest, told by a notification where the window is not in front', async () => {
      await app.evaluate(({ Notification, BrowserWindow }) => {
        const shown: string[] = [];
        Reflect.set(globalThis, 'shownNotifications', shown);
        Notification.prototype.show = function show(this: { readonly title: string; readonly body: string }) {
          shown.push(`${this.title} | ${this.body}`);
        };
        for (const one of BrowserWindow.getAllWindows()) one.isFocused = () => false;
      });
      await exports.exportTheRest.click();
      await expect(exports.outcome).toHaveText(`${LINES} files in ${out}.`, { timeout: 60_000 });
      await expect(exports.figure('unchanged')).toHaveText(String(complete));
      await expect(exports.figure('written')).toHaveText(String(LINES - complete));
      expect((await expectExported(out)).files).toHaveLength(LINES);
      await expect
        .poll(() => app.evaluate(() => Reflect.get(globalThis, 'shownNotifications') as string[]))
        .toEqual([`Book is exported | ${LINES} files.`]);
    });
  },
);

const mp3Files = (folder: string): number => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.mp3')).length;
  } catch {
    return 0;
  }
};

test(
  'an application that ends while it exports leaves a folder that a later export finishes',
  OWN,
  async ({ open, folders, service }) => {
    const LINES = 300;
    const book = await makeSpokenBook(folders, service, manyLines(LINES));
    const out = join(folders.scratch, 'out');
    const window = await open({ arguments: [book] });
    await window.frame.goTo('Export');
    await choose(window, out);
    await window.exports.chooseFormat('MP3');
    await expect(window.exports.start).toBeEnabled();
    await window.exports.start.click();
    await expect.poll(() => mp3Files(out)).toBeGreaterThan(5);
    await window.lectern.close();
    const complete = (await expectExported(out)).files.length;
    expect(complete).toBeLessThan(LINES);
    const { frame, exports } = await open({ arguments: [book] });
    await frame.goTo('Export');
    await expect(exports.latest).toContainText('ended when the project was closed');
    await expect(exports.folderContents).toContainText(`${complete} files stay as they are`);
    await exports.exportAll();
    expect((await expectExported(out)).files).toHaveLength(LINES);
  },
);

test('two exports into one folder', async ({ open, folders, service }) => {
  const book = await makeSpokenBook(folders, service);
  const out = join(folders.scratch, 'out');
  mkdirSync(out);
  const unlock = lockFolder(out);
  const window = await open({ arguments: [book] });
  const { frame, exports } = window;
  await frame.goTo('Export');
  await choose(window, out);
  await expect(exports.start).toBeEnabled();
  await exports.start.click();
  await expect(exports.outcome).toContainText(`Another export is at work in “${out}”; wait until it is done.`);
  await expect(exports.outcome).toContainText(`Nothing was written to ${out}.`);
  unlock();
  await exports.exportTheRest.click();
  await expect(exports.outcome).toHaveText(`${SCENE_LINES} files in ${out}.`);
});

test.describe('drives', () => {
  // biome-ignore lint/suspicious/noSkippedTests: a small drive can only be mounted by root on Linux
  test.skip(!canMount, 'needs root on Linux, to mount a small drive');

  test('one that is full, and one that can’t be written', OWN, async ({ open, folders, service }) => {
    const drive = mountDrive(join(folders.root, 'drive'), 16 * MEGABYTE);
    try {
      const book = await makeSpokenBook(folders, service);
      const out = join(drive.path, 'out');
      const window = await open({ arguments: [book] });
      const { frame, exports } = window;
      await frame.goTo('Export');
      drive.fill(MEGABYTE);
      await choose(window, out);
      await expect(exports.folderContents).toContainText('make room, or choose another drive');
      await exports.exportAll();
      await expect(exports.outcome).toContainText('is on a drive that is full; make room and export again.');
      await expectAccessible(window, 'an export that stopped');
      const complete = Number(await exports.figure('written').textContent());
      expect(complete).toBeLessThan(SCENE_LINES);
      drive.makeRoom();
      await exports.exportTheRest.click();
      await expect(exports.outcome).toHaveText(`${SCENE_LINES} files in ${out}.`);
      expect((await expectExported(out)).files).toHaveLength(SCENE_LINES);
      drive.makeReadOnly();
      await exports.back.click();
      await choose(window, out);
      await expect(frame.problem('The folder can’t be written')).toBeVisible();
      await expect(exports.start).toBeDisabled();
    } finally {
      drive.remove();
    }
  });
});
