import { expect, type JSHandle, type Locator, type Page } from '@playwright/test';

/** The library, what is asked at the first start, and the dialogs that make projects. */
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

  project(name: string): Locator {
    return this.recent.getByRole('listitem').filter({ hasText: name });
  }

  /** The button of a project, which opens it. */
  card(name: string): Locator {
    return this.project(name).locator('[data-project]');
  }

  /** The names as they are shown, in their order. */
  names(): Promise<string[]> {
    return this.recent.locator('[data-name]').allTextContents();
  }

  /** Chooses in a project's menu. */
  async choose(name: string, item: string): Promise<void> {
    // The one before fades out.
    await expect(this.page.getByRole('menu')).toHaveCount(0);
    await this.project(name)
      .getByRole('button', { name: `More about ${name}` })
      .click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Turns to another shelf: `Projects`, `Archived` or `Bin`. */
  async turnTo(shelf: 'Projects' | 'Archived' | 'Bin'): Promise<void> {
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

  /** A figure of what a script would become: `lines`, `characters`, `chapters`, `roles`. */
  importFigure(label: string): Locator {
    return this.importDialog
      .locator('div')
      .filter({ has: this.page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
      .last()
      .getByRole('definition');
  }

  /** The chapters, or the roles, that were found in a script. */
  found(label: 'Chapters' | 'Roles'): Locator {
    return this.importDialog.getByRole('list', { name: label }).getByRole('listitem');
  }

  async confirmImport(): Promise<void> {
    await this.importDialog.getByRole('button', { name: 'Create project' }).click();
    await expect(this.importDialog).toBeHidden();
  }

  /** The same by keyboard: Enter makes nothing but what is seen, so it is waited for. */
  async confirmImportByEnter(): Promise<void> {
    await expect(this.importDialog.getByRole('button', { name: 'Create project' })).toBeEnabled();
    await this.importDialog.getByRole('textbox', { name: 'Project name' }).press('Enter');
  }

  /** Drops a file on the window, as a file manager does. */
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

  /** Drops whatever is carried. */
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
