import { expect, type Locator, type Page } from '@playwright/test';

/** The table of takes, and the take below it. */
export class ReviewPage {
  readonly page: Page;
  readonly table: Locator;
  readonly rows: Locator;
  readonly selected: Locator;
  /** Counts of takes, of suspicious and of approved ones. */
  readonly summary: Locator;
  readonly comparison: Locator;
  readonly takePanel: Locator;
  readonly gain: Locator;
  readonly note: Locator;
  readonly trimStart: Locator;
  readonly trimEnd: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('grid', { name: 'Takes' });
    this.rows = this.table.getByRole('row').filter({ has: page.getByRole('gridcell') });
    this.selected = this.table.getByRole('row', { selected: true });
    this.summary = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /takes? ·/ });
    this.comparison = page.getByRole('region', { name: 'Comparison of two takes' });
    this.takePanel = page.getByRole('region', { name: /^Take \d+ of line \d+$/ });
    this.gain = this.takePanel.getByLabel('Gain in decibels');
    this.note = this.takePanel.getByRole('textbox', { name: /^Note on take/ });
    this.trimStart = this.takePanel.getByRole('slider', { name: 'Left out at the start' });
    this.trimEnd = this.takePanel.getByRole('slider', { name: 'Left out at the end' });
  }

  /** The row of a line, by its number in the script. */
  line(number: number): Locator {
    return this.rows.filter({
      has: this.page.getByRole('gridcell', { name: String(number), exact: true }).first(),
    });
  }

  /** What stands in the selected row's last cell. */
  verdict(row: Locator): Locator {
    return row.getByRole('gridcell').last();
  }

  async focusTable(): Promise<void> {
    await this.table.focus();
    await expect(this.selected).toHaveCount(1);
  }

  /** The line numbers of the rows that are drawn, in order. */
  async numbers(): Promise<number[]> {
    const texts = await this.rows.locator('[role="gridcell"]:first-child').allTextContents();
    return texts.map(Number);
  }

  async choose(filter: 'Order' | 'Chapter' | 'Role' | 'Which lines', option: string): Promise<void> {
    await this.page
      .getByRole('combobox', { name: filter, exact: true })
      .or(this.page.getByRole('textbox', { name: filter, exact: true }))
      .first()
      .click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}
