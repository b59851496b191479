import { expect, type Locator, type Page } from '@playwright/test';

/** The review screen: the table of takes, and the take panel below it. */
export class ReviewPage {
  readonly page: Page;
  readonly table: Locator;
  readonly rows: Locator;
  readonly selected: Locator;
  /** The numbers of all takes, suspicious takes and approved takes. */
  readonly summary: Locator;
  readonly comparison: Locator;
  readonly takePanel: Locator;
  readonly words: Locator;
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
    this.takePanel = page.getByRole('region', { name: /^Take \d+ of line [\d.]+$/ });
    this.words = page.getByRole('group', { name: 'Line text' });
    this.gain = this.takePanel.getByLabel('Gain in decibels');
    this.note = this.takePanel.getByRole('textbox', { name: /^New note on line/ });
    this.trimStart = this.takePanel.getByRole('slider', { name: 'Trimmed from start' });
    this.trimEnd = this.takePanel.getByRole('slider', { name: 'Trimmed from end' });
  }

  /** Returns the row of a line by its number: `2.12`, or `12` before the first heading. */
  line(number: number | string): Locator {
    const name = new RegExp(`^${String(number).replace('.', '\\.')}$`);
    return this.rows.filter({ has: this.page.locator('[role="gridcell"]:first-child', { hasText: name }) });
  }

  /**
   * Selects a line by its number and waits for the panel below. Doesn't click the waveform, because that would start
   * playback.
   */
  async select(number: number | string): Promise<void> {
    await this.line(number).getByRole('gridcell').first().click();
    await expect(this.line(number)).toHaveAttribute('aria-selected', 'true');
    await expect(this.page.getByRole('region', { name: endsWith(`line ${number}`) })).toBeVisible();
  }

  waveform(number: number | string): Locator {
    return this.line(number).getByRole('gridcell').nth(3);
  }

  verdict(row: Locator): Locator {
    return row.getByRole('gridcell').last();
  }

  async focusTable(): Promise<void> {
    await this.table.focus();
    await expect(this.selected).toHaveCount(1);
  }

  /** Returns the displayed line numbers of all rows that are in the DOM. */
  async labels(): Promise<string[]> {
    return this.rows.locator('[role="gridcell"]:first-child').allTextContents();
  }

  /** Returns `labels` as numbers. The script must not have chapters. */
  async numbers(): Promise<number[]> {
    return (await this.labels()).map(Number);
  }

  async choose(filter: 'Order' | 'Chapter' | 'Role' | 'Show', option: string): Promise<void> {
    await this.page
      .getByRole('combobox', { name: filter, exact: true })
      .or(this.page.getByRole('textbox', { name: filter, exact: true }))
      .first()
      .click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
    await expect(this.table.and(this.page.locator('[aria-busy="true"]'))).toHaveCount(0);
  }
}

/** Returns a pattern for text that ends with the given words, ignoring case. */
const endsWith = (text: string): RegExp => new RegExp(`\\b${text.replace('.', '\\.')}$`, 'i');
