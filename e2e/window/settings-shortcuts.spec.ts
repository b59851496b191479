// Other keys for commands: chosen in the settings, and used by keys, menu, palette, hints and the list of shortcuts.
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** The keys of a command as the application's menu has them. */
const menuKeys = (app: ElectronApplication, id: string): Promise<string | null> =>
  app.evaluate(({ Menu }, name) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(name);
    return typeof item?.accelerator === 'string' ? item.accelerator : null;
  }, id);

test('a command is given other keys, which count everywhere and after a restart', async ({ open, service }) => {
  expect(service.userId).not.toBe('');
  const first = await open();
  const { page, settings, palette, frame, app } = first;
  await settings.show('Shortcuts');
  await settings.setShortcut('Command palette', 'F7');
  await expect(frame.notice('“Command palette” is now F7.')).toBeVisible();
  await expect(settings.shortcutButton('Command palette')).toHaveAccessibleName('Command palette: F7');
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
