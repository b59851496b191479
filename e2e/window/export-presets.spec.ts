// Presets of exports: kept in the project, chosen, renamed, deleted and brought back.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { exportMemory } from '../../electron/core/export/export-memory.ts';
import { openProject } from '../../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../electron/core/system.ts';
import { SCENE } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { tabTo } from './support/focus.ts';
import { giveSpeech } from './support/give-speech.ts';
import { answerOpenDialog } from './support/launch.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: giveSpeech,
  });
});

const remembered = () => {
  const project = openProject(book, { mode: 'read', clock: systemClock, random: systemRandom });
  try {
    return exportMemory(project);
  } finally {
    project.close();
  }
};

test(
  'choices are kept under names, chosen again, changed and deleted, each with its way back',
  OWN,
  async ({ open, folders }) => {
    const window = await open({ arguments: [book] });
    const { frame, exports, page, app } = window;
    await frame.goTo('Export');
    const out = join(folders.scratch, 'web');
    await answerOpenDialog(app, out);
    await exports.chooseFolder.click();
    await exports.chooseFormat('MP3');
    await exports.template.fill('web/{line}');
    await exports.presetName.fill('Web player');
    await exports.savePreset.click();
    await expect(exports.preset('Web player')).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => remembered().presets)
      .toMatchObject([{ name: 'Web player', outDir: out, options: { format: 'mp3', template: 'web/{line}' } }]);

    await test.step('what is chosen otherwise is another choice, until the preset is chosen again', async () => {
      await exports.chooseFormat('FLAC');
      await expect(exports.preset('Web player')).toHaveAttribute('aria-pressed', 'false');
      await expect(exports.preset('Web player')).toContainText('changed');
      await exports.preset('Web player').click();
      await expect(page.getByRole('radio', { name: 'MP3' })).toBeChecked();
    });

    await test.step('a name is there once', async () => {
      await exports.presetName.fill('WEB PLAYER');
      await exports.savePreset.click();
      await expect(frame.notice('Another preset has this name')).toBeVisible();
      await exports.presetName.fill('Masters');
      await exports.chooseFormat('WAV');
      await page.getByRole('textbox', { name: 'Name of a new preset' }).press('Enter');
      await expect(exports.preset('Masters')).toBeVisible();
      await expectAccessible(window, 'presets');
    });

    await test.step('renamed and back, replaced and back', async () => {
      await exports.doTo('Masters', 'Rename…');
      await page.getByRole('textbox', { name: 'New name of “Masters”' }).fill('Archive');
      await page.keyboard.press('Enter');
      await expect(exports.preset('Archive')).toBeVisible();
      await frame.notice('is now “Archive”').getByRole('button', { name: 'Undo' }).click();
      await expect(exports.preset('Masters')).toBeVisible();
      await exports.doTo('Web player', 'Replace by what is chosen now');
      await expect.poll(() => remembered().presets[0]?.options.format).toBe('wav');
      await frame.notice('has what is chosen now').getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => remembered().presets[0]?.options.format).toBe('mp3');
    });

    await test.step('deleted and back where it stood, the default one too', async () => {
      await exports.doTo('Web player', 'Begin with it');
      await expect(exports.preset('Web player')).toContainText('default');
      await exports.doTo('Web player', 'Delete');
      await expect(exports.preset('Web player')).toBeHidden();
      expect(remembered().defaultPresetId).toBeNull();
      await exports.title.click();
      await page.keyboard.press('Control+z');
      await expect(exports.preset('Web player')).toContainText('default');
      await expect.poll(() => remembered().presets.map(({ name }) => name)).toEqual(['Web player', 'Masters']);
    });

    await test.step('after the next start the screen begins with the default', async () => {
      await window.lectern.close();
      const again = await open({ arguments: [book] });
      await again.frame.goTo('Export');
      await expect(again.exports.template).toHaveValue('web/{line}');
      await expect(again.page.getByRole('radio', { name: 'MP3' })).toBeChecked();
      await expect(again.exports.otherFolder).toBeVisible();
      await expect(again.page.getByRole('main')).toContainText(out);
    });
  },
);

test('presets by keyboard', async ({ open }) => {
  const { frame, exports, page } = await open({ arguments: [book] });
  await expect(frame.projectName).toHaveText('Book');
  await page.keyboard.press('Control+5');
  await expect(exports.preview.first()).toBeVisible();
  await tabTo(page, 'Name of a new preset');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await expect(exports.preset('One')).toBeVisible();
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await expect(exports.preset('Two')).toBeVisible();
  await exports.preset('One').focus();
  await page.keyboard.press('ArrowDown');
  await expect(exports.preset('Two')).toBeFocused();
  await page.keyboard.press('Tab');
  await tabTo(page, 'What to do with “Two”');
  await chooseFromMenu(page, 'Rename…');
  await expect(page.getByRole('textbox', { name: 'New name of “Two”' })).toBeFocused();
  await page.keyboard.type('Three');
  await page.keyboard.press('Enter');
  await expect(exports.preset('Three')).toBeVisible();
  await exports.preset('Three').focus();
  await tabTo(page, 'What to do with “Three”');
  await chooseFromMenu(page, 'Rename…');
  await expect(page.getByRole('textbox', { name: 'New name of “Three”' })).toBeFocused();
  await page.keyboard.type('Nothing of it');
  await page.keyboard.press('Escape');
  await expect(exports.preset('Three')).toBeVisible();
  await exports.preset('Three').focus();
  await tabTo(page, 'What to do with “Three”');
  await chooseFromMenu(page, 'Delete');
  await expect(exports.preset('Three')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(exports.preset('Three')).toBeVisible();
});

/** Opens the menu that has the keyboard, and goes to an item by the arrow keys. */
async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('menuitem', { name: item });
  await expect(wanted).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(wanted).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
}

test('presets that can’t be read stay where they are, and it is said', async ({ open }) => {
  const project = openProject(book, { mode: 'write', clock: systemClock, random: systemRandom });
  const foreign = { id: 'x', name: 'Of tomorrow', options: { format: 'opus' }, outDir: null };
  project.setLastExport({ version: 2, choice: null, presets: [foreign], defaultPresetId: 'x', report: null });
  project.close();
  const window = await open({ arguments: [book] });
  const { frame, exports } = window;
  await frame.goTo('Export');
  await expect(frame.inspector).toContainText('1 preset can’t be read here');
  await expectAccessible(window, 'a preset that can’t be read');
  await exports.presetName.fill('Mine');
  await exports.savePreset.click();
  await expect(exports.preset('Mine')).toBeVisible();
  await expect.poll(remembered).toMatchObject({ presets: [{ name: 'Mine' }], unreadable: [foreign] });
});
