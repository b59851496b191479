// The import suggests the kind of project. Production notes of a podcast aren't spoken unless they are ticked.

import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { readSavedScript } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const EPISODE = [
  '# Quiet Machines, Episode 4',
  'Welcome to Quiet Machines, the podcast about tools that outlive their makers.',
  'Production note: keep this bit warm.',
  'Today we visit a clock tower. It has run since 1871.',
  'Ad break 1',
  'And we’re back. The tower keeper is Elio.',
  '00:45',
  '(beat)',
  'SFX: bell',
  'He winds it twice a week.',
  'Ad break 2',
  'Thanks for listening.',
];

test('a podcast is imported with its production notes silent, except one that is ticked', async ({
  open,
  folders,
  service,
}) => {
  expect(service.userId).not.toBe('');
  const window = await open();
  const { library, frame, page, exports } = window;
  await expect(frame.strip).toContainText('Local service');
  await library.drop('quiet.txt', Buffer.from(EPISODE.join('\n\n')));
  const { importDialog } = library;
  await expect(importDialog.getByRole('radio', { name: 'Podcast' })).toBeChecked();
  await expect(importDialog).toContainText('Suggested: Podcast, because of');
  await expect(library.importFigure('lines')).toHaveText('5');
  await expectAccessible(window, 'the import of a podcast');

  const note = importDialog.getByRole('checkbox', { name: 'Ad break 1' });
  await importDialog.getByRole('checkbox', { name: 'Production note: keep this bit warm.' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(note).toBeFocused();
  await page.keyboard.press('Space');
  await expect(library.importFigure('lines')).toHaveText('6');

  await library.confirmImport();
  await expect(frame.projectName).toHaveText('quiet');
  const script = readSavedScript(join(projectsFolder(folders), 'quiet.lectern'));
  expect(script).toContain('\n\nAd break 1\n\n');
  expect(script).toContain('\n\n(Ad break 2)\n\n');
  await frame.goTo('Export');
  await expect(exports.page.getByRole('button', { name: /^Podcast episode/, pressed: true })).toBeVisible();
});
