// Every screen and state, in both themes, as axe sees it. No rule is switched off.
import { join } from 'node:path';
import { ConsentRecords } from '../../electron/core/app/clones/consent-records.ts';
import { systemClock, systemRandom } from '../../electron/core/system.ts';
import { toyPack, writePack } from '../../node/testing/toy-models/toy-pack.ts';
import { SCENE } from '../support/sample-texts.ts';
import { SETTINGS_PARTS } from './pages/settings.ts';
import { expectWalkable } from './support/accessibility-checks.ts';
import { expectAccessible } from './support/accessible.ts';
import { type HostileStage, ONE_BATCH_A_MINUTE, setHostileStage } from './support/accounts.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { setUpAccount } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { clipSamples, silence, soundOf } from './support/sounds.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, OWN, test } from './support/test.ts';
import { waitForAnimations } from './support/themes.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

test('the first start', OWN, async ({ open }) => {
  const window = await open();
  await expect(window.library.welcome).toBeVisible();
  await expectAccessible(window, 'first start');
  await window.library.enterAccount.click();
  await expect(window.page.getByRole('textbox', { name: 'Base address' })).toBeVisible();
  await expectAccessible(window, 'first start with an account');
});

test('library, settings and dialogs', async ({ open, folders, service }) => {
  const window = await open();
  const { library, page, settings, palette, frame } = window;
  await expect(library.title).toBeVisible();
  await expectAccessible(window, 'empty library');

  await library.newProject.click();
  await expect(library.newDialog).toBeVisible();
  await expectAccessible(window, 'new project');
  await page.keyboard.press('Escape');

  await library.drop('scene.txt', Buffer.from(SCENE));
  await expect(library.importDialog).toBeVisible();
  await expectAccessible(window, 'import');
  await library.confirmImport();
  await expect(frame.projectName).toBeVisible();

  await page.keyboard.press('Control+0');
  await expect(library.recent).toBeVisible();
  await expectAccessible(window, 'library with a project');

  await page.keyboard.press('Control+,');
  await expect(settings.title).toBeVisible();
  await expectAccessible(window, 'settings');
  await settings.addAccount.click();
  await expect(settings.accountDialog).toBeVisible();
  await expectAccessible(window, 'adding an account');
  await page.keyboard.press('Escape');
  await expect(settings.accountDialog).toBeHidden();

  await palette.open();
  await expectAccessible(window, 'command palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(window, 'shortcuts');
  await page.keyboard.press('Escape');

  await answerOpenDialog(window.app, folders.scratch);
  await page.keyboard.press('Control+o');
  await expect(frame.notice('This is not a project')).toBeVisible();
  await expectAccessible(window, 'an error in a notice');
  expect(service.userId).not.toBe('');
});

test('script, review and export of a project that has everything', async ({ open, folders, service }) => {
  await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: (project) => addSpeechTakes(project, { 2: (said) => soundOf(clipSamples(said), silence(3), said) }),
  });
  const window = await open();
  const { library, script, frame, page, review, exports, player } = window;
  await library.openRecent('Book');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await page.keyboard.type(' Now.');
  await expect.poll(() => script.states()).toContain('stale');
  await expectAccessible(window, 'script with a stale line');
  await script.openFind('chapter');
  await page.keyboard.type('sir');
  await expectAccessible(window, 'find in the chapter');
  await script.openFind('script');
  await expect(script.find.getByRole('listbox', { name: 'Search results' })).toBeVisible();
  await expectAccessible(window, 'find in the whole script');
  await page.keyboard.press('Escape');
  await frame.chooseChapter('The music-room');
  await script.putCursorAtEndOf('Certainly, mamma.');
  await page.keyboard.type('\nLANE: Three,\nALGERNON: all of them at once.');
  await expect(page.getByText('more than two roles in one paragraph')).toBeVisible();
  await expectAccessible(window, 'a paragraph that can’t be rendered');

  await frame.goTo('Review');
  await expect(review.summary).toContainText('suspicious');
  await expect(review.takePanel).toBeVisible();
  await review.focusTable();
  await page.keyboard.press('Space');
  await expect(player.region).toContainText(/line [\d.]+ · take/);
  await page.keyboard.press('a');
  await page.keyboard.press('x');
  await expect(frame.notice('rejected')).toBeVisible();
  await expectAccessible(window, 'review');
  await player.region.getByRole('button', { name: 'Speed 1' }).click();
  await expect(page.getByRole('menuitem', { name: '2×' })).toBeVisible();
  await expectAccessible(window, 'the speeds of the player');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search line text').fill('no such words');
  await expect(page.getByText('No matching lines')).toBeVisible();
  await expectAccessible(window, 'review without a row');

  await page.keyboard.press('Control+e');
  await expect(exports.preview.first()).toBeVisible();
  await expectAccessible(window, 'export');
  await exports.presetName.fill('For the archive');
  await exports.savePreset.click();
  await exports.presets.getByRole('button', { name: 'Actions for “For the archive”' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  await expectAccessible(window, 'the menu of a preset');
  await page.keyboard.press('Escape');
  await answerOpenDialog(window.app, `${folders.scratch}/out`);
  await exports.chooseFolder.click();
  await exports.exportAll();
  await expectAccessible(window, 'the report of an export');
});

test('the cast: roles, their dialogs, and voices with an open filter', async ({ open, folders, service }) => {
  const identity = { connection: localIdentity(service), voices: await service.voices() };
  await makeBook(folders, { ...identity, name: 'Earlier', text: SCENE });
  await makeBook(folders, { ...identity, text: SCENE, fill: (project) => addSpeechTakes(project) });
  const window = await open();
  const { library, cast, frame, page } = window;
  await library.openRecent('Book');
  await frame.goTo('Cast');
  await cast.role('ALGERNON').click();
  await expect(cast.inspector).toContainText('Delivery');
  await expectAccessible(window, 'roles');
  await expectWalkable(window, 'roles', 12);
  await cast.inspector.getByRole('button', { name: 'Rename…' }).click();
  await cast.renameDialog.getByRole('textbox', { name: 'Name' }).fill('algernon');
  await expect(cast.renameDialog).toContainText('are in capitals');
  await expectAccessible(window, 'renaming a role');
  await cast.renameDialog.getByRole('textbox', { name: 'Name' }).fill('LANE');
  await cast.renameDialog.getByRole('button', { name: 'Merge into LANE…' }).click();
  await expect(cast.mergeDialog.getByRole('status')).toBeVisible();
  await expectAccessible(window, 'merging roles');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add role…' }).click();
  await expect(cast.addDialog).toBeVisible();
  await expectAccessible(window, 'adding a role');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy a cast…' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy a cast' });
  await copying.getByRole('combobox').or(copying.getByLabel('From project')).first().click();
  await page.getByRole('option', { name: 'Earlier' }).click();
  await expect(copying.getByRole('status')).toBeVisible();
  await expectAccessible(window, 'copying a cast');
  await page.keyboard.press('Escape');
  await expect(copying).toBeHidden();
  await cast.searchRoles.fill('nobody of this name');
  await expect(page.getByText('No roles match “nobody of this name”')).toBeVisible();
  await expectAccessible(window, 'no role');
  await cast.show('Voices');
  await expectWalkable(window, 'voices', 12);
  await cast.voices.focus();
  await page.keyboard.press('Home');
  for (const key of ['c', 'ArrowDown', 'c']) await page.keyboard.press(key);
  await expect(cast.comparison.getByRole('article')).toHaveCount(2);
  await expect(cast.comparison.getByRole('status')).toContainText('2 new previews');
  await expectAccessible(window, 'voices side by side');
  await cast.comparison.getByRole('button', { name: 'End' }).click();
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Language' }).click();
  await expect(page.getByRole('checkbox', { name: /^English/ })).toBeVisible();
  await expectAccessible(window, 'voices with an open filter');
});

