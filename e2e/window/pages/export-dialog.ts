import type { Locator, Page } from '@playwright/test';

/** The export of lines. */
export class ExportDialog {
  readonly dialog: Locator;
  readonly chooseFolder: Locator;
  readonly start: Locator;
  readonly names: Locator;
  readonly preview: Locator;
  /** What came of it. */
  readonly report: Locator;
  readonly done: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Export lines' });
    this.chooseFolder = this.dialog.getByRole('button', { name: 'Choose a folder…' });
    this.start = this.dialog.getByRole('button', { name: /^Export [\d,]+ lines?$/ });
    this.names = this.dialog.getByRole('textbox', { name: 'Names of the files' });
    this.preview = this.dialog.getByRole('list', { name: 'Preview of the names' }).getByRole('listitem');
    this.report = this.dialog.getByRole('status');
    this.done = this.dialog.getByRole('button', { name: 'Done' });
  }
}
