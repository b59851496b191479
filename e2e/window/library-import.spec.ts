// Scripts on their way in: what is seen before anything is made, what is decided about it, and that just that is made.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHostileService } from '../hostile-service/hostile-service.ts';
import { sampleBytes } from '../support/texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { count, query, savedScript } from './support/books.ts';
import { expectFocusSeen } from './support/focus.ts';
import { projectsFolder, settleIn, setUpAccount } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const PLAY = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite to listen, sir.

ALGERNOM: I’m sorry for that.

NOTE: The curtain rises.
`;

test('roles are confirmed: unticked, two spellings made one, and just that is made', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { library, frame, page } = window;
  await expect(frame.strip).toContainText('Local service');
  await library.drop('play.txt', Buffer.from(PLAY));
  await expect(library.importFigure('roles')).toHaveText('5');
  await expectAccessible(window, 'the import of a script');
  await library.importDialog.getByRole('checkbox', { name: 'NOTE' }).click();
  await expect(library.importFigure('roles')).toHaveText('4');
  await library.importDialog.getByRole('combobox', { name: 'ALGERNOM is the same as' }).selectOption('ALGERNON');
  await expect(library.importFigure('roles')).toHaveText('3');
  await expect(library.found('Roles').filter({ hasText: 'ALGERNOM is ALGERNON' })).toHaveCount(1);
  await expect(library.importDialog.getByRole('checkbox', { name: 'NARRATOR' })).toBeDisabled();
  const voice = library.importDialog.getByRole('combobox', { name: 'Voice of LANE' }).locator('option:checked');
  // It is foretold by the name that the service lists.
  await expect(voice).toHaveText(/^\p{L}+/u);
  expect(existsSync(projectsFolder(folders))).toBe(false);
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('play');

  const path = join(projectsFolder(folders), 'play.lectern');
  const names = query(path, 'SELECT DISTINCT roles FROM lines').map(({ roles }) => String(roles));
  expect(names.toSorted()).toEqual(['["ALGERNON"]', '["LANE"]', '["NARRATOR"]']);
  expect(savedScript(path)).toContain('ALGERNON: I’m sorry');
  expect(savedScript(path)).toContain('\\NOTE: The curtain rises.');
  expect(service.userId).not.toBe('');
  await page.keyboard.press('Control+0');
});

test('by keyboard: the same text as prose, where names are offered and not ticked', async ({
  open,
  folders,
  service,
}) => {
  const { library, frame, page, app } = await open();
  await expect(frame.strip).toContainText('Local service');
  const file = join(folders.scratch, 'play.txt');
  writeFileSync(file, PLAY);
  await answerOpenDialog(app, file);
  await page.keyboard.press('Control+i');
  await expect(library.importDialog.getByRole('textbox', { name: 'Project name' })).toBeFocused();
  await library.importDialog.getByRole('radio', { name: 'A script with roles' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(library.importFigure('role')).toHaveText('1');
  const lane = library.importDialog.getByRole('checkbox', { name: 'LANE' });
  await expect(lane).not.toBeChecked();
  await lane.focus();
  await page.keyboard.press('Space');
  await expect(library.importFigure('roles')).toHaveText('2');
  await library.importDialog.getByRole('textbox', { name: 'Project name' }).focus();
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('play');
  const path = join(projectsFolder(folders), 'play.lectern');
  expect(count(path, `SELECT count(*) FROM lines WHERE roles = '["LANE"]'`)).toBe(1);
  expect(JSON.parse(String(query(path, 'SELECT settings FROM project')[0]?.['settings']))).toMatchObject({
    roleMarks: 'confirmed',
    confirmedRoles: ['LANE'],
  });
  expect(service.userId).not.toBe('');
});

test('what went wrong leads the keyboard to its way out', async ({ open, folders }) => {
  const hostile = await startHostileService({ seed: 3, behaviours: {} });
  await settleIn(folders);
  await setUpAccount(folders, { name: 'Studio account', ...hostile, keyStorage: 'ask' });
  const { library, frame, page, settings } = await open();
  await library.drop('play.txt', Buffer.from(PLAY));
  const { importDialog } = library;
  const name = importDialog.getByRole('textbox', { name: 'Project name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(importDialog.getByRole('button', { name: 'Enter the key…' })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');
  await expect(settings.keyField).toBeFocused();
  await page.keyboard.type(hostile.key);
  await page.keyboard.press('Enter');
  await expect(settings.keyDialog).toBeHidden();

  mkdirSync(folders.documents, { recursive: true });
  writeFileSync(projectsFolder(folders), 'in the way');
  await library.drop('play.txt', Buffer.from(PLAY));
  await importDialog.getByRole('button', { name: 'Create project' }).press('Enter');
  await expect(frame.problem('The name is taken')).toBeVisible();
  // It has no button of its own.
  await expect(name).toBeFocused();
  rmSync(projectsFolder(folders));
  await page.keyboard.press('Enter');
  await expect(frame.projectName).toHaveText('play');
  await hostile.close();
});

test('several scripts that are dropped together wait for each other', async ({ open, service }) => {
  const { library, frame, page } = await open();
  await expect(frame.strip).toContainText('Local service');
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['one', 'two', 'three']) data.items.add(new File([`LANE: This is ${name}.\n`], `${name}.txt`));
    return data;
  });
  await expect(async () => {
    await page.getByRole('main').dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.getByText('Drop a manuscript or script to see what it would become')).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: transfer });
  const dialog = page.getByRole('dialog', { name: 'Import script (2 others to follow)' });
  await expect(dialog).toContainText('one.txt');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  const second = page.getByRole('dialog', { name: 'Import script (1 other to follow)' });
  await expect(second).toContainText('two.txt');
  await second.getByRole('button', { name: 'Skip' }).click();
  await expect(library.importDialog).toContainText('three.txt');
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('three');
  await page.keyboard.press('Control+0');
  await expect.poll(() => library.names()).toEqual(['three', 'one']);
  expect(service.userId).not.toBe('');
});

test('a price, the time on the plan, and books as they come: Alice, War and Peace, and a play as an EPUB', async ({
  open,
  folders,
}) => {
  const hostile = await startHostileService({ seed: 3, behaviours: {} });
  try {
    await settleIn(folders);
    const budget = { plan: 'startup' as const, limits: {}, sharePercent: 100 };
    await setUpAccount(folders, { name: 'Studio account', ...hostile, pricePerThousand: 0.3, budget });
    const { library, frame, page } = await open();
    await expect(frame.strip).toContainText('Studio account');
    await library.drop('alice.txt', sampleBytes('alice.txt'));
    await expect(library.importFigure('chapters')).toHaveText('12');
    await expect(library.importFigure('to render it all')).toHaveText(/^4\d\.\d\d EUR$/);
    await expect(library.importFigure('of audio, about')).toHaveText(/^2 h \d+ min$/);
    await expect(library.importFigure('to send on this plan')).toHaveText(/^\d+ (?:s|min|h)/);
    await expect(page.getByRole('list', { name: 'Notices' })).toContainText('Left out the licence text');
    await page.keyboard.press('Escape');

    await library.drop('war-and-peace.txt', sampleBytes('war-and-peace.txt'));
    await expect(library.importFigure('chapters')).toHaveText(/^3\d\d$/, { timeout: 20_000 });
    // Its capitals before a colon are not roles, unless the producer says so.
    await expect(library.importFigure('role')).toHaveText('1');
    await page.keyboard.press('Escape');
    await library.drop('earnest.epub', sampleBytes('earnest.epub'));
    await expect(library.importFigure('roles')).toHaveText(/^\d+$/);
    await expect(library.importDialog.getByRole('list', { name: 'Sections' }).getByRole('listitem')).not.toHaveCount(0);
  } finally {
    await hostile.close();
  }
});

test('the first start takes a script of one’s own to the local service', OWN, async ({ open, folders }) => {
  const script = join(folders.scratch, 'play.txt');
  writeFileSync(script, `They hear [a bell] now.\n\n${PLAY}`);
  const { library, frame, app, page } = await open();
  await answerOpenDialog(app, script);
  await page.getByRole('button', { name: 'Start with a script…' }).click();
  await expect(library.importDialog.getByRole('list', { name: 'Notices' })).toContainText(
    '“[a bell]” will be read aloud',
  );
  await library.confirmImport();
  await expect(frame.projectName).toHaveText('play');
  await expect(frame.strip).toContainText('Local service');
});
