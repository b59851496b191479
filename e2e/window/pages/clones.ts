import { expect, type Locator, type Page } from '@playwright/test';

export interface CloneConsent {
  readonly name: string;
  readonly person: string;
  readonly purpose: string;
}

export class ClonesPage {
  readonly page: Page;
  readonly list: Locator;
  readonly create: Locator;
  readonly dialog: Locator;
  readonly file: Locator;
  readonly make: Locator;
  readonly statement: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('listbox', { name: 'Cloned voices' });
    this.create = page.getByRole('button', { name: 'Clone a voice…' });
    this.dialog = page.getByRole('dialog', { name: 'Clone a voice' });
    this.file = this.dialog.getByLabel('Voice recording');
    this.make = this.dialog.getByRole('button', { name: 'Create voice' });
    this.statement = this.dialog.getByRole('checkbox');
  }

  /** Shows the cloned voices. The cast screen must be open. */
  async open(): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Cast sections' }).getByText('Clones').click();
    await expect(this.create).toBeVisible();
  }

  async openDialog(): Promise<void> {
    await this.create.click();
    await expect(this.dialog).toBeVisible();
  }

  /** Fills in the whole form except for the checkbox. */
  async fillIn({ name, person, purpose }: CloneConsent): Promise<void> {
    await this.dialog.getByLabel('Voice name').fill(name);
    await this.dialog.getByLabel('Speaker').fill(person);
    await this.dialog.getByLabel('Permitted use').fill(purpose);
  }

  details(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
}
