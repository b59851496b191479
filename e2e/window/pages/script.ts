import { expect, type Locator, type Page } from '@playwright/test';

export class ScriptPage {
  readonly page: Page;
  readonly editor: Locator;
  readonly find: Locator;
  readonly unsaved: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.getByRole('textbox', { name: 'Script', exact: true });
    this.find = page.getByRole('search', { name: 'Find and replace' });
    this.unsaved = page.getByRole('alert').filter({ hasText: 'Not saved.' });
  }

  /** Returns the rows that contain a text. Only visible rows are in the DOM. */
  row(text: string | RegExp): Locator {
    return this.editor.locator('.cm-line').filter({ hasText: text });
  }

  async putCursorAtEndOf(text: string | RegExp): Promise<void> {
    await this.row(text).first().click();
    await this.page.keyboard.press('End');
    await expect(this.editor).toBeFocused();
  }

  /** Returns the line states in the visible gutter, from top to bottom: `fresh`, `stale`… */
  async states(): Promise<string[]> {
    const titles = await this.page.locator('.script-dot').evaluateAll((dots) =>
      dots
        .map((dot) => ({ title: dot.getAttribute('title') ?? '', top: dot.getBoundingClientRect().top }))
        .toSorted((one, other) => one.top - other.top)
        .map(({ title }) => title),
    );
    return titles.map((title) => title.split(':')[0] ?? '');
  }

  async expectStates(expected: readonly string[]): Promise<void> {
    await expect.poll(() => this.states()).toEqual(expected);
  }

  /** Undoes all edits that have been made since the chapter was opened. */
  async undoAll(): Promise<void> {
    await this.editor.focus();
    let before: string;
    do {
      before = await this.text();
      await this.page.keyboard.press('Control+z');
    } while ((await this.text()) !== before);
  }

  async text(): Promise<string> {
    return (await this.editor.locator('.cm-line').allTextContents()).join('\n');
  }

  async openFind(scope: 'chapter' | 'script' = 'chapter'): Promise<void> {
    await this.page.keyboard.press(scope === 'chapter' ? 'Control+f' : 'Control+Shift+f');
    await expect(this.find.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
  }
}
