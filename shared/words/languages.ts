// UI languages, as BCP 47 tags. English is built in; every other language is a file, `locales/<tag>.json`.

/** A language with an optional script and region: `pl`, `pt-BR`, `zh-Hant`. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

/** The standard code for a pseudo-locale: English with accents and longer text. */
export const PSEUDO_ENGLISH = 'en-XA';
/** The standard code for a right-to-left pseudo-locale: English in Arabic letters. */
export const PSEUDO_RTL = 'ar-XB';
/** Pseudo-locales reveal localisation problems (docs/words.md). */
export const PSEUDO_LANGUAGES = [PSEUDO_ENGLISH, PSEUDO_RTL] as const;

const PSEUDO_NAMES: Readonly<Record<string, string>> = {
  [PSEUDO_ENGLISH]: 'Pseudo-English',
  [PSEUDO_RTL]: 'Pseudo-Arabic',
};

/** Returns a language's name in that language: `Deutsch`. */
export function languageName(language: string): string {
  const name =
    PSEUDO_NAMES[language] ?? new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}

/** Adds the usual script: `zh-TW` becomes `zh-Hant`. Returns null if the string isn't a language tag. */
function writtenLanguage(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

/** Finds the language for a system locale name: `de_AT.UTF-8` becomes `de`, and `C` becomes `en`. */
function findLanguage(name: string, languages: readonly string[]): string | null {
  const tag = name.replace(/[.@].*$/s, '').replaceAll('_', '-');
  if (tag === 'C' || tag === 'POSIX') return 'en';
  const exact = [...languages, ...PSEUDO_LANGUAGES].find((language) => language === tag);
  if (exact !== undefined) return exact;
  const wanted = writtenLanguage(tag);
  return languages.find((language) => wanted !== null && writtenLanguage(language) === wanted) ?? null;
}

/**
 * Returns the first preferred language that is available, or English.
 * @param preferred language tags or system locale names
 * @param languages the available languages, excluding pseudo-locales
 */
export const firstSupportedLanguage = (preferred: readonly string[], languages: readonly string[]): string =>
  preferred.map((name) => findLanguage(name, languages)).find((language) => language !== null) ?? 'en';

/** English uses British formats: 21 Nov 2026, 16:05. */
export function localeOf(language: string): string {
  if (language === PSEUDO_RTL) return 'ar-AE';
  return /^en\b/.test(language) ? 'en-GB' : language;
}

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  new Intl.Locale(language).getTextInfo().direction ?? 'ltr';
