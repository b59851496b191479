// In every supported size of the window, in both themes and in each language, no control is cut off or out of the window, and
// a dialog has at most one scroll area.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { languages } from '../../node/locales.ts';
import { languageName } from '../../shared/words/languages.ts';
import { SCENE } from '../support/sample-texts.ts';
import { resize } from './pictures/camera.ts';
import { lostControls } from './support/accessibility-checks.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { chooseLanguage, visitEveryScreen } from './support/every-screen.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, OWN, test } from './support/test.ts';
import { showTheme } from './support/themes.ts';

test.use({ application: 'shared' });

const SIZES = [
  [960, 600],
  [1024, 700],
  [1440, 900],
] as const;

/** The number of scrollable areas in the dialog that is open, including the dialog itself; fields aren't counted. */
const scrollAreas = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role="dialog"]');
    const elements = dialog ? [dialog.parentElement, dialog, ...dialog.querySelectorAll('*')] : [];
    const scrolls = (element: Element | null) =>
      element !== null &&
      !(element instanceof HTMLTextAreaElement) &&
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight + 1;
    return elements.filter(scrolls).length;
  });

for (const language of languages()) {
  test(`every screen fits every window size: ${language}`, OWN, async ({ open, folders, service }) => {
    test.slow();
    const voices = await service.voices();
    await makeBook(folders, { text: SCENE, connection: localIdentity(service), voices, fill: addSpeechTakes });
    const window = await open();
    const { page, library } = window;
    await library.openRecent('Book');
    await chooseLanguage(window, languageName(language));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const pictures = process.env['LECTERN_PICTURES'];
    await visitEveryScreen(window, async (name) => {
      for (const [width, height] of SIZES) {
        await resize(window, [width, height]);
        const where = `${language}-${name}-${width}x${height}`;
        expect.soft(await lostControls(page), where).toEqual([]);
        expect.soft(await scrollAreas(page), `${where}: scroll areas in the dialog`).toBeLessThanOrEqual(1);
        if (pictures === undefined) continue;
        for (const theme of ['light', 'dark'] as const) {
          await showTheme(page, theme);
          await page.screenshot({ path: join(pictures, `${where}-${theme}.png`) });
        }
      }
    });
  });
}
