// The import of a script: what is shown and decided before anything is made.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { queryProject, readSavedScript } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

test.use({ application: 'shared' });

const PLAY = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite to listen, sir.

ALGERNOM: I’m sorry for that.

NOTE: The curtain rises.
`;

test(
  'roles are confirmed: one unticked, two spellings merged, and exactly that is made',
  MAIN_FLOW,
  async ({ open, folders, service }) => {
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
    await expect(library.importedNames('Roles').filter({ hasText: 'ALGERNOM is ALGERNON' })).toHaveCount(1);
    await expect(library.importDialog.getByRole('checkbox', { name: 'NARRATOR' })).toBeDisabled();
    const voice = library.importDialog.getByRole('combobox', { name: 'Voice for LANE' }).locator('option:checked');
    // The preview shows the name that the service lists.
    await expect(voice).toHaveText(/^\p{L}+/u);
    expect(existsSync(projectsFolder(folders))).toBe(false);
    await library.confirmImport();
    await expect(frame.projectName).toHaveText('play');

    const path = join(projectsFolder(folders), 'play.lectern');
    const names = queryProject(path, 'SELECT DISTINCT roles FROM lines').map(({ roles }) => String(roles));
    expect(names.toSorted()).toEqual(['["ALGERNON"]', '["LANE"]', '["NARRATOR"]']);
    expect(readSavedScript(path)).toContain('ALGERNON: I’m sorry');
    expect(readSavedScript(path)).toContain('\\NOTE: The curtain rises.');
    expect(service.userId).not.toBe('');
    await page.keyboard.press('Control+0');
  },
);
