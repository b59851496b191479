// The languages that Lectern speaks, and which of them is spoken.

/** Those with catalogues of their own. */
export const LANGUAGES = ['en', 'de', 'ja'] as const;
/** English with accents, and longer: the code that is kept for that. */
export const PSEUDO_ENGLISH = 'en-XA';
/** English in Arabic letters, from right to left: the code that is kept for that. */
export const PSEUDO_RTL = 'ar-XB';
/** With those that are made of English, to see what others will need (docs/words.md). */
export const ALL_LANGUAGES = [...LANGUAGES, PSEUDO_ENGLISH, PSEUDO_RTL] as const;
export type AppLanguage = (typeof ALL_LANGUAGES)[number];

/** What each calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<AppLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
  [PSEUDO_ENGLISH]: 'Pseudo-English',
  [PSEUDO_RTL]: 'Pseudo-Arabic',
};

/** The language that a system's name of it means: `de` for `de_AT.UTF-8`, `en` for `C`; null where Lectern doesn't speak it. */
function languageOf(name: string): AppLanguage | null {
  const tag = name.replace(/[.@].*$/s, '').replaceAll('_', '-');
  if (tag === 'C' || tag === 'POSIX') return 'en';
  const known = (wanted: string) => ALL_LANGUAGES.find((language) => language === wanted);
  return known(tag) ?? known(tag.split('-')[0]?.toLowerCase() ?? '') ?? null;
}

/** The first of the languages that Lectern speaks, else English. @param wanted as systems name them, such as `de_AT.UTF-8` */
export const firstSpoken = (wanted: readonly string[]): AppLanguage =>
  wanted.map(languageOf).find((language) => language !== null) ?? 'en';

/** The locale of a language's figures, dates and lists. English ones are written as in Britain: 21 Nov 2026, 16:05. */
export function localeOf(language: string): string {
  if (language === PSEUDO_RTL) return 'ar-AE';
  return /^en\b/.test(language) ? 'en-GB' : language;
}

/** Where lines begin: `rtl` at the right. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === PSEUDO_RTL ? 'rtl' : 'ltr');
