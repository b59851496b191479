import { describeProjectProblem } from '../../shared/rules/project-problem-words.ts';
import { commands } from '../../shared/words/en/commands.ts';
import { runs } from '../../shared/words/en/runs.ts';
import type { AppLanguage } from '../../shared/words/languages.ts';
import { isPseudo, pseudoCatalogue } from '../../shared/words/pseudo.ts';
import { runWords } from '../../shared/words/run-words.ts';
import { type Catalogue, openBook } from '../../shared/words/words.ts';
import { messages } from './locales/en.ts';

const book = openBook({ commands, runs, platform: messages });

/** Call it when showing the message, never at module load, because the language isn't set yet. */
export const t = book.words('platform');

export const tCommands = book.words('commands');

/** Why runs stop. */
export const tRun = runWords(book.words('runs'), { project: describeProjectProblem, locale: book.locale });

/** Messages that the catalogues lack stay in English. */
export async function speakLanguage(language: AppLanguage): Promise<void> {
  if (isPseudo(language)) {
    book.speak(language, {
      commands: pseudoCatalogue(commands, language),
      runs: pseudoCatalogue(runs, language),
      platform: pseudoCatalogue(messages, language),
    });
    return;
  }
  if (language === 'en') {
    book.speak(language, {});
    return;
  }
  const own: { readonly messages?: Catalogue } = await import(`./locales/${language}.ts`).catch(() => ({}));
  const shared = await Promise.all([
    import(`../../shared/words/${language}/commands.ts`).catch(() => ({})),
    import(`../../shared/words/${language}/runs.ts`).catch(() => ({})),
  ]);
  if (own.messages) book.speak(language, { platform: own.messages, ...Object.assign({}, ...shared) });
}
