import { describeProjectProblem } from '../../shared/rules/project-problem-words.ts';
import { commands } from '../../shared/words/en/commands.ts';
import { reasons } from '../../shared/words/en/reasons.ts';
import { runs } from '../../shared/words/en/runs.ts';
import { exportWords } from '../../shared/words/export-words.ts';
import type { AppLanguage } from '../../shared/words/languages.ts';
import { isPseudo, pseudoCatalogue } from '../../shared/words/pseudo.ts';
import { runWords } from '../../shared/words/run-words.ts';
import { type Catalogue, openBook } from '../../shared/words/words.ts';
import { messages } from './locales/en.ts';

const SHARED = { commands, reasons, runs };
const book = openBook({ platform: messages, ...SHARED });

/** Call it when showing the message, never at module load, because the language isn't set yet. */
export const t = book.words('platform');

export const tCommands = book.words('commands');

export const tExport = exportWords(book.words('reasons'), book.list, book.locale);

/** Why runs stop. */
export const tRun = runWords(book.words('runs'), { project: describeProjectProblem, locale: book.locale });

/** Messages that the catalogues lack stay in English. */
export async function speakLanguage(language: AppLanguage): Promise<void> {
  if (isPseudo(language)) {
    book.speak(language, {
      runs: pseudoCatalogue(runs, language),
      platform: pseudoCatalogue(messages, language),
      commands: pseudoCatalogue(commands, language),
      reasons: pseudoCatalogue(reasons, language),
    });
    return;
  }
  if (language === 'en') {
    book.speak(language, {});
    return;
  }
  const [own, ...shared]: readonly { readonly [area: string]: Catalogue }[] = await Promise.all([
    import(`./locales/${language}.ts`).catch(() => ({})),
    ...Object.keys(SHARED).map((area) => import(`../../shared/words/${language}/${area}.ts`).catch(() => ({}))),
  ]);
  if (own?.['messages']) book.speak(language, Object.assign({ platform: own['messages'] }, ...shared));
}