test('cloned voices: a clone in doubt, and a sample that is refused', async ({ open, folders, service }) => {
  const connection = localIdentity(service);
  await makeBook(folders, { connection, voices: await service.voices(), text: SCENE });
  const consents = await ConsentRecords.open(folders.home, { clock: systemClock, random: systemRandom });
  await consents.add({
    person: 'Ada Lovelace',
    purpose: 'the audiobook “Notes”',
    givenOn: '2026-01-02',
    validUntil: null,
    voice: null,
    voiceName: 'Ada',
    statement: 'Ada Lovelace agreed on 2026-01-02.',
    sample: { sha256: 'a'.repeat(64), sizeBytes: 860_000, seconds: 9 },
    connection: { ...connection, name: 'Local service' },
    voicesBefore: [],
  });
  const window = await open();
  const { library, frame, clones, page } = window;
  await library.openRecent('Book');
  await frame.goTo('Cast');
  await clones.open();
  await expect(page.getByText('“Ada” may not have been created')).toBeVisible();
  await expectAccessible(window, 'a clone in doubt');
  await page.getByRole('button', { name: 'Save consents…' }).click();
  await expect(page.getByRole('menuitem', { name: 'As text' })).toBeVisible();
  await expectAccessible(window, 'the ways to save consents');
  await page.keyboard.press('Escape');
  await clones.openDialog();
  const words = Buffer.from('no sound at all '.repeat(1_000));
  await clones.file.setInputFiles({ name: 'words.wav', mimeType: 'audio/wav', buffer: words });
  await expect(clones.dialog.getByText('The file can’t be read.')).toBeVisible();
  await expectAccessible(window, 'a new clone, refused');
});

