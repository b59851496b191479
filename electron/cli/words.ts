// What the command line says, and how it writes figures and lists. The messages are in locales/.
import { delivery } from '../../shared/words/en/delivery.ts';
import { importing } from '../../shared/words/en/importing.ts';
import { model } from '../../shared/words/en/model.ts';
import { reasons } from '../../shared/words/en/reasons.ts';
import { exportWords } from '../../shared/words/export-words.ts';
import { importWords } from '../../shared/words/import-words.ts';
import { modelWords } from '../../shared/words/model-words.ts';
import { PSEUDO_LANGUAGE, pseudoCatalogue } from '../../shared/words/pseudo.ts';
import { type Catalogue, openBook } from '../../shared/words/words.ts';
import { messages } from './locales/en.ts';

/** What the command line says itself, and what it says as the window does. */
const SHARED = { delivery, importing, model, reasons };
const book = openBook({ cli: messages, ...SHARED });

/** A message of the command line. Ask for it where it is shown, never while modules load. */
export const t = book.words('cli');

/** What is said of targets, as in the window. */
export const tDelivery = book.words('delivery');

/** Of what is said, such as `en-GB`. */
export const language = (): string => book.locale();

/** What is said of a language model that is asked who speaks. */
export const tModel = modelWords(book.words('model'));

/** `a, b, c`. */
export const listed = (items: readonly string[]): string => book.list(items);

/** What is said of an export's lines and files. */
export const tExport = exportWords(book.words('reasons'), book.list, book.locale);

/** What is said of a script that was read. */
export const tImport = importWords(book.words('importing'), book.list);

/** Why a file can't be imported. */
export const tImporting = book.words('importing');

/** `a, b and c`. */
export const listedWithAnd = (items: readonly string[]): string => book.list(items, 'and');

/** A length of time for reading: `48 s`, `3 min 05 s`, `2 h 10 min`. @param milliseconds 0 or more */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return t('time.seconds', { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('time.minutes', { minutes, seconds: seconds % 60 });
  return t('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/**
 * Says everything in another language from now on, where there is a catalogue of it: `locales/de.ts` for `de`. What has
 * none stays English.
 *
 * @param language as in `LECTERN_LANGUAGE`; `en-XA` is English in disguise (docs/words.md)
 */
export async function speakLanguage(language: string | undefined): Promise<void> {
  if (language === PSEUDO_LANGUAGE) {
    const shared = Object.entries(SHARED).map(([area, words]) => [area, pseudoCatalogue(words)] as const);
    book.speak(language, { cli: pseudoCatalogue(messages), ...Object.fromEntries(shared) });
  }
  if (language === undefined || !/^(?!en\b)[a-z]{2,3}(-[A-Z]{2})?$/.test(language)) return;
  const own: { readonly messages?: typeof messages } = await import(`./locales/${language}.ts`).catch(() => ({}));
  const shared = await Promise.all(
    Object.keys(SHARED).map(
      (area): Promise<Readonly<Record<string, Catalogue>>> =>
        import(`../../shared/words/${language}/${area}.ts`).catch(() => ({})),
    ),
  );
  if (own.messages) book.speak(language, { cli: own.messages, ...Object.assign({}, ...shared) });
}
