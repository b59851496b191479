import { resolve } from 'node:path';
import { languages, readLocale } from '../../node/locales.ts';
import type { FindingKind } from '../../shared/model/proof.ts';
import { driftWords } from '../../shared/words/drift-words.ts';
import { corrections } from '../../shared/words/en/corrections.ts';
import { delivery } from '../../shared/words/en/delivery.ts';
import { importing } from '../../shared/words/en/importing.ts';
import { model } from '../../shared/words/en/model.ts';
import { problems } from '../../shared/words/en/problems.ts';
import { reasons } from '../../shared/words/en/reasons.ts';
import { runs } from '../../shared/words/en/runs.ts';
import { suspicion } from '../../shared/words/en/suspicion.ts';
import { verification } from '../../shared/words/en/verification.ts';
import { exportWords } from '../../shared/words/export-words.ts';
import { importWords } from '../../shared/words/import-words.ts';
import { firstSupportedLanguage } from '../../shared/words/languages.ts';
import { modelWords } from '../../shared/words/model-words.ts';
import { problemWords } from '../../shared/words/problem-words.ts';
import { isPseudo, pseudoAreas } from '../../shared/words/pseudo.ts';
import { runWords } from '../../shared/words/run-words.ts';
import { notComparedWords, notHeardWords, suspicionWords } from '../../shared/words/suspicion-words.ts';
import { openBook } from '../../shared/words/words.ts';
import type { FolderProblem } from '../core/folder-problem.ts';
import { messages } from './locales/en.ts';

const ENGLISH = {
  commandLine: messages,
  corrections,
  delivery,
  importing,
  model,
  problems,
  reasons,
  runs,
  suspicion,
  verification,
};
const book = openBook(ENGLISH);

/** Call this when printing, never at module load, because the language isn't set yet. */
export const t = book.words('commandLine');

export const tCorrections = book.words('corrections');

export const tDelivery = book.words('delivery');

export const tVerification = book.words('verification');

/** Such as `en-GB`. */
export const language = (): string => book.locale();

export const tProblem = problemWords(book.words('problems'), book.locale);

export const tModel = modelWords(book.words('model'));

/** Reasons why runs stop and lines fail. */
export const tRun = runWords(book.words('runs'), { problems: tProblem, locale: book.locale });

/** Formats a list: `a, b, c`. */
export function listed(items: readonly string[]): string {
  const more = items.length - MAX_LISTED;
  return book.list(more > 0 ? [...items.slice(0, MAX_LISTED), t('list.more', { more })] : items);
}

/** A script can contain thousands of names, so long lists end with the number of omitted names. */
const MAX_LISTED = 30;

export const tExport = exportWords(book.words('reasons'), book.list, book.locale, tProblem);

export const tDrift = driftWords(
  book.words('suspicion'),
  (value, decimals) =>
    value.toLocaleString(book.locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  (day) => new Date(`${day}T12:00`).toLocaleDateString(book.locale(), { dateStyle: 'long' }),
);

export const suspicionText = suspicionWords(book.words('suspicion'), (value, decimals) =>
  value.toLocaleString(book.locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** Formats how a take differs from its text, such as `missing words`. */
export const findingText = (kind: FindingKind): string => book.words('suspicion')(`finding.${kind}`);

/** A sentence that says why a take can't be compared with its text. */
export const notComparedText = notComparedWords(book.words('suspicion'), book.locale);
export const notHeardText = notHeardWords(book.words('suspicion'), book.locale);

export const tImport = importWords(book.words('importing'), book.list);

export const tImporting = book.words('importing');

/** Returns a phrase to use after a folder's name: `is on a read-only drive`. */
export function folderProblemText({ kind, path, code }: FolderProblem, folder: string): string {
  return t(`folder.${kind}`, { path, code, above: path === resolve(folder) ? 'no' : 'yes' });
}

/** Formats a list: `a, b and c`. */
export const listedWithAnd = (items: readonly string[]): string => book.list(items, 'and');

/** Formats a duration: `48 s`, `3 min 05 s`, `2 h 10 min`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return t('time.seconds', { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('time.minutes', { minutes, seconds: seconds % 60 });
  return t('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Missing messages fall back to English. */
export async function speakLanguage(language: string): Promise<void> {
  if (isPseudo(language)) return book.speak(language, pseudoAreas(ENGLISH, language));
  const { commandLine = {}, shared } = await readLocale(language);
  book.speak(language, { ...shared, commandLine });
}

/**
 * Returns the value of `--language` if it precedes the command name, otherwise `LECTERN_LANGUAGE`, otherwise the
 * system's language. Called first, so that help and errors are translated too.
 */
export function commandLanguage(args: readonly string[], environment: NodeJS.ProcessEnv): string {
  const [, wanted = args[1]] = /^--language(?:=(.*))?$/s.exec(args[0] ?? '') ?? [null, ''];
  const { LECTERN_LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = environment;
  // As in POSIX, the first variable that is set and not empty applies. Windows doesn't set any of them.
  const named = [wanted, LECTERN_LANGUAGE, LC_ALL, LC_MESSAGES, LANG].find(Boolean);
  return firstSupportedLanguage([named ?? Intl.DateTimeFormat().resolvedOptions().locale], languages());
}
