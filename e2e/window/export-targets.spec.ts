// A finished book by the screen: a target is chosen, what is missing is seen, and the files are made, measured and reported on.
// By mouse and by keyboard; what is held is what lies in the folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../../codecs/decode.ts';
import { gateReportSchema } from '../../shared/model/gate-report.ts';
import { SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, query } from './support/books.ts';
import { expectFocusSeen, tabTo } from './support/focus.ts';
import { giveSpeech } from './support/give-speech.ts';
import { answerOpenDialog, answerSaveDialog } from './support/launch.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

let book: string;
let out: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: `${SCENE}\nALGERNON: I hope to-morrow will be a fine day, Lane.\n`,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: (project) => giveSpeech(project, {}, SCENE_LINES),
  });
  out = join(folders.scratch, 'out');
});

test('ACX by mouse: what is missing leads there, and each file is measured against the figures', async ({
  open,
  folders,
}) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, review, script, page, app } = window;
  await frame.goTo('Export');
  await exports.chooseTarget('ACX (Audible)');
  await expect(exports.figure('files')).toHaveText('2');
  await expect(exports.missing).toContainText('Wanted with the files: authors, narrators, there is no cover.');
  await expect(page.getByText('ACX takes human narration unless')).toBeVisible();
  await expectAccessible(window, 'a target');

  await test.step('what the store says of synthetic voices is said before a run', async () => {
    const meant = page.getByRole('checkbox', { name: 'This book is for ACX (Audible)' });
    await meant.click();
    await expect(meant).toBeChecked();
    await frame.goTo('Production');
    const stances = page.getByRole('list', { name: 'What stores say of synthetic voices' });
    await expect(stances).toContainText('ACX takes human narration unless');
    await frame.goTo('Export');
  });

  await test.step('lines without a take are shown in Review', async () => {
    await exports.missing.getByRole('button', { name: 'Show them' }).click();
    await expect(review.rows).toHaveCount(1);
    await frame.goTo('Export');
    await expect(exports.missing).toBeVisible();
  });

  await answerOpenDialog(app, out);
  await exports.chooseFolder.click();
  await exports.finish();
  await expect(exports.outcome).toContainText(`2 files in ${out}; 1 line was left out.`);
  await expect(exports.showInFolder).toBeFocused();
  const files = ['01_First Act.mp3', '02_The music-room.mp3'];
  expect(readdirSync(out).filter((name) => name.endsWith('.mp3'))).toEqual(files);
  for (const file of files) {
    const { sampleRate, channels } = await decode(readFileSync(join(out, file)));
    expect([sampleRate, channels.length]).toEqual([44_100, 1]);
    const row = exports.measured.filter({ has: page.getByRole('rowheader', { name: file }) });
    await expect(row).toContainText(/pass-\d\d\.\d LUFS-\d\d\.\d dB/);
  }
  await expectAccessible(window, 'a report on finished files');

  await test.step('the report is saved as data and as a page', async () => {
    const json = join(folders.scratch, 'report.json');
    await answerSaveDialog(app, json);
    await page.getByRole('button', { name: 'Save as JSON' }).click();
    await expect(frame.notice('The report is in')).toBeVisible();
    const report = gateReportSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
    expect(report.files.map(({ file }) => file)).toEqual(files);
    const html = join(folders.scratch, 'report.html');
    await answerSaveDialog(app, html);
    await page.getByRole('button', { name: 'Save report as HTML' }).click();
    const saved = () => (existsSync(html) ? readFileSync(html, 'utf8') : '');
    await expect.poll(saved).toContain('Technical report: ACX (Audible)');
  });

  await test.step('a place of the report leads to its line', async () => {
    const place = exports.measured.getByRole('button', { name: /^Line \d/ }).first();
    const name = (await place.textContent()) ?? '';
    await place.click();
    await expect(frame.tab('Script')).toHaveAttribute('aria-current', 'page');
    await expect(script.editor).toBeVisible();
    await expect(frame.inspector).toContainText(name);
  });
});

test('a target of one’s own is copied, changed, exported with its figures, deleted and brought back', async ({
  open,
}) => {
  const window = await open({ arguments: [book] });
  const { frame, exports, page, app } = window;
  await frame.goTo('Export');
  await exports.chooseTarget('Chapters');
  await page.getByRole('button', { name: 'Make your own target…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New own target' });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await field('Name').fill('acx');
  await expect(dialog).toContainText('Another target has this name.');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await field('Name').fill('Radio');
  await field('Bitrate, kbit/s').fill('100');
  await expect(dialog).toContainText('MP3 has no such bitrate.');
  await expectAccessible(window, 'a target of one’s own');
  await field('Bitrate, kbit/s').fill('96');
  await field('Level').fill('-23');
  await field('Name').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(exports.targets.getByRole('button', { name: /^Radio/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table', { name: 'Figures' })).toContainText('-23.5 LUFS to -22.5 LUFS');
  await answerOpenDialog(app, out);
  await exports.chooseFolder.click();
  await exports.finish();
  await expect(page.getByText('technical figures of Radio')).toBeVisible();
  await exports.backToTargets.click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(exports.targets.getByRole('button', { name: /^Radio/ })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(exports.targets.getByRole('button', { name: /^Radio/ })).toBeVisible();
});

test('an M4B by keyboard alone', async ({ open }) => {
  const { frame, exports, page, app } = await open({ arguments: [book] });
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+5');
  await expect(exports.title).toBeVisible();
  await tabTo(page, 'Single lines');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');
  await expect(exports.figure('file')).toHaveText('1');
  // The list goes on from there.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expectFocusSeen(page);
  await answerOpenDialog(app, out);
  await tabTo(page, 'Choose a folder…');
  await page.keyboard.press('Enter');
  await expect(exports.begin).toBeEnabled();
  await expect(exports.begin).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(exports.outcome).toContainText(`1 file in ${out}`, { timeout: 60_000 });
  await expect(exports.measured.nth(1)).toContainText(/Book\.m4bpass-\d\d\.\d LUFS/);
  await expect(exports.showInFolder).toBeFocused();
  const bytes = readFileSync(join(out, 'Book.m4b')).toString('latin1');
  expect(bytes.slice(4, 8)).toBe('ftyp');
  // Its chapters, in both forms.
  expect(bytes).toContain('chpl');
  expect(bytes).toContain('The music-room');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(exports.targets).toBeVisible();
  await expect(exports.latest).toContainText('M4B audiobook');
  expect(query(book, 'SELECT count(*) AS lines FROM lines')[0]?.['lines']).toBe(SCENE_LINES + 1);
});
