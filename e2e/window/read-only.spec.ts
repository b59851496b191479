// A project that can only be read: it says so once, with the way out; what would change it can't be used; the rest works.
import { join } from 'node:path';
import { rememberExport } from '../../electron/core/export/export-memory.ts';
import type { Project } from '../../electron/core/project/project.ts';
import type { ExportPreset } from '../../shared/model/export/export.ts';
import { canMount, mountDrive } from '../support/drives.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, queryProject, readSavedScript } from './support/books.ts';
import { filesBelow } from './support/folders.ts';
import { projectsFolder, rememberProject } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { type OtherLectern, openInOtherLectern } from './support/other-lectern.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, OWN, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const SCRIPT = [
  'LANE: Yes, sir.',
  'ALGERNON: Did you hear what I was playing, Lane?',
  'LANE: I did not listen, sir.',
].join('\n\n');
const RULE = { wholeWord: true, matchCase: true, role: null, language: null };
const PRESET: ExportPreset = {
  id: 'web',
  name: 'For the web',
  options: { format: 'mp3', template: 'web/{line}', allowStale: false, approvedOnly: false, chapterIds: null },
  outDir: null,
};
const others: OtherLectern[] = [];

test.afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});

async function hold(folder: string): Promise<OtherLectern> {
  const other = await openInOtherLectern(folder);
  others.push(other);
  return other;
}

