export const LANGUAGES = ['en', 'de', 'ja'] as const;
/** The standard code for pseudo-localised English with accents and longer text. */
export const PSEUDO_ENGLISH = 'en-XA';
/** The standard code for a right-to-left pseudo-locale: English in Arabic letters. */
export const PSEUDO_RTL = 'ar-XB';
/** Includes pseudo-locales, which reveal localisation problems (docs/words.md). */
export const ALL_LANGUAGES = [...LANGUAGES, PSEUDO_ENGLISH, PSEUDO_RTL] as const;
export type AppLanguage = (typeof ALL_LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<AppLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
  [PSEUDO_ENGLISH]: 'Pseudo-English',
  [PSEUDO_RTL]: 'Pseudo-Arabic',
};

/**
 * Parses a system locale name: `de_AT.UTF-8` is `de`, `C` is `en`. Returns null if Lectern doesn't support the
 * language.
 */
function languageOf(name: string): AppLanguage | null {
  const tag = name.replace(/[.@].*$/s, '').replaceAll('_', '-');
  if (tag === 'C' || tag === 'POSIX') return 'en';
  const known = (preferred: string) => ALL_LANGUAGES.find((language) => language === preferred);
  return known(tag) ?? known(tag.split('-')[0]?.toLowerCase() ?? '') ?? null;
}

export const firstSupportedLanguage = (preferred: readonly string[]): AppLanguage =>
  preferred.map(languageOf).find((language) => language !== null) ?? 'en';

/** English uses British formats: 21 Nov 2026, 16:05. */
export function localeOf(language: string): string {
  if (language === PSEUDO_RTL) return 'ar-AE';
  return /^en\b/.test(language) ? 'en-GB' : language;
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === PSEUDO_RTL ? 'rtl' : 'ltr');
