// Manuscripts that are dropped on any screen.
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const STORM = '# One\n\nMARA: The storm is coming.\n';

async function withProject(window: LecternWindow): Promise<void> {
  await expect(window.frame.strip).toContainText('Local service');
  await window.library.drop('storm.txt', Buffer.from(STORM));
  await window.library.confirmImport();
  await expect(window.frame.projectName).toHaveText('storm');
}

test('a file is taken on any screen: as a project, or as a new version of the open one', async ({ open, service }) => {
  const window = await open();
  const { library, frame, page } = window;
  await withProject(window);
  for (const screen of ['Script', 'Cast', 'Production', 'Review', 'Export'] as const) {
    await frame.goTo(screen);
    await library.drop('storm-2.txt', Buffer.from(`${STORM}\nIVO: Close the shutters.\n`));
    await expect(library.importDialog.getByRole('button', { name: 'Update “storm”…' })).toBeEnabled();
    await expect(library.importDialog.getByRole('button', { name: 'Create project' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(library.importDialog).toBeHidden();
  }
  for (const keys of ['Control+0', 'Control+,']) {
    await page.keyboard.press(keys);
    await library.drop('storm-2.txt', Buffer.from(STORM));
    await expect(library.importDialog.getByRole('button', { name: 'Update “storm”…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(library.importDialog).toBeHidden();
  }
  expect(service.userId).not.toBe('');
});
