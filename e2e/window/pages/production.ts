import { expect, type Locator, type Page } from '@playwright/test';

export class ProductionPage {
  readonly page: Page;
  readonly plan: Locator;
  readonly run: Locator;
  readonly start: Locator;
  readonly renderQueue: Locator;
  readonly pause: Locator;
  readonly goOn: Locator;
  readonly cancel: Locator;
  readonly progress: Locator;
  readonly cap: Locator;
  readonly ledger: Locator;
  readonly doubts: Locator;
  readonly failures: Locator;
  readonly inspector: Locator;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    this.plan = page.getByRole('table', { name: 'Planned batches' });
    this.run = page.getByRole('table', { name: 'Batches of the run' });
    this.renderQueue = page.getByRole('main').getByRole('button', { name: 'Render queue' });
    this.start = main.getByRole('button', { name: /^Render( [\d,]+ lines?)?$/ });
    this.pause = main.getByRole('button', { name: 'Pause', exact: true });
    this.goOn = main.getByRole('button', { name: 'Resume' });
    this.cancel = main.getByRole('button', { name: /^Cancel (the run|[\d,]+ unsent lines?)$/ });
    this.progress = main.getByRole('progressbar', { name: 'Progress' });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
    this.cap = this.inspector.getByLabel('Cap');
    this.ledger = this.inspector.getByRole('region', { name: 'Ledger' });
    this.doubts = this.inspector.getByRole('region', { name: 'In doubt' });
    this.failures = this.inspector.getByRole('region', { name: /^Failed/ });
  }

  async chooseExtent(extent: 'Whole script' | 'This chapter'): Promise<void> {
    const group = this.page.getByRole('radiogroup', { name: 'What to render' });
    await group.getByText(extent, { exact: true }).click();
    await expect(group.getByRole('radio', { name: extent })).toBeChecked();
  }

  /** Returns the table's batch rows, without the header. */
  batches(table: Locator): Locator {
    return table.getByRole('row').filter({ has: this.page.getByRole('cell') });
  }

  /** Returns the value with a label, such as `lines`. */
  figure(label: RegExp): Locator {
    return this.page
      .getByRole('main')
      .locator('div')
      .filter({ has: this.page.getByRole('term').filter({ hasText: label }) })
      .last()
      .getByRole('definition');
  }
}
