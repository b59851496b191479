// A new version of the manuscript for the project that is open: seen by chapter, taken over by keyboard, and taken back.
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { queryProject, readSavedScript } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

test.use({ application: 'shared' });

const ONE = '# One\n\nMARA: The storm is coming.\n\nIVO: Close the shutters, all of them.';
const TWO = '# Two\n\nMARA: Is anybody there?';
const FORMER = `${ONE}\n\n${TWO}\n`;
const NEXT = `${ONE.replace('coming', 'here')}\n\n${TWO}\n\n# Three\n\nIVO: It is over.\n`;

test(
  'shows what changes by chapter, takes over what is ticked, and can be undone',
  MAIN_FLOW,
  async ({ open, folders, service }) => {
    const window = await open();
    const { library, frame, page } = window;
    await expect(frame.strip).toContainText('Local service');
    await library.drop('storm.txt', Buffer.from(FORMER));
    await library.confirmImport();
    await expect(frame.projectName).toHaveText('storm');
    const path = join(projectsFolder(folders), 'storm.lectern');
    const identities = () => queryProject(path, 'SELECT id, turns FROM lines ORDER BY id').slice(0, 5);
    const before = identities();
    expect(service.userId).not.toBe('');

    await library.drop('storm-2.txt', Buffer.from(NEXT));
    await library.importDialog.getByRole('button', { name: 'Update “storm”…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update “storm”' });
    await expect(dialog.getByText('2 chapters change, 1 stays as it is.')).toBeVisible();
    await dialog.getByRole('button', { name: '1 change in One' }).click();
    await expect(dialog.getByRole('cell', { name: 'MARA: The storm is coming.' })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: 'MARA: The storm is here.' })).toBeVisible();
    await expectAccessible(window, 'a new version');
    if (process.env['PICTURES']) await page.screenshot({ path: join(process.env['PICTURES'], 'new-version.png') });
    expect(readSavedScript(path)).toBe(FORMER);

    const three = dialog.getByRole('checkbox', { name: 'Update Three' });
    await three.focus();
    await page.keyboard.press('Space');
    await expect(three).not.toBeChecked();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(readSavedScript(path)).toBe(FORMER.replace('coming', 'here'));
    expect(identities().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await expect(page.getByText('MARA: The storm is here.')).toBeVisible();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('MARA: The storm is coming.')).toBeVisible();
    await expect.poll(() => readSavedScript(path)).toBe(FORMER);
    expect(identities()).toEqual(before);
  },
);
