// Other keys for commands: chosen in the settings, and used by keys, menu, palette, hints and the list of shortcuts.
import type { ElectronApplication } from '@playwright/test';
import { focused, tabTo } from './support/focus.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

/** The keys of a command as the application's menu has them. */
const menuKeys = (app: ElectronApplication, id: string): Promise<string | null> =>
  app.evaluate(({ Menu }, name) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(name);
    return typeof item?.accelerator === 'string' ? item.accelerator : null;
  }, id);

test('a command is given other keys, which count everywhere and after a restart', OWN, async ({ open, service }) => {
  expect(service.userId).not.toBe('');
  const first = await open();
  const { page, settings, palette, frame, app } = first;
  await settings.show('Shortcuts');
  await settings.pressFor('Command palette', 'F7');
  await expect(frame.notice('“Command palette” is now F7.')).toBeVisible();
  await expect(settings.keysOf('Command palette')).toHaveAccessibleName('Command palette: F7');
  await expect(page.getByRole('banner').getByRole('button', { name: /Command palette/ })).toContainText('F7');
  await expect.poll(() => menuKeys(app, 'palette.open')).toBe('F7');

  await page.keyboard.press('Control+k');
  await page.keyboard.press('F7');
  await expect(palette.field).toBeVisible();
  await palette.field.fill('keyboard');
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Command paletteF7');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await first.lectern.close();

  const again = await open();
  await expect(again.page.getByRole('banner').getByRole('button', { name: /Command palette/ })).toContainText('F7');
  await expect.poll(() => menuKeys(again.app, 'palette.open')).toBe('F7');
  await again.page.keyboard.press('Control+k');
  await expect(again.palette.field).toBeHidden();
  await again.page.keyboard.press('F7');
  await expect(again.palette.field).toBeVisible();
});

test('keys that others have are taken over, or left, several at once', async ({ open, service }) => {
  expect(service.userId).not.toBe('');
  const { page, settings, palette, frame, library, app } = await open();
  await settings.show('Shortcuts');
  await settings.pressFor('Library', 'Control+k');
  await settings.pressFor('New project…', 'Control+o');
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  const row = (id: string) => page.locator(`[data-row="${id}"]`);
  await expect(row('go.library').getByRole('alert')).toContainText('Ctrl K is taken by “Command palette”.');
  await expect(row('project.new').getByRole('alert')).toContainText('Ctrl O is taken by “Open project…”.');
  // Each is offered once, where the keys were pressed.
  await expect(conflicts).toBeHidden();
  // Nothing has changed so far.
  await page.keyboard.press('Control+k');
  await expect(palette.field).toBeVisible();
  await page.keyboard.press('Escape');

  await row('project.new').getByRole('button', { name: 'Cancel' }).click();
  await expect(row('project.new').getByRole('alert')).toBeHidden();
  await row('go.library').getByRole('button', { name: 'Take it over' }).click();
  await expect(row('go.library').getByRole('alert')).toBeHidden();
  await expect(frame.notice('“Library” is now Ctrl K. “Command palette” has no keys.')).toBeVisible();
  await expect(settings.keysOf('Command palette')).toHaveAccessibleName('Command palette: no keys');
  await expect.poll(() => menuKeys(app, 'go.library')).toBe('CmdOrCtrl+K');
  await page.keyboard.press('Control+k');
  await expect(library.title).toBeVisible();

  await settings.show('Shortcuts');
  await page.getByRole('button', { name: 'Reset Command palette' }).click();
  await expect(conflicts).toContainText('One shortcut is wanted by two commands.');
  await expect(conflicts).toContainText('Ctrl K: “Command palette” wants it, “Library” has it.');
  await expect(row('palette.open').getByRole('alert')).toBeHidden();
  await conflicts.getByRole('button', { name: 'Leave it to “Library”' }).click();
  await expect(conflicts).toBeHidden();
  await expect(frame.notice('“Command palette” has no keys; Ctrl K stays.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset Command palette' }).click();
  await conflicts.getByRole('button', { name: 'Give it to “Command palette”' }).click();
  await expect(settings.keysOf('Library')).toHaveAccessibleName('Library: no keys');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(settings.keysOf('Library')).toHaveAccessibleName('Library: Ctrl 0');
  await expect(page.getByRole('button', { name: 'Reset all' })).toBeDisabled();
  await frame.notice('All commands have their own keys again.').getByRole('button', { name: 'Undo' }).click();
  await expect(settings.keysOf('Library')).toHaveAccessibleName('Library: no keys');
});

test('keys that text or the system needs are refused with the reason; all of it by keyboard', async ({
  open,
  service,
}) => {
  expect(service.userId).not.toBe('');
  const { page, settings, palette } = await open();
  await page.keyboard.press('Control+,');
  await expect(settings.title).toBeVisible();
  await tabTo(page, 'tab Services');
  for (let steps = 0; steps < 10 && !(await focused(page)).includes('Shortcuts'); steps += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await tabTo(page, 'Find a command');
  await page.keyboard.type('palette');
  await tabTo(page, 'Command palette: Ctrl K');
  await page.keyboard.press('Enter');
  const row = page.locator('[data-row="palette.open"]');
  for (const [keys, reason] of [
    ['Control+c', 'Ctrl C edits text everywhere.'],
    ['p', 'P types a character or opens a menu.'],
    ['Alt+p', 'Alt P types a character'],
    ['Control+q', 'Ctrl Q is the window’s or the system’s own'],
    ['ArrowDown', '↓ leads through the window.'],
    ['Meta+p', 'These keys can’t be a shortcut.'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(row.getByRole('status')).toContainText(reason);
  }
  await page.keyboard.press('Escape');
  await expect(row.getByRole('status')).toBeHidden();
  await expect(settings.keysOf('Command palette')).toHaveAccessibleName('Command palette: Ctrl K');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Shift+y');
  await expect(settings.keysOf('Command palette')).toHaveAccessibleName('Command palette: Ctrl Shift Y');
  await page.keyboard.press('Control+Shift+y');
  await expect(palette.field).toBeVisible();
  await page.keyboard.press('Escape');

  // The arrows lead from row to row, and Tab leaves the list.
  await settings.show('Shortcuts');
  await page.getByRole('searchbox', { name: 'Find a command' }).fill('');
  await settings.keysOf('New project…').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toContain('Open project…: Ctrl O');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await expect(settings.keysOf('New project…')).toHaveAccessibleName('New project…: no keys');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toContain('Reset New project…');
});
