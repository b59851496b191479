import { commands } from '../../shared/words/en/commands.ts';
import type { AppLanguage } from '../../shared/words/languages.ts';
import { isPseudo, pseudoCatalogue } from '../../shared/words/pseudo.ts';
import { type Catalogue, openBook } from '../../shared/words/words.ts';
import { messages } from './locales/en.ts';

const book = openBook({ commands, platform: messages });

/** Call it when showing the message, never at module load, because the language isn't set yet. */
export const t = book.words('platform');

export const tCommands = book.words('commands');

/** Messages that the catalogues lack stay in English. */
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
