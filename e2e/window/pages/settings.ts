import { expect, type Locator, type Page } from '@playwright/test';

export const SETTINGS_PARTS = [
  'Services',
  'Voice engines',
  'Voice packs',
  'Language model',
  'Signing',
  'Project',
  'Appearance',
  'Sound',
  'Shortcuts',
  'Files',
  'Log and report',
  'About',
] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

export class SettingsPage {
  readonly page: Page;
  readonly title: Locator;
  readonly addAccount: Locator;
  readonly accountDialog: Locator;
  readonly keyDialog: Locator;
  /** Password fields don't have an ARIA role, so find them by their label. */
  readonly keyField: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { name: 'Settings', exact: true });
    this.addAccount = page.getByRole('button', { name: 'Add an account…' });
    this.keyDialog = page.getByRole('dialog', { name: /^Key for/ });
    this.keyField = this.keyDialog.locator('input[type="password"]');
    this.accountDialog = page.getByRole('dialog', { name: 'Add an account' });
  }

  part(name: SettingsPart): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  async show(name: SettingsPart): Promise<void> {
    await this.page.keyboard.press('Control+,');
    await this.part(name).click();
    await expect(this.page.getByRole('tabpanel', { name })).toBeVisible();
  }

  /** Returns the button that shows and changes a command's shortcut. */
  shortcutButton(command: string): Locator {
    return this.page.getByRole('tabpanel').getByRole('button', { name: `${command}: `, exact: false });
  }

  async setShortcut(command: string, keys: string): Promise<void> {
    await this.shortcutButton(command).click();
    await this.page.keyboard.press(keys);
  }

  service(name: string): Locator {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name }) });
  }
}
