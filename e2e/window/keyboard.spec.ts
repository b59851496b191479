// Each screen by the keyboard alone, from end to end. The mouse is never touched here.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manyLines, SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { ONE_BATCH_A_MINUTE } from './support/accounts.ts';
import { localIdentity, makeBook, queryProject, readAuditions, readSavedScript } from './support/books.ts';
import { expectExported } from './support/exported.ts';
import { describeFocus, expectVisibleFocus, tabTo } from './support/focus.ts';
import { listen } from './support/heard.ts';
import { setUpLocalService } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { countServiceJobs } from './support/local-service.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

test('the first start', OWN, async ({ open }) => {
  const { page, library, frame, script, player } = await open();
  const heard = await listen(page);
  await expect(library.welcome).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'Enter an account…');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Base address' })).toBeVisible();
  await tabTo(page, 'Cancel');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Start with the sample');
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toBeVisible({ timeout: 30_000 });
  await expect(script.editor).toBeFocused();

  await page.keyboard.press('Control+Home');
  await heard.waitForMore(() => page.keyboard.press('Control+Enter'));
  await expect(player.region).toContainText('audition · ', { timeout: 20_000 });
  // Its waveform is that of what is heard.
  await expect.poll(() => player.waveHeight()).toBeGreaterThan(0.4);
});

test('library, new project, settings and palette', async ({ open, folders, service }) => {
  await makeBook(folders, { text: SCENE, connection: localIdentity(service), voices: await service.voices() });
  const { page, library, frame, palette, settings, app } = await open();
  await expect(library.title).toBeVisible();

  const file = join(folders.scratch, 'scene.txt');
  writeFileSync(file, SCENE);
  await answerOpenDialog(app, file);
  await page.keyboard.press('Control+i');
  await expect(library.importDialog).toBeVisible();
  await expectVisibleFocus(page);
  await tabTo(page, 'Create project');
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('scene');

  await page.keyboard.press('Control+n');
  await expect(library.newDialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type('A new one');
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('A new one');

  await palette.choose('libr', 'Library');
  await expect(library.title).toBeVisible();
  await tabTo(page, /^button .*A new one/);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('Book');

  await palette.choose('sett', 'Settings');
  await expect(settings.title).toBeVisible();
  await tabTo(page, 'Add an account…');
  await page.keyboard.press('Enter');
  await expect(settings.accountDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings.accountDialog).toBeHidden();
  await expectVisibleFocus(page);
  await tabTo(page, 'tab Services');
  for (const part of ['Voice engines', 'Voice packs', 'Language model', 'Project', 'Appearance']) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('tab', { name: part, exact: true })).toBeFocused();
  }
  await expectVisibleFocus(page);
  await tabTo(page, 'Light');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toHaveCount(1);
  await palette.choose('scri', 'Script');
  await expect(frame.tab('Script')).toHaveAttribute('aria-current', 'page');
});

/** A round trip in which every place directly follows every other one exactly once. */
function roundTrip<T>([first, ...others]: readonly T[]): T[] {
  if (first === undefined) return [];
  const [, ...later] = others;
  return [first, ...(others.length > 0 ? [...roundTrip(others), first] : []), ...later.flatMap((one) => [one, first])];
}

test('another screen has the keyboard as soon as it is there, and Tab goes on from its beginning', async ({
  open,
  folders,
  service,
}) => {
  await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
  const { page, frame, script, library, settings, cast, review, exports } = await open();
  const main = page.getByRole('main');
  await expect(library.title).toBeVisible();
  await expect(main).toBeFocused();
  await tabTo(page, 'button Open…');
  await library.openRecent('Book');
  await expect(frame.projectName).toHaveText('Book');
  await expect(script.editor).toBeFocused();

  const inMain = () => page.evaluate(() => document.activeElement?.closest('main') != null);
  const screens = {
    'Control+1': script.editor,
    'Control+2': cast.role('ALGERNON'),
    'Control+3': main.getByRole('radiogroup', { name: 'What to render' }),
    'Control+4': review.selected,
    'Control+5': exports.preview.first(),
    'Control+0': library.title,
    'Control+,': settings.title,
  };
  let from = '';
  for (const [to, after] of roundTrip(Object.entries(screens))) {
    await page.keyboard.press(to);
    await expect(after).toBeVisible();
    await expect.poll(inMain, `from ${from} to ${to}`).toBe(true);
    from = to;
    // The text and the table of takes go on where they were.
    if (!(await main.evaluate((element) => element === document.activeElement))) continue;
    await page.keyboard.press('Tab');
    expect(await inMain(), `Tab after ${to}: ${await describeFocus(page)}`).toBe(true);
  }
});