test('what opens in the library', async ({ open, folders, service }) => {
  await makeBook(folders, { connection: localIdentity(service), voices: await service.voices(), text: SCENE });
  const window = await open();
  const { library, page } = window;
  await library.project('Book').getByRole('button', { name: 'More about Book' }).click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate…' })).toBeVisible();
  await expectAccessible(window, 'the menu of a project');
  await page.keyboard.press('Escape');
  await library.choose('Book', 'Duplicate…');
  await expect(library.dialog('Duplicate project')).toBeVisible();
  await expectAccessible(window, 'duplicating');
  await page.keyboard.press('Escape');
  await library.choose('Book', 'Backups…');
  await expect(library.dialog('Backups for Book')).toBeVisible();
  await expectAccessible(window, 'backups');
  await page.keyboard.press('Escape');
  await library.choose('Book', 'Move to bin');
  await library.showShelf('Bin');
  await expect(library.binned).toHaveCount(1);
  await page.getByRole('button', { name: 'Empty the bin…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(window, 'emptying the bin');
});

test('each part of the settings, and a key that is asked for', async ({ open, folders, service }) => {
  await setUpAccount(folders, { ...service, name: 'Studio account', keyStorage: 'ask' });
  const window = await open();
  const { settings, app, page } = window;
  for (const part of SETTINGS_PARTS) {
    await settings.show(part);
    await expectAccessible(window, `settings, ${part}`);
  }
  await settings.show('Voice packs');
  await page.getByRole('button', { name: /^Get / }).first().click();
  await expect(page.getByRole('button', { name: 'Download and install' })).toBeVisible();
  await expectAccessible(window, 'a pack that can be fetched');
  const source = join(folders.root, 'toys');
  writePack(source, toyPack());
  await answerOpenDialog(app, source);
  await page.getByRole('button', { name: 'Add folder…' }).click();
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeFocused();
  await expectAccessible(window, 'a voice pack that is offered');
  await page.keyboard.press('Escape');

  await settings.show('Services');
  await settings.service('Studio account').getByRole('button', { name: 'Enter the key…' }).click();
  await settings.keyField.fill('not-the-key');
  await page.keyboard.press('Enter');
  await expect(settings.keyDialog.getByRole('alert')).toBeVisible();
  await expectAccessible(window, 'a key that is refused');
});

test.describe('production', () => {
  let stage: HostileStage;

  test.beforeEach(async ({ folders }) => {
    stage = await setHostileStage(folders, {
      behaviours: {
        submission: { sequence: ['none', 'reset-after'] },
        fails: (text) => text.includes('line 7 '),
      },
      lines: 120,
      budget: { ...ONE_BATCH_A_MINUTE, limits: { ...ONE_BATCH_A_MINUTE.limits, batch: { requests: 2 } } },
      pricePerThousand: 1,
      webhookUrl: 'https://studio.example/done',
    });
  });
  test.afterEach(() => stage.service.close());

  test('before, during and after a run, with all that can go wrong', async ({ open }) => {
    const window = await open();
    const { library, frame, production, page } = window;
    await library.openRecent('Book');
    await frame.goTo('Review');
    await expect(page.getByRole('heading', { name: 'No takes yet' })).toBeVisible();
    await expectAccessible(window, 'review without takes');
    await frame.goTo('Production');
    await expect(production.plan).toBeVisible();
    await expectAccessible(window, 'the plan');
    await production.start.click();
    await expect(production.failures).toBeVisible({ timeout: 20_000 });
    await expect(production.doubts).toBeVisible();
    await expect(production.inspector.getByRole('region', { name: /^Webhooks/ })).toBeVisible();
    await page.getByText('Log', { exact: true }).click();
    await expectAccessible(window, 'a run that waits, with lines failed and in doubt');
    await production.pause.click();
    await expect(production.goOn).toBeVisible();
    await expectAccessible(window, 'a run that is paused');
    await frame.goTo('Script');
    await expect.poll(() => window.script.states()).toContain('failed');
    await expectAccessible(window, 'script with lines in all states');
  });
});

test('everything that takes the keyboard has a name and shows it, on each screen', async ({
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
  const window = await open();
  const { library, frame, page, review, settings, script, production, exports } = window;
  await expect(library.project('Book')).toBeVisible();
  await expectWalkable(window, 'library', 6);
  await page.keyboard.press('Control+,');
  await expect(settings.title).toBeVisible();
  await expectWalkable(window, 'settings', 6);
  for (const part of SETTINGS_PARTS) {
    await settings.show(part);
    await expectWalkable(window, `settings, ${part}`, 1);
  }
  await page.keyboard.press('Control+0');
  await library.openRecent('Book');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await expect(frame.inspector.getByRole('button', { name: 'Approve take 1' })).toBeVisible();
  // The button may be the first line's: until the cursor's line is there, Tab passes by.
  await expect(frame.inspector.locator('[inert]')).toHaveCount(0);
  await expectWalkable(window, 'script', 15);
  await frame.goTo('Production');
  await expect(production.inspector).toContainText('Ledger');
  await expectWalkable(window, 'production', 10);
  await frame.goTo('Review');
  await expect(review.takePanel).toBeVisible();
  await expectWalkable(window, 'review', 20);
  await frame.goTo('Export');
  await expect(exports.preview.first()).toBeVisible();
  await expectWalkable(window, 'export', 12);
});

test('nothing moves for those who want it still', OWN, async ({ open, service }) => {
  const window = await open();
  const { page, library, settings } = window;
  expect(service.userId).not.toBe('');
  await expect(library.title).toBeVisible();
  await page.keyboard.press('Control+,');
  await expect(settings.title).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await movesOf(window, openAndCloseList), 'the measure itself sees what moves').toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await movesOf(window, openAndCloseList)).toBe(0);
});

async function openAndCloseList({ page, settings }: LecternWindow): Promise<void> {
  const option = page.getByRole('option', { name: 'Startup' });
  await settings
    .service('Local service')
    .getByRole('combobox')
    .or(page.getByRole('textbox', { name: 'Limits' }))
    .first()
    .click();
  await expect(option).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(option).toBeHidden();
}

/** How much moves or fades while something is done. */
async function movesOf(window: LecternWindow, act: (window: LecternWindow) => Promise<void>): Promise<number> {
  const moves = await window.page.evaluateHandle(() => {
    const seen = { count: 0 };
    for (const event of ['transitionrun', 'animationstart']) addEventListener(event, () => (seen.count += 1));
    return seen;
  });
  await act(window);
  await waitForAnimations(window.page);
  return moves.evaluate(({ count }) => count);
}
