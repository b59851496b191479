import { commands } from '../../shared/words/en/commands.ts';
import { problems } from '../../shared/words/en/problems.ts';
import { reasons } from '../../shared/words/en/reasons.ts';
import { runs } from '../../shared/words/en/runs.ts';
import { exportWords } from '../../shared/words/export-words.ts';
import type { AppLanguage } from '../../shared/words/languages.ts';
import { problemWords } from '../../shared/words/problem-words.ts';
import { isPseudo, pseudoCatalogue } from '../../shared/words/pseudo.ts';
import { runWords } from '../../shared/words/run-words.ts';
import { type Catalogue, openBook } from '../../shared/words/words.ts';
import { messages } from './locales/en.ts';

/** Areas that the window also has. */
const SHARED = { commands, problems, reasons, runs };
const book = openBook({ ...SHARED, platform: messages });

/** Call this when showing the message, never at module load, because the language isn't set yet. */
export const t = book.words('platform');

export const tCommands = book.words('commands');

export const tProblem = problemWords(book.words('problems'), book.locale);

export const tExport = exportWords(book.words('reasons'), book.list, book.locale, tProblem);

/** Why runs stop. */
export const tRun = runWords(book.words('runs'), { problems: tProblem, locale: book.locale });

/** Messages missing from the catalogues stay in English. */
export async function speakLanguage(language: AppLanguage): Promise<void> {
  if (isPseudo(language)) {
    const shared = Object.entries(SHARED).map(([area, words]) => [area, pseudoCatalogue(words, language)] as const);
    book.speak(language, { platform: pseudoCatalogue(messages, language), ...Object.fromEntries(shared) });
    return;
  }
  if (language === 'en') {
    book.speak('en', {});
    return;
  }
  const own: { readonly messages?: Catalogue } = await import(`./locales/${language}.ts`).catch(() => ({}));
  const shared = await Promise.all(
    Object.keys(SHARED).map(
      (area): Promise<Readonly<Record<string, Catalogue>>> =>
        import(`../../shared/words/${language}/${area}.ts`).catch(() => ({})),
    ),
  );
  if (own.messages) book.speak(language, { platform: own.messages, ...Object.assign({}, ...shared) });
}
