import type { Locator, Page } from '@playwright/test';

export class CostsPage {
  readonly page: Page;
  readonly main: Locator;
  readonly grid: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.grid = this.main.getByRole('grid', { name: /^Costs by/ });
  }

  async show(view: 'Batches' | 'Costs'): Promise<void> {
    await this.main.getByRole('radiogroup', { name: 'Production view' }).getByText(view, { exact: true }).click();
  }

  async groupBy(by: 'Lines' | 'Roles' | 'Chapters' | 'Runs'): Promise<void> {
    await this.main.getByRole('radiogroup', { name: 'Group by' }).getByText(by, { exact: true }).click();
  }

  rows(): Locator {
    return this.grid.getByRole('row').filter({ has: this.page.getByRole('gridcell') });
  }

  cell(row: Locator, column: string): Locator {
    return row.locator(`[data-column="${column}"]`);
  }

  heading(name: string): Locator {
    return this.grid.getByRole('columnheader').getByRole('button', { name });
  }
}
