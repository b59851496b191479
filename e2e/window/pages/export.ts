import { expect, type Locator, type Page } from '@playwright/test';

type Format = 'WAV' | 'FLAC' | 'MP3' | 'Ogg' | 'µ-law';

/** The export screen: choices, progress, report and presets. */
export class ExportPage {
  readonly page: Page;
  readonly title: Locator;
  readonly chooseFolder: Locator;
  readonly otherFolder: Locator;
  readonly start: Locator;
  readonly template: Locator;
  readonly fields: Locator;
  readonly preview: Locator;
  /** The template's error message. */
  readonly wrong: Locator;
  readonly chapters: Locator;
  readonly folderContents: Locator;
  readonly wouldFail: Locator;
  readonly cancel: Locator;
  /** The sentence that summarises a finished export. */
  readonly outcome: Locator;
  readonly failures: Locator;
  readonly showInFolder: Locator;
  readonly back: Locator;
  readonly exportTheRest: Locator;
  readonly presets: Locator;
  readonly presetName: Locator;
  readonly savePreset: Locator;
  readonly latest: Locator;
  readonly targets: Locator;
  readonly begin: Locator;
  /** Measurements of finished files, one row each. */
  readonly measured: Locator;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    this.title = main.getByRole('heading', { name: 'Export', level: 1 });
    this.chooseFolder = main.getByRole('button', { name: 'Choose a folder…' });
    this.otherFolder = main.getByRole('button', { name: 'Another folder…' });
    this.start = main.getByRole('button', { name: /^Export [\d,]+ files?$/ });
    this.template = main.getByRole('textbox', { name: 'File names' });
    this.fields = main.getByRole('toolbar', { name: 'Insert field' });
    this.preview = main.getByLabel('File name preview').getByRole('definition');
    this.wrong = main.locator('#export-names-problem').getByRole('alert');
    this.chapters = main.getByRole('group', { name: 'Chapters to export' });
    this.folderContents = main.getByRole('list', { name: 'Existing files' });
    this.wouldFail = main.getByRole('list', { name: 'Lines that can’t be exported' });
    this.cancel = main.getByRole('button', { name: 'Cancel the export' });
    this.outcome = main.getByRole('status').filter({ hasText: / files? in |Nothing was written/ });
    this.failures = main.getByRole('list', { name: 'Lines that could not be exported' });
    this.showInFolder = main.getByRole('button', { name: 'Show in folder' });
    this.back = main.getByRole('button', { name: 'Back to export settings' });
    this.exportTheRest = main.getByRole('button', { name: 'Export the rest' });
    this.presets = inspector.getByRole('list', { name: 'Presets' });
    this.presetName = inspector.getByRole('textbox', { name: 'Preset name' });
    this.savePreset = inspector.getByRole('button', { name: 'Save', exact: true });
    this.targets = main.getByRole('list', { name: 'Targets' });
    this.begin = main.getByRole('button', { name: 'Export', exact: true });
    this.measured = main.getByRole('group', { name: 'Files and measurements' }).getByRole('row');
    this.latest = inspector.getByRole('region', { name: 'Latest export' });
  }

  async chooseTarget(name: string): Promise<void> {
    const target = this.targets.getByRole('button', { name });
    await target.click();
    await expect(target).toHaveAttribute('aria-pressed', 'true');
  }

  async finish(timeout = 60_000): Promise<void> {
    await expect(this.begin).toBeEnabled();
    await this.begin.click();
    await expect(this.outcome).toBeVisible({ timeout });
  }

  async chooseFormat(format: Format): Promise<void> {
    const group = this.page.getByRole('radiogroup', { name: 'Format' });
    await group.getByText(format, { exact: true }).click();
    await expect(group.getByRole('radio', { name: format })).toBeChecked();
  }

  async chooseExtent(extent: 'Whole script' | 'Selected chapters'): Promise<void> {
    const group = this.page.getByRole('radiogroup', { name: 'Range' });
    await group.getByText(extent, { exact: true }).click();
    await expect(group.getByRole('radio', { name: extent })).toBeChecked();
  }

  chapter(title: string): Locator {
    return this.chapters.getByRole('checkbox', { name: title });
  }

  /** Returns the value with a label, such as `without a take`. */
  figure(label: string): Locator {
    return this.page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: this.page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
      .getByRole('definition');
  }

  preset(name: string): Locator {
    return this.presets.getByRole('button', { name: new RegExp(`^${name}`) });
  }

  /** The button that confirms an export with missing lines. */
  get exportAnyway(): Locator {
    return this.page.getByRole('dialog').getByRole('button', { name: 'Export anyway' });
  }

  /** Waits for the forecast, exports with the current choices even if lines are missing, and waits for the report. */
  async exportAll(timeout = 60_000): Promise<void> {
    await expect(this.start).toBeEnabled();
    await this.start.click();
    await expect(this.exportAnyway.or(this.outcome).first()).toBeVisible({ timeout });
    if (await this.exportAnyway.isVisible()) await this.exportAnyway.click();
    await expect(this.outcome).toBeVisible({ timeout });
  }
}