test('script: write, take back, find, replace, listen, change the chapter', async ({ open, folders, service }) => {
  const book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
  const { page, script, frame, player, library } = await open({ arguments: [book] });
  const heard = await listen(page);
  await expect(frame.projectName).toHaveText('Book');
  await expect(library.title).toBeHidden();
  await expect(script.row('Did you hear')).toBeVisible();

  await tabTo(page, 'Script');
  while (!(await script.editor.evaluate((element) => element === document.activeElement))) await tabTo(page, 'Script');
  await expectVisibleFocus(page);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type(' A new direction.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('LANE: And a new line.');
  await expect.poll(() => readSavedScript(book)).toContain('LANE: And a new line.');
  await script.undoAll();
  await expect.poll(() => readSavedScript(book)).toBe(SCENE);

  await script.openFind();
  await page.keyboard.type('cucumbers');
  await expect(script.find.getByRole('status')).toContainText(/\d/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Replace with');
  await page.keyboard.type('radishes');
  await tabTo(page, 'Replace all');
  await page.keyboard.press('Enter');
  await expect.poll(() => readSavedScript(book)).toContain('radishes');
  await page.keyboard.press('Escape');
  await expect(script.editor).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect.poll(() => readSavedScript(book)).toBe(SCENE);

  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Enter');
  await expect(player.region.getByText('NARRATOR')).toBeVisible();
  await expect.poll(() => readAuditions(book)).toEqual([{ role: 'NARRATOR', characters: 'First Act'.length }]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await heard.waitForMore(() => page.keyboard.press('Control+Space'));

  const line = page.getByRole('heading', { name: /^Line [\d.]+ · / });
  const lineBefore = await line.textContent();
  await page.keyboard.press('Control+Alt+ArrowDown');
  await expect(frame.chapter('The music-room')).toHaveAttribute('aria-selected', 'true');
  await expect(script.row('I am greatly distressed')).toBeVisible();
  // The inspector's fields are those of another line now: who had the focus among the former ones would lose it.
  await expect(line).not.toHaveText(lineBefore ?? '');
  await tabTo(page, 'listbox Chapters');
  await page.keyboard.press('Home');
  await expect(frame.chapter('First Act')).toHaveAttribute('aria-selected', 'true');
});

test('production: start, pause, go on, call off', OWN, async ({ open, folders, service }) => {
  await setUpLocalService(folders, ONE_BATCH_A_MINUTE);
  const book = await makeBook(folders, {
    text: manyLines(120),
    connection: localIdentity(service),
    voices: await service.voices(),
  });
  const { page, frame, production, palette } = await open({ arguments: [book] });
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+3');
  await expect(production.plan).toBeVisible();
  await tabTo(page, 'rowgroup');
  await tabTo(page, /^button Render 120 lines/);
  await page.keyboard.press('Enter');
  await expect(production.run).toBeVisible();
  // Its button went away with the plan.
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(() => countServiceJobs(folders)).toBe(50);
  await tabTo(page, 'Pause');
  await page.keyboard.press('Control+p');
  await expect(production.goOn).toBeVisible();
  await page.keyboard.press('Control+p');
  await expect(production.pause).toBeVisible();
  await palette.choose('cancel uns', 'Cancel unsent lines');
  await expect(production.plan).toBeVisible();
  expect(queryProject(book, 'SELECT state FROM runs')).toEqual([{ state: 'cancelled' }]);
  expect(countServiceJobs(folders)).toBe(50);
  await expect.poll(() => queryProject(book, 'SELECT count(*) AS n FROM takes')[0]?.['n']).toBe(50);
  await expect(production.figure(/^lines$/)).toHaveText('70');
  await tabTo(page, 'Cap');
  await page.keyboard.type('500');
  await page.keyboard.press('Tab');
  await expect(production.cap).toHaveValue('500');
  await expect
    .poll(() => JSON.parse(String(queryProject(book, 'SELECT settings FROM project')[0]?.['settings'])).characterCap)
    .toBe(500);
});

test('review and export', async ({ open, folders, service }) => {
  const book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
  const { page, frame, review, player, script, app, exports } = await open({ arguments: [book] });
  const heard = await listen(page);
  const decided = () => queryProject(book, 'SELECT verdict FROM takes WHERE verdict IS NOT NULL');
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+4');
  await expect(review.table).toBeFocused();
  await expect(review.selected).toHaveCount(1);
  await expectVisibleFocus(page);

  await page.keyboard.press('Home');
  const first = review.rows.first();
  await heard.waitForMore(() => page.keyboard.press('Space'));
  await page.keyboard.press('Space');
  await expect(player.play).toBeVisible();
  await expect.poll(() => heard.isQuiet()).toBe(true);
  await page.keyboard.press('a');
  await expect(review.verdict(first)).toHaveText('approved');
  await expect.poll(decided).toMatchObject([{ verdict: 'approved' }]);
  await page.keyboard.press('k');
  await page.keyboard.press('u');
  await expect(review.verdict(first)).toHaveText('–');
  await expect.poll(decided).toEqual([]);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(review.summary).toContainText('0 approved');
  await page.keyboard.press('n');
  await expect(review.note).toBeFocused();
  await page.keyboard.type('Too quick.');
  await page.keyboard.press('Escape');
  await expect(review.table).toBeFocused();
  await expect.poll(() => queryProject(book, 'SELECT text FROM notes')).toEqual([{ text: 'Too quick.' }]);
  expect(decided().map(({ verdict }) => verdict)).toContain('rejected');
  await page.keyboard.press('Enter');
  await expect(frame.tab('Script')).toHaveAttribute('aria-current', 'page');
  await expect(script.editor).toBeVisible();

  await page.keyboard.press('Control+e');
  await expect(frame.tab('Export')).toHaveAttribute('aria-current', 'page');
  await answerOpenDialog(app, `${folders.scratch}/out`);
  await tabTo(page, 'Choose a folder…');
  await page.keyboard.press('Enter');
  await expect(exports.start).toBeEnabled();
  await tabTo(page, /^button Export \d/);
  await page.keyboard.press('Enter');
  // The rejected line will be missing.
  await tabTo(page, 'Export anyway');
  await page.keyboard.press('Enter');
  await expect(exports.showInFolder).toBeFocused();
  await expectVisibleFocus(page);
  // A rejected take is not exported.
  expect((await expectExported(`${folders.scratch}/out`)).files).toHaveLength(SCENE_LINES - 1);
});
