import { expect, type Locator, type Page } from '@playwright/test';

export class PronunciationPage {
  readonly page: Page;
  readonly list: Locator;
  readonly rows: Locator;
  readonly chosen: Locator;
  readonly written: Locator;
  readonly spoken: Locator;
  readonly sounds: Locator;
  readonly summary: Locator;
  readonly examples: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('listbox', { name: 'Rules in order' });
    this.rows = this.list.getByRole('option');
    this.chosen = this.list.getByRole('option', { selected: true });
    this.written = page.getByRole('textbox', { name: 'Written' });
    this.spoken = page.getByRole('textbox', { name: 'Spoken' });
    this.sounds = page.getByRole('textbox', { name: 'Sounds' });
    this.summary = page.getByRole('region', { name: 'Effect of saving' }).getByRole('status');
    this.examples = page.getByRole('list', { name: 'Affected lines' }).getByRole('listitem');
  }

  /** Shows the pronunciation rules. The cast screen must be open. */
  async open(): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Cast sections' }).getByText('Pronunciation').click();
    await expect(this.written).toBeVisible();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('button', { name });
  }
}
