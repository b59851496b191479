// Letters put together of several keys by an input method, as Japanese ones are: none is lost or doubled, and the keys do
// nothing else in the meantime.
import type { CDPSession, Page } from '@playwright/test';
import { localIdentity, makeBook, readSavedScript } from './support/books.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

test.use({ application: 'shared' });

const TEXT = '# 第一幕\n\nALGERNON: Did you hear?\n\nLANE: Yes, sir.\n';

/** An input method: it shows what is typed so far, and puts the chosen letters in its place. */
class InputMethod {
  readonly #session: CDPSession;
  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Shows text that is not chosen yet. */
  show(text: string): Promise<unknown> {
    return this.#session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }

  /** A key that goes to the input method: the page only hears of it. */
  async press(key: string): Promise<void> {
    const event = { key, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
    await this.#session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  choose(text: string): Promise<unknown> {
    return this.#session.send('Input.insertText', { text });
  }

  /** Types it as in Japan: its sounds, key by key, then the letters chosen with Enter. */
  async type(sounds: readonly string[], letters: string): Promise<void> {
    for (const [at, key] of [...'jkn'].entries()) {
      await this.press(key);
      await this.show(sounds.slice(0, at + 1).join(''));
    }
    await this.show(letters);
    await this.press('Enter');
    await this.choose(letters);
  }
}

test('composed letters are neither lost nor doubled in the script', MAIN_FLOW, async ({ open, folders, service }) => {
  const book = await makeBook(folders, {
    text: TEXT,
    connection: localIdentity(service),
    voices: await service.voices(),
  });
  const { page, library, script, player } = await open();
  await library.openRecent('Book');
  const input = await InputMethod.of(page);
  await script.putCursorAtEndOf('Yes, sir.');
  await input.type(['に', 'ほ', 'ん'], '日本');
  await input.type(['ご', 'ご', 'ご'], '語。');
  const written = TEXT.replace('Yes, sir.', 'Yes, sir.日本語。');
  await expect.poll(() => readSavedScript(book)).toBe(written);
  await expect(script.row('日本語。')).toHaveCount(1);
  await expect(player.pause).toHaveCount(0);

  await test.step('over a selection, and in the middle of what was composed', async () => {
    for (let at = 0; at < 2; at += 1) await page.keyboard.press('Shift+ArrowLeft');
    await input.type(['じ', 'ん', 'ん'], '人');
    await page.keyboard.press('ArrowLeft');
    await input.type(['の', 'の', 'の'], 'の');
    await expect.poll(() => readSavedScript(book)).toBe(TEXT.replace('Yes, sir.', 'Yes, sir.日本の人'));
  });

  await test.step('called off, nothing stays', async () => {
    await input.show('かな');
    await input.show('');
    await expect.poll(() => readSavedScript(book)).toBe(TEXT.replace('Yes, sir.', 'Yes, sir.日本の人'));
  });

  await test.step('and all of it is taken back', async () => {
    await script.undoAll();
    await expect.poll(() => readSavedScript(book)).toBe(TEXT);
  });
});

test('while letters are put together, Enter and other keys do nothing else in a field', async ({ open }) => {
  const { page, library, palette, frame } = await open();
  const input = await InputMethod.of(page);
  await library.newProject.click();
  const name = library.newDialog.getByRole('textbox').first();
  await name.fill('');
  await input.type(['に', 'ほ', 'ん'], '日本');
  await input.press('Escape');
  await expect(library.newDialog).toBeVisible();
  await expect(name).toHaveValue('日本');
  await page.keyboard.press('Escape');
  await expect(library.newDialog).toBeHidden();

  await palette.open();
  await input.show('し');
  await input.press('ArrowDown');
  await input.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await input.choose('設定');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('設定');
  await expect(frame.projectName).toHaveCount(0);
});