/** Everything by which a project could be changed, by mouse and by keyboard, changes nothing. */
async function expectNothingChanges({ page, frame, script, review, production }: LecternWindow, all: () => unknown) {
  const before = all();
  await frame.goTo('Script');
  await script.putCursorAtEndOf('LANE: Yes, sir.');
  await page.keyboard.type('Not a word of this.');
  await page.keyboard.press('Control+g');
  await page.keyboard.press('Control+Shift+r');
  await expect(frame.notice(/Read-only[: ]/).first()).toBeVisible();
  expect(await script.text()).not.toContain('Not a word');
  await expect(
    frame.inspector
      .getByRole('combobox', { name: /^Voice for/ })
      .or(frame.inspector.getByLabel(/^Voice for/))
      .first(),
  ).toBeDisabled();
  await expect(frame.inspector.getByRole('button', { name: 'Reject take 1' })).toBeDisabled();
  await expect(frame.inspector.getByRole('button', { name: 'Render this line' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await script.openFind();
  await page.keyboard.type('sir');
  await expect(script.find.getByRole('button', { name: 'Replace all', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await frame.goTo('Review');
  await review.focusTable();
  for (const key of ['a', 'x', 'r', '+', 'p']) await page.keyboard.press(key);
  await expect(review.note).toBeDisabled();
  await expect(review.gain).toBeDisabled();
  await expect(review.trimStart).toBeDisabled();
  await frame.goTo('Production');
  await expect(production.start).toBeDisabled();
  await expect(production.cap).toBeDisabled();
  await page.keyboard.press('Control+r');
  expect(all()).toEqual(before);
}

/** Waits for the note that nothing can be changed here, said once more, and puts it away. */
async function expectHeldBack({ frame }: LecternWindow): Promise<void> {
  const note = frame.notice(/Read-only[: ]/);
  await expect(note.first()).toBeVisible();
  // The one that it took the place of may still be on its way out.
  await expect(async () => {
    if ((await note.count()) > 0) await note.last().getByRole('button', { name: 'Close' }).click({ timeout: 1_000 });
    await expect(note).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

/** The cast is looked at and heard, and stays as it is. */
async function expectCastKept(window: LecternWindow): Promise<void> {
  const { cast, frame, page, pronunciation: rules } = window;
  await frame.goTo('Cast');
  await cast.role('LANE').click();
  for (const name of ['Rename…', 'Merge…']) await expect(cast.inspector.getByRole('button', { name })).toBeDisabled();
  await frame.openDefaults();
  for (const name of ['Speed', 'Language'])
    await expect(cast.inspector.getByLabel(name, { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Copy a cast…' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save as file…' })).toBeEnabled();
  await expectAccessible(window, 'the roles of a project that can only be read');
  await cast.roles.focus();
  await page.keyboard.press('F2');
  await expectHeldBack(window);
  await expect(cast.renameDialog).toBeHidden();
  await cast.roles.focus();
  await page.keyboard.press('Enter');
  await expect(cast.voices).toBeVisible();
  // One that could be cast, were the project to be written.
  await cast.searchVoices.fill('svcdialog english male');
  await cast.searchVoices.press('ArrowDown');
  await expect(cast.summary).toContainText(/^15 of/);
  await page.keyboard.press('End');
  await page.keyboard.press('c');
  await expect(cast.comparison.getByRole('button', { name: /^Cast: / })).toBeDisabled();
  await expect(cast.comparison.getByRole('button', { name: /^Preview with/ })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expectHeldBack(window);
  await cast.selected.dblclick();
  await expectHeldBack(window);
  await rules.open();
  for (const name of ['New rule', /^Move down/, /^Delete/, 'Import…']) await expect(rules.button(name)).toBeDisabled();
  for (const field of [rules.written, rules.spoken]) await expect(field).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Whole words' })).toBeDisabled();
  await expect(rules.button('Export…')).toBeEnabled();
  for (const key of ['Alt+ArrowDown', 'Delete', 'Enter']) {
    await rules.list.focus();
    await page.keyboard.press(key);
    await expectHeldBack(window);
  }
  await rules.rows.last().dragTo(rules.rows.first(), { targetPosition: { x: 40, y: 2 } });
  await expectHeldBack(window);
  await expectAccessible(window, 'the rules of a project that can only be read');
}

/** Costs are looked at; what may be spent stays as it is. */
async function expectCapsKept(window: LecternWindow): Promise<void> {
  const { frame, page, production } = window;
  await frame.goTo('Production');
  await page.getByRole('radiogroup', { name: 'Production view' }).getByText('Costs', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Costs', level: 1 })).toBeVisible();
  await expect(production.cap).toBeDisabled();
  await expectAccessible(window, 'the costs of a project that can only be read');
}

/** Presets are chosen, and neither saved nor changed. */
async function expectPresetsKept(window: LecternWindow): Promise<void> {
  const { exports, frame } = window;
  await frame.goTo('Export');
  await exports.preset('For the web').click();
  await expect(exports.preset('For the web')).toHaveAttribute('aria-pressed', 'true');
  await expect(exports.template).toHaveValue('web/{line}');
  await expect(exports.presetName).toBeHidden();
  await expect(exports.presets.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  await expectAccessible(window, 'the export of a project that can only be read');
}

/** Every command of the palette that would change something is absent. */
async function expectNoWritingCommands({ palette, page }: LecternWindow) {
  for (const words of ['Render remaining', 'Approve take', 'Group turns']) {
    await palette.open();
    await palette.field.pressSequentially(words);
    await expect(palette.entries.filter({ hasText: words })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
}

async function exportHere({ app, page, exports }: LecternWindow, folder: string): Promise<void> {
  await answerOpenDialog(app, folder);
  await page.keyboard.press('Control+e');
  await exports.chooseFolder.click();
  await exports.exportAll();
  expect(filesBelow(folder).filter((name) => /\.(mp3|wav)$/.test(name))).toHaveLength(3);
}

test('one that another Lectern writes: it is offered to be read, and written once the other has closed it', async ({
  open,
  folders,
  service,
}) => {
  const parts = { connection: localIdentity(service), voices: await service.voices() };
  const book = await makeBook(folders, { text: SCRIPT, ...parts, fill: (project) => addSpeechTakes(project, {}) });
  const other = await hold(book);
  const window = await open();
  const { library, frame, page, script } = window;
  await library.openRecent('Book');
  const problem = frame.problem('The project is in use');
  await expect(problem).toContainText('or open it here to listen, review and export');
  await problem.getByRole('button', { name: 'Open read-only' }).focus();
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('Book');
  await expect(frame.projectNotices).toContainText(
    'Another Lectern window or a terminal command is using this project.',
  );
  await expectAccessible(window, 'a project that can only be read');
  await expectNothingChanges(window, () => [
    readSavedScript(book),
    queryProject(book, 'SELECT verdict, gain_db, trim_start FROM takes'),
    queryProject(book, 'SELECT * FROM notes'),
    queryProject(book, 'SELECT * FROM runs'),
  ]);
  await expectNoWritingCommands(window);
  await other.close();
  await frame.projectNotices.getByRole('button', { name: 'Reopen' }).click();
  await expect(frame.projectNotices).toBeHidden();
  await frame.goTo('Script');
  await script.putCursorAtEndOf('LANE: Yes, sir.');
  await page.keyboard.type(' At once.');
  await expect.poll(() => readSavedScript(book)).toContain('Yes, sir. At once.');
});

test('on every screen what would change it is held back by mouse and by keyboard, and it is exported', async ({
  open,
  folders,
  service,
}) => {
  const fill = async (project: Project) => {
    project.cast.saveRules(['sir', 'Lane'].map((from) => ({ ...RULE, from, to: `${from}!` })));
    await addSpeechTakes(project, {});
    rememberExport(project, { presets: [PRESET] });
  };
  const book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill,
  });
  await hold(book);
  const window = await open();
  await window.library.openRecent('Book');
  await window.frame.problem('The project is in use').getByRole('button', { name: 'Open read-only' }).click();
  await expect(window.frame.projectName).toHaveText('Book');
  const all = () =>
    ['roles', 'pronunciation_rules', 'project'].map((table) => queryProject(book, `SELECT * FROM ${table}`));
  const before = all();
  await expectCastKept(window);
  await expectCapsKept(window);
  await expectPresetsKept(window);
  await exportHere(window, folders.scratch);
  // What this session did is known to it, and the project keeps nothing of it.
  await window.exports.back.click();
  await expect(window.exports.latest).toContainText('finished: 3 files');
  expect(all()).toEqual(before);
});

test.describe('one on a drive that can’t be written', () => {
  // biome-ignore lint/suspicious/noSkippedTests: a drive can only be mounted by root on Linux
  test.skip(!canMount, 'needs root on Linux, to mount a drive');

  test('is opened to be read at once; it is heard, reviewed and exported', OWN, async ({ open, folders, service }) => {
    const drive = mountDrive(join(folders.root, 'drive'), 16 * 1024 * 1024);
    try {
      const parts = { connection: localIdentity(service), voices: await service.voices(), folder: drive.path };
      const book = await makeBook(folders, { text: SCRIPT, ...parts, fill: (project) => addSpeechTakes(project, {}) });
      await rememberProject(folders, book, 'Book');
      drive.makeReadOnly();
      const window = await open();
      const { library, frame } = window;
      await library.openRecent('Book');
      await expect(frame.projectName).toHaveText('Book');
      await expect(frame.projectNotices).toContainText('This project’s drive or file is read-only');
      // The drive itself lets nothing be changed.
      await expectNothingChanges(window, () => null);
      await exportHere(window, folders.scratch);
      // Beside it nothing can be written: the copy lies with the other projects.
      await frame.projectNotices.getByRole('button', { name: 'Make a copy…' }).click();
      await library.dialog('Duplicate project').getByRole('button', { name: 'Duplicate' }).click();
      await frame.notice('“Book copy” was created.').getByRole('button', { name: 'Open it' }).click();
      await expect(frame.projectName).toHaveText('Book copy');
      await expect(frame.projectNotices).toBeHidden();
      expect(queryProject(join(projectsFolder(folders), 'Book copy.lectern'), 'SELECT * FROM takes')).toHaveLength(3);
      await window.lectern.close();
    } finally {
      drive.remove();
    }
  });
});
