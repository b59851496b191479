// A spreadsheet on its way in: which column is what, decided by hand.
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { savedScript } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const SHEET = ['Bob,7,MARA,The storm is coming.,dryly', 'Eve,8,IVO,Close the shutters.,loud', 'Bob,9,MARA,Now!,'];

test('by keyboard: columns are mapped by hand, and just that is made', async ({ open, folders, service }) => {
  const window = await open();
  const { library, frame, page } = window;
  await expect(frame.strip).toContainText('Local service');
  await library.drop('storm.csv', Buffer.from(`${SHEET.join('\n')}\n`));
  const { importDialog } = library;
  const table = importDialog.getByRole('table');
  const column = (letter: string) => importDialog.getByRole('combobox', { name: `Column ${letter} is` });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('cell', { name: 'Close the shutters.' })).toBeVisible();
  await expect(column('D')).toHaveValue('text');
  const titles = importDialog.getByRole('checkbox', { name: 'First row has titles' });
  await expect(titles).not.toBeChecked();
  await expectAccessible(window, 'the import of a spreadsheet');

  await column('A').focus();
  await page.keyboard.press('End');
  await expect(column('A')).toHaveValue('ignored');
  await column('C').focus();
  await page.keyboard.press('Home');
  await expect(column('C')).toHaveValue('role');
  await column('E').focus();
  await page.keyboard.type('Dir');
  await expect(column('E')).toHaveValue('direction');
  await expect(library.found('Roles').filter({ hasText: /^MARA/ })).toHaveCount(1);
  await expect(library.found('Roles').filter({ hasText: /^IVO/ })).toHaveCount(1);

  await column('D').focus();
  await page.keyboard.press('End');
  await expect(importDialog.getByText('Choose the column with the words.')).toBeVisible();
  await expect(importDialog.getByRole('button', { name: 'Create project' })).toBeDisabled();
  await column('D').selectOption('Words');
  await titles.focus();
  await page.keyboard.press('Space');
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.keyboard.press('Space');
  await expect(table.getByRole('row')).toHaveCount(4);
  await library.confirmImportByEnter();
  await expect(frame.projectName).toHaveText('storm');
  expect(savedScript(join(projectsFolder(folders), 'storm.lectern'))).toBe(
    'MARA: (dryly) The storm is coming.\n\nIVO: (loud) Close the shutters.\n\nMARA: Now!\n',
  );
  expect(service.userId).not.toBe('');
});
