// The voices of roles before there is a project: heard with the role's own words, and chosen.
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { queryProject } from './support/books.ts';
import { listen } from './support/heard.ts';
import { projectsFolder } from './support/home.ts';
import { expect, test } from './support/test.ts';

// Voices are heard.
test.use({ speech: 'espeak', application: 'shared' });

const PLAY = '# One\n\nMARA: The storm is coming.\n\nIVO: Close the shutters, all of them.\n';

test('a role is heard by mouse and by keyboard, and the voice that is chosen is what is created', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { library, frame, page } = window;
  await expect(frame.strip).toContainText('Local service');
  const heard = await listen(page);
  await library.drop('storm.txt', Buffer.from(PLAY));
  const { importDialog } = library;
  const mara = library.importedNames('Roles').filter({ hasText: /^MARA/ });
  const voice = mara.getByRole('combobox', { name: 'Voice for MARA' });
  await expect(mara).toContainText('The storm is coming.');
  await expectAccessible(window, 'the voices of an import');
  await heard.waitForMore(() => mara.getByRole('button', { name: /^Hear MARA with / }).click());
  await expect(mara.getByRole('button', { name: /^Hear MARA with / })).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => heard.isQuiet(), { timeout: 20_000 }).toBe(true);

  await voice.focus();
  const before = await voice.inputValue();
  await page.keyboard.press('End');
  await expect(voice).not.toHaveValue(before);
  const chosen = await voice.inputValue();
  await expect(voice.locator('option:checked')).toHaveText(/^\p{L}+/u);
  // Another voice for one role may cast another role otherwise.
  await expect(importDialog.getByRole('button', { name: 'Create project' })).toBeEnabled();
  await heard.waitForMore(() => page.keyboard.press('Control+Space'));
  const ivo = await importDialog.getByRole('combobox', { name: 'Voice for IVO' }).inputValue();
  await library.confirmImportByEnter();
  await expect(frame.projectName).toHaveText('storm');
  await expect.poll(() => heard.isQuiet(), { timeout: 20_000 }).toBe(true);
  const cast = queryProject(
    join(projectsFolder(folders), 'storm.lectern'),
    'SELECT name, voice FROM roles ORDER BY name',
  );
  expect(cast.filter(({ name }) => name !== 'NARRATOR')).toEqual([
    { name: 'IVO', voice: ivo },
    { name: 'MARA', voice: chosen },
  ]);
  expect(service.userId).not.toBe('');
});
