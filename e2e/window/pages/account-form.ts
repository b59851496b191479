import type { Locator, Page } from '@playwright/test';

export interface Account {
  readonly name?: string;
  readonly baseUrl: string;
  readonly userId: string;
  readonly key: string;
  readonly plan?: 'Hacker' | 'Startup' | 'Growth' | 'Enterprise';
}

/** The account form, which is shown on the first start and in the settings. */
export class AccountForm {
  readonly page: Page;
  readonly submit: Locator;
  readonly problem: Locator;
  readonly key: Locator;

  constructor(page: Page) {
    this.page = page;
    this.submit = page.getByRole('button', { name: /^(Connect|Check and add)$/ });
    this.problem = page.getByRole('alert');
    this.key = page.getByLabel('Key', { exact: false }).and(page.locator('input[type="password"]'));
  }

  async fill({ name, baseUrl, userId, key, plan }: Account): Promise<void> {
    if (name !== undefined) await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.getByRole('textbox', { name: 'Base address' }).fill(baseUrl);
    await this.page.getByRole('textbox', { name: 'User ID' }).fill(userId);
    await this.key.fill(key);
    if (plan !== undefined) {
      await this.page.getByLabel('Plan').first().click();
      await this.page.getByRole('option', { name: plan, exact: true }).click();
    }
  }
}
