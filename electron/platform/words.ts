import { readLocale } from '../../node/locales.ts';
import { commands } from '../../shared/words/en/commands.ts';
import { problems } from '../../shared/words/en/problems.ts';
import { reasons } from '../../shared/words/en/reasons.ts';
import { runs } from '../../shared/words/en/runs.ts';
import { exportWords } from '../../shared/words/export-words.ts';
import { problemWords } from '../../shared/words/problem-words.ts';
import { isPseudo, pseudoAreas } from '../../shared/words/pseudo.ts';
import { runWords } from '../../shared/words/run-words.ts';
import { openBook } from '../../shared/words/words.ts';
import { messages } from './locales/en.ts';

const ENGLISH = { desktop: messages, commands, problems, reasons, runs };
const book = openBook(ENGLISH);

/** Call this when showing the message, never at module load, because the language isn't set yet. */
export const t = book.words('desktop');

export const tCommands = book.words('commands');

export const tProblem = problemWords(book.words('problems'), book.locale);

export const tExport = exportWords(book.words('reasons'), book.list, book.locale, tProblem);

/** Why runs stop. */
export const tRun = runWords(book.words('runs'), { problems: tProblem, locale: book.locale });

/** Missing messages fall back to English. */
export async function speakLanguage(language: string): Promise<void> {
  if (isPseudo(language)) return book.speak(language, pseudoAreas(ENGLISH, language));
  const { desktop = {}, shared } = await readLocale(language);
  book.speak(language, { ...shared, desktop });
}
