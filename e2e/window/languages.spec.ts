// Another language: at once, wherever Lectern says something.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SETTINGS_PARTS } from './pages/settings.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const choose = async (page: Page, field: RegExp, language: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: language, exact: true }).click();
};

test('another language is spoken at once in the window and in the menu, also after a reload', async ({
  open,
  folders,
}) => {
  const { page, lectern, settings } = await open();
  const html = page.locator('html');
  const firstMenu = () => lectern.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items[0]?.label);
  await settings.show('Appearance');
  expect(await firstMenu()).toBe('File');

  await choose(page, /^Language$/, 'Pseudo-Arabic');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(html).toHaveAttribute('lang', 'ar-XB');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('[سيتتينغس]');
  // The field is another one now: who chose by keyboard goes on from there.
  await expect(page.getByRole('combobox', { name: '[لانغواغي]' })).toBeFocused();
  expect(await firstMenu()).toBe('[فيلي]');
  const kept = () => JSON.parse(readFileSync(join(folders.home, 'preferences.json'), 'utf8'));
  await expect.poll(kept).toMatchObject({ language: 'ar-XB' });

  await page.reload();
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[[\u0600-\u06ff ]+\]$/);

  await page.keyboard.press('Control+,');
  await page.getByRole('tab').nth(SETTINGS_PARTS.indexOf('Appearance')).click();
  await choose(page, /^\[لانغواغي\]$/, '[اس تهي سيستيم]');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await firstMenu()).toBe('File');
});
