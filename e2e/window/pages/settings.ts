import type { Locator, Page } from '@playwright/test';

/** Services and appearance. */
export class SettingsPage {
  readonly page: Page;
  readonly title: Locator;
  readonly addAccount: Locator;
  readonly accountDialog: Locator;
  readonly keyDialog: Locator;
  /** A field for secrets has no role. */
  readonly keyField: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { name: 'Settings' });
    this.addAccount = page.getByRole('button', { name: 'Add an account…' });
    this.keyDialog = page.getByRole('dialog', { name: /^Key of/ });
    this.keyField = this.keyDialog.locator('input[type="password"]');
    this.accountDialog = page.getByRole('dialog', { name: 'Add an account' });
  }

  /** The card of a service. */
  service(name: string): Locator {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name }) });
  }
}
