import { expect, type Locator, type Page } from '@playwright/test';

export type CastSection = 'Roles' | 'Voices';

/** The cast screen: roles, voices, and the inspector. */
export class CastPage {
  readonly page: Page;
  readonly roles: Locator;
  readonly searchRoles: Locator;
  readonly voices: Locator;
  readonly searchVoices: Locator;
  readonly selected: Locator;
  readonly addDialog: Locator;
  readonly renameDialog: Locator;
  readonly mergeDialog: Locator;
  /** Asks before a change makes lines stale. */
  readonly question: Locator;
  readonly comparison: Locator;
  readonly summary: Locator;
  readonly inspector: Locator;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    this.roles = page.getByRole('grid', { name: 'Roles in the script' });
    this.searchRoles = page.getByRole('searchbox', { name: 'Search roles' });
    this.voices = page.getByRole('grid', { name: 'Voices' });
    this.searchVoices = page.getByRole('searchbox', { name: 'Search voices' });
    this.selected = main.getByRole('row', { selected: true });
    this.summary = main.getByRole('status');
    this.addDialog = page.getByRole('dialog', { name: 'Add a role' });
    this.renameDialog = page.getByRole('dialog', { name: /^Rename / });
    this.mergeDialog = page.getByRole('dialog', { name: /^Merge / });
    this.question = page.getByRole('dialog', { name: /^Change .*\?$/ });
    this.comparison = page.getByRole('region', { name: 'Voices side by side' });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
  }

  async show(section: CastSection): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Cast sections' }).getByText(section, { exact: true }).click();
    await expect(section === 'Roles' ? this.roles : this.voices).toBeVisible();
  }

  role(name: string): Locator {
    return this.roles
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell').getByText(name, { exact: true }) });
  }

  voice(name: string): Locator {
    return this.voices.getByRole('row').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  cell(row: Locator, column: string): Locator {
    return row.locator(`[data-column="${column}"]`);
  }

  async chooseFilter(filter: string, ...values: readonly string[]): Promise<void> {
    await this.page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: filter }).click();
    for (const value of values) await this.page.getByRole('checkbox', { name: new RegExp(`^${value}`) }).check();
    await this.page.keyboard.press('Escape');
  }
}
