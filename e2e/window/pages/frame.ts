import { expect, type Locator, type Page } from '@playwright/test';

export type WorkScreen = 'Script' | 'Cast' | 'Production' | 'Review' | 'Export';

/** The window's frame: the bar at the top, chapters and roles, notices, and the status bar at the bottom. */
export class Frame {
  readonly page: Page;
  readonly projectName: Locator;
  /** The save status: `saved`, `saving…` or `not saved`. */
  readonly saveNote: Locator;
  readonly chapters: Locator;
  readonly roles: Locator;
  readonly inspector: Locator;
  readonly strip: Locator;
  /** Notices about the project, displayed above the current screen. */
  readonly projectNotices: Locator;

  constructor(page: Page) {
    this.page = page;
    const bar = page.getByRole('banner');
    this.projectName = bar.getByRole('heading', { level: 1 });
    this.saveNote = bar.getByRole('status');
    this.chapters = page.getByRole('listbox', { name: 'Chapters' });
    this.roles = page.getByRole('listbox', { name: 'Roles' });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
    this.strip = page.getByRole('contentinfo');
    this.projectNotices = page.getByRole('region', { name: 'About this project' });
  }

  tab(name: WorkScreen): Locator {
    return this.page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true });
  }

  async goTo(name: WorkScreen): Promise<void> {
    await this.tab(name).click();
    await expect(this.tab(name)).toHaveAttribute('aria-current', 'page');
  }

  /** Expands the inspector's voice defaults, which are initially collapsed. */
  async openDefaults(): Promise<void> {
    await this.inspector.getByRole('button', { name: /^Voice defaults/, expanded: false }).click();
  }

  chapter(title: string): Locator {
    // Match only the title, because the row of a part's first chapter also contains the part's name.
    const name = this.page.locator('span').and(this.page.getByText(title, { exact: true }));
    return this.chapters.getByRole('option').filter({ has: name });
  }

  async chooseChapter(title: string): Promise<void> {
    await this.chapter(title).click();
    await expect(this.chapter(title)).toHaveAttribute('aria-selected', 'true');
  }

  /** Checks a chapter's line counts, such as the number of `fresh` lines. */
  async expectProgress(title: string, words: string | RegExp): Promise<void> {
    await expect(this.chapter(title)).toContainText(words);
  }

  notice(text: string | RegExp): Locator {
    return this.page.getByRole('alert').filter({ hasText: text });
  }

  problem(text: string | RegExp): Locator {
    return this.page.getByRole('alert').filter({ hasText: text });
  }
}
