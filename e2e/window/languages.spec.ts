// Another language: at once, wherever Lectern says something, with room for its words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../node/locales.ts';
import { directionOf, languageName, PSEUDO_ENGLISH, PSEUDO_RTL } from '../../shared/words/languages.ts';
import { SCENE } from '../support/sample-texts.ts';
import { resize } from './pictures/camera.ts';
import { type ClippedText, findClippedTexts, textsInPage } from './pictures/stretched-words.ts';
import { expectUsable } from './support/accessibility-checks.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { chooseLanguage, visitEveryScreen, visitScreens } from './support/every-screen.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, MAIN_FLOW, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

test(
  'another language applies at once in the window and in the menu, also after a reload',
  MAIN_FLOW,
  async ({ open, folders }) => {
    const window = await open();
    const { page, lectern } = window;
    const html = page.locator('html');
    const field = page.getByRole('tabpanel').getByRole('combobox');
    const firstMenu = () => lectern.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items[0]?.label);
    await expect.poll(firstMenu).toBe('File');

    await chooseLanguage(window, 'Pseudo-Arabic');
    await expect(html).toHaveAttribute('dir', 'rtl');
    await expect(html).toHaveAttribute('lang', 'ar-XB');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('[سيتتينغس]');
    // The field is another one now: who chose by keyboard goes on from there.
    await expect(field).toBeFocused();
    await expect.poll(firstMenu).toBe('[فيلي]');
    const kept = () => JSON.parse(readFileSync(join(folders.home, 'preferences.json'), 'utf8'));
    await expect.poll(kept).toMatchObject({ language: 'ar-XB' });

    await page.reload();
    await expect(html).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[[\u0600-\u06ff ]+\]$/);

    await chooseLanguage(window, '[سيستيم]');
    await expect(html).toHaveAttribute('lang', 'en');
    await expect(html).toHaveAttribute('dir', 'ltr');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await expect.poll(firstMenu).toBe('File');
  },
);

/** English is looked at in all its states (`accessibility.spec.ts`, `forced-colors.spec.ts`). */
const LOOKED_AT = [...languages().filter((language) => language !== 'en'), PSEUDO_RTL];

test(
  'every screen serves everyone in every language: no word is cut in a small window, by keyboard, zoomed',
  OWN,
  async ({ open, folders, service }) => {
    test.slow();
    const voices = await service.voices();
    await makeBook(folders, { text: SCENE, connection: localIdentity(service), voices, fill: addSpeechTakes });
    const window = await open();
    const { page } = window;
    await window.library.openRecent('Book');
    await resize(window, [1024, 700]);
    /** Where to put pictures of what is looked at; undefined: there are none. */
    const pictures = process.env['LECTERN_PICTURES'];
    const cut: (ClippedText & { readonly where: string })[] = [];
    // What is the same in Arabic letters comes from no catalogue: what producers and services wrote is cut where it may be.
    const written = new Set<string>();
    for (const language of [PSEUDO_RTL, ...languages(), PSEUDO_ENGLISH]) {
      await chooseLanguage(window, languageName(language));
      await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language));
      await visitEveryScreen(window, async (name) => {
        const where = `${language}-${name}`;
        // Both at one moment: a list that comes between them would hold words that no one wrote.
        const { texts, found } = await page.evaluate<{ texts: string[]; found: ClippedText[] }>(
          `({ texts: (${textsInPage})(), found: (${findClippedTexts})() })`,
        );
        if (language === PSEUDO_RTL) for (const text of texts) written.add(text);
        cut.push(
          ...found
            .filter(({ text }) => /\p{Script=Arabic}/u.test(text) || !(written.has(text) || SCENE.includes(text)))
            .map((text) => ({ ...text, where })),
        );
        if (pictures) await page.screenshot({ path: join(pictures, `${where}.png`) });
      });
      if (LOOKED_AT.includes(language)) {
        const walks = directionOf(language) === 'rtl';
        await visitScreens(window, (name) => expectUsable(window, `${language}-${name}`, walks));
      }
    }
    expect(cut).toEqual([]);
  },
);
