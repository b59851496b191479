import { expect, type JSHandle, type Locator, type Page } from '@playwright/test';

/** The library, the first-start screen, and the dialogs that create projects. */
export class LibraryPage {
  readonly page: Page;
  readonly title: Locator;
  readonly welcome: Locator;
  readonly startWithSample: Locator;
  readonly enterAccount: Locator;
  readonly recent: Locator;
  readonly newProject: Locator;
  readonly importDialog: Locator;
  readonly newDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { name: 'Library' });
    this.welcome = page.getByRole('heading', { name: 'Welcome to Lectern' });
    this.startWithSample = page.getByRole('button', { name: 'Start with the sample' });
    this.enterAccount = page.getByRole('button', { name: 'Enter an account…' });
    this.recent = page.getByRole('list', { name: 'Recent projects' });
    this.newProject = page.getByRole('main').getByRole('button', { name: 'New project' });
    this.importDialog = page.getByRole('dialog', { name: 'Import script' });
    this.newDialog = page.getByRole('dialog', { name: 'New project' });
  }

  /**
   * Finds a project by its name rather than the card's whole text, because the random letters in the path on a card
   * could contain a short name.
   */
  project(name: string): Locator {
    const named = this.page.locator('[data-name]').filter({ hasText: name });
    return this.recent.getByRole('listitem').filter({ has: named });
  }

  card(name: string): Locator {
    return this.project(name).locator('[data-project]');
  }

  /** Returns the project names in display order. */
  names(): Promise<string[]> {
    return this.recent.locator('[data-name]').allTextContents();
  }

  async choose(name: string, item: string): Promise<void> {
    // Wait until any previous menu has faded out.
    await expect(this.page.getByRole('menu')).toHaveCount(0);
    await this.project(name)
      .getByRole('button', { name: `More about ${name}` })
      .click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  async showShelf(shelf: 'Projects' | 'Archived' | 'Bin'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Shelf' }).getByText(shelf, { exact: true }).click();
  }

  get binned(): Locator {
    return this.page.getByRole('list', { name: 'Projects in the bin' }).getByRole('listitem');
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  async openRecent(name: string): Promise<void> {
    await this.project(name).getByRole('button').first().click();
  }

  /** Returns a count from the import preview: `lines`, `characters`, `chapters` or `roles`. */
  importFigure(label: string): Locator {
    return this.importDialog
      .locator('div')
      .filter({ has: this.page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
      .last()
      .getByRole('definition');
  }

  importedNames(label: 'Chapters' | 'Roles'): Locator {
    return this.importDialog.getByRole('list', { name: label }).getByRole('listitem');
  }

  async confirmImport(): Promise<void> {
    await this.importDialog.getByRole('button', { name: 'Create project' }).click();
    await expect(this.importDialog).toBeHidden();
  }

  /** Confirms with the keyboard. First waits until the button is enabled, because Enter has no effect until then. */
  async confirmImportByEnter(): Promise<void> {
    await expect(this.importDialog.getByRole('button', { name: 'Create project' })).toBeEnabled();
    await this.importDialog.getByRole('textbox', { name: 'Project name' }).press('Enter');
  }

  /** Drops a file on the window, as if it were dragged from a file manager. */
  async drop(name: string, bytes: Buffer): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ({ fileName, content }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], fileName));
        return data;
      },
      { fileName: name, content: bytes.toString('base64') },
    );
    await this.dropTransfer(transfer);
  }

  async dropTransfer(transfer: JSHandle<DataTransfer>): Promise<void> {
    const main = this.page.getByRole('main');
    const invitation = this.page.getByText('Drop a manuscript or script to preview the import');
    await expect(async () => {
      await main.dispatchEvent('dragover', { dataTransfer: transfer });
      await expect(invitation).toBeVisible({ timeout: 500 });
    }).toPass();
    await main.dispatchEvent('drop', { dataTransfer: transfer });
  }
}
