// The window's words. A module asks for those of its area, and for each message where it is shown:
// `const t = words('errors')`, then `t('cancelled.title')`. docs/words.md shows how.
import { commands } from '../../shared/words/en/commands.ts';
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
import { modelWords } from '../../shared/words/model-words.ts';
import { problemWords } from '../../shared/words/problem-words.ts';
import { isPseudo, pseudoAreas } from '../../shared/words/pseudo.ts';
import { type Areas, type LocaleFile, openBook } from '../../shared/words/words.ts';
import { book as bookDetails } from './en/book.ts';
import { cast } from './en/cast.ts';
import { clones } from './en/clones.ts';
import { common } from './en/common.ts';
import { consents } from './en/consents.ts';
import { cues } from './en/cues.ts';
import { engines } from './en/engines.ts';
import { errors } from './en/errors.ts';
import { exporting } from './en/exporting.ts';
import { frame } from './en/frame.ts';
import { inspector } from './en/inspector.ts';
import { library } from './en/library.ts';
import { models } from './en/models.ts';
import { packs } from './en/packs.ts';
import { parameters } from './en/parameters.ts';
import { pickups } from './en/pickups.ts';
import { player } from './en/player.ts';
import { production } from './en/production.ts';
import { pronunciation } from './en/pronunciation.ts';
import { proof } from './en/proof.ts';
import { queue } from './en/queue.ts';
import { recording } from './en/recording.ts';
import { refusals } from './en/refusals.ts';
import { review } from './en/review.ts';
import { script } from './en/script.ts';
import { services } from './en/services.ts';
import { settings } from './en/settings.ts';
import { signing } from './en/signing.ts';
import { speakers } from './en/speakers.ts';
import { targets } from './en/targets.ts';
import { ui } from './en/ui.ts';
import { uses } from './en/uses.ts';
import { verify } from './en/verify.ts';
import { voices } from './en/voices.ts';

/** English is in the window's first file; an area is a catalogue in `en/`, and has the same name in every language. */
const ENGLISH = {
  book: bookDetails,
  cast,
  clones,
  consents,
  commands,
  common,
  corrections,
  cues,
  delivery,
  engines,
  errors,
  exporting,
  frame,
  importing,
  inspector,
  library,
  model,
  models,
  packs,
  parameters,
  pickups,
  player,
  problems,
  production,
  pronunciation,
  proof,
  queue,
  reasons,
  recording,
  refusals,
  review,
  runs,
  script,
  services,
  settings,
  signing,
  speakers,
  suspicion,
  targets,
  ui,
  uses,
  verification,
  verify,
  voices,
};

const book = openBook(ENGLISH);

/** The words of an area. */
export const words = book.words;

/** The locale of figures and dates, for `Intl`. */
export const locale = book.locale;

/** Problems with the service, projects, folders and files. */
export const tProblem = problemWords(book.words('problems'), book.locale);

/** What is said of an export's lines and files. */
export const tExport = exportWords(book.words('reasons'), book.list, book.locale, tProblem);

/** What is said of targets and their figures. */
export const tDelivery = book.words('delivery');

/** Results of verifying finished files. */
export const tVerification = book.words('verification');

/** What is said of a script that was read. */
export const tImport = importWords(book.words('importing'), book.list);

/** What is said of a language model that is asked who speaks. */
export const tModel = modelWords(book.words('model'));

/** `a, b, c`. */
export const listed = (items: readonly string[]): string => book.list(items);

/** `a, b and c`. */
export const listedWithAnd = (items: readonly string[]): string => book.list(items, 'and');

let spoken = 'en';
const listeners = new Set<() => void>();

/** The language that is spoken now. */
export const spokenLanguage = (): string => spoken;

/** Calls back when another language is spoken, until the returned function is called. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Says everything in another language from now on. What is drawn already has to be drawn again.
 *
 * @param language `de` for `locales/de.json`; a language without a file changes nothing, and missing messages fall back to
 *   English
 */
export async function speakLanguage(language: string): Promise<void> {
  const areas = await readAreas(language);
  if (language !== 'en' && Object.keys(areas).length === 0) return;
  book.speak(language, areas);
  spoken = language;
  for (const listener of listeners) listener();
}

const FILES = import.meta.glob<LocaleFile>('../../locales/*.json', { import: 'default' });

async function readAreas(language: string): Promise<Areas> {
  if (isPseudo(language)) return pseudoAreas(ENGLISH, language);
  const file = await FILES[`../../locales/${language}.json`]?.();
  return { ...file?.shared, ...file?.window };
}
