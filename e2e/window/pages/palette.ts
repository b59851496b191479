import { expect, type Locator, type Page } from '@playwright/test';

export class Palette {
  readonly page: Page;
  readonly field: Locator;
  readonly entries: Locator;

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByRole('combobox', { name: 'Command', exact: true });
    this.entries = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await expect(this.field).toBeFocused();
  }

  /** Opens the palette, types `words`, and runs the first result, which must have the given label. */
  async choose(words: string, label: string): Promise<void> {
    await this.open();
    await this.field.pressSequentially(words);
    await expect(this.entries.first()).toContainText(label);
    await this.page.keyboard.press('Enter');
    await expect(this.field).toBeHidden();
  }
}
