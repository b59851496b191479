// Visits the screens and dialogs of an open project in any language.
import { expect } from '@playwright/test';
import { SETTINGS_PARTS, type SettingsPart } from '../pages/settings.ts';
import { chooseCommand } from './launch.ts';
import { waitForAnimations } from './themes.ts';
import type { LecternWindow } from './window.ts';

const SCREENS = ['go.library', 'go.script', 'go.cast', 'go.production', 'go.review', 'go.export'] as const;
const DIALOGS = ['project.new', 'book.details', 'project.snapshots', 'help.shortcuts', 'palette.open'] as const;

const sendCommand = ({ app }: LecternWindow, id: string): Promise<void> => chooseCommand(app, id);

async function showSettings(window: LecternWindow, part: SettingsPart): Promise<void> {
  const tab = window.page.getByRole('tab').nth(SETTINGS_PARTS.indexOf(part));
  // Retry, because a page that has just loaded might not handle commands yet.
  await expect(async () => {
    await sendCommand(window, 'settings.open');
    await expect(tab).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await tab.click();
  await expect(window.page.locator('#settings-part section').first()).toBeVisible();
}

/**
 * Chooses a language in the settings.
 * @param name the language's name in that language, or the first option's name in the current language
 */
export async function chooseLanguage(window: LecternWindow, name: string): Promise<void> {
  await showSettings(window, 'Appearance');
  await window.page.getByRole('tabpanel').getByRole('combobox').click();
  await window.page.getByRole('option', { name, exact: true }).click();
}

/** Shows the library and each of the project's screens. @param visit called for each screen */
export async function visitScreens(window: LecternWindow, visit: (name: string) => Promise<void>): Promise<void> {
  const { page } = window;
  for (const id of SCREENS) {
    await sendCommand(window, id);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('main')?.innerText.length ?? 0))
      .toBeGreaterThan(20);
    await waitForAnimations(page);
    await visit(id.replace('go.', ''));
  }
}

/** Shows each screen, each part of the settings and some dialogs. @param visit called for each screen */
export async function visitEveryScreen(window: LecternWindow, visit: (name: string) => Promise<void>): Promise<void> {
  const { page } = window;
  const main = page.getByRole('main');
  const lookWhenSettled = async (name: string) => {
    await expect(main).not.toBeEmpty();
    await waitForAnimations(page);
    await visit(name);
  };
  await visitScreens(window, visit);
  await chooseInCast(window, lookWhenSettled);
  for (const part of SETTINGS_PARTS) {
    await showSettings(window, part);
    await lookWhenSettled(`settings-${part.toLowerCase().replaceAll(' ', '-')}`);
  }
  await sendCommand(window, 'go.script');
  for (const id of DIALOGS) {
    await sendCommand(window, id);
    await expect(page.getByRole('dialog')).toBeVisible();
    await lookWhenSettled(id);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

async function chooseInCast(window: LecternWindow, lookWhenSettled: (name: string) => Promise<void>): Promise<void> {
  await sendCommand(window, 'go.cast');
  const parts = window.page.getByRole('main').getByRole('radiogroup').first().locator('label');
  for (const at of [1, 2, 3]) {
    if (at >= (await parts.count())) return;
    await parts.nth(at).click();
    await lookWhenSettled(`cast-${at}`);
  }
  await parts.first().click();
}
