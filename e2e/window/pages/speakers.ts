import type { Locator, Page } from '@playwright/test';

/** The dialog where users confirm a book's speakers. */
export class SpeakersPage {
  readonly dialog: Locator;
  readonly list: Locator;
  readonly rows: Locator;
  readonly selected: Locator;
  readonly progress: Locator;
  readonly field: Locator;
  readonly newName: Locator;
  readonly told: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: /^Who speaks in / });
    this.list = this.dialog.getByRole('listbox', { name: 'Quotations' });
    this.rows = this.list.getByRole('option');
    this.selected = this.list.getByRole('option', { selected: true });
    this.progress = this.dialog.getByText('left').first();
    this.field = this.dialog.getByRole('textbox', { name: 'Find or add a role' });
    this.newName = this.dialog.getByRole('combobox', { name: 'New name' });
    this.told = this.dialog.getByRole('status').last();
  }
}
