// What the main process says: the application's menu, the system's dialogs and notifications. The messages are in
// `locales/`; those of commands are the window's too.
import { commands } from '../../shared/words/en/commands.ts';
import type { AppLanguage } from '../../shared/words/languages.ts';
import { isPseudo, pseudoCatalogue } from '../../shared/words/pseudo.ts';
import { type Catalogue, openBook } from '../../shared/words/words.ts';
import { messages } from './locales/en.ts';

const book = openBook({ commands, platform: messages });

/** A message of the main process. Ask for it where it is shown, never while modules load. */
export const t = book.words('platform');

/** What commands and menus are called. */
export const tCommands = book.words('commands');

/**
 * Says everything in another language from now on, where there is a catalogue of it: `locales/de.ts` and
 * `shared/words/de/commands.ts` for `de`. What has none stays English.
 */
export async function speakLanguage(language: AppLanguage): Promise<void> {
  if (isPseudo(language)) {
    book.speak(language, {
      commands: pseudoCatalogue(commands, language),
      platform: pseudoCatalogue(messages, language),
    });
    return;
  }
  if (language === 'en') {
    book.speak(language, {});
    return;
  }
  const [own, shared]: readonly [{ readonly messages?: Catalogue }, { readonly commands?: Catalogue }] =
    await Promise.all([
      import(`./locales/${language}.ts`).catch(() => ({})),
      import(`../../shared/words/${language}/commands.ts`).catch(() => ({})),
    ]);
  if (own.messages)
    book.speak(language, { platform: own.messages, ...(shared.commands && { commands: shared.commands }) });
}
