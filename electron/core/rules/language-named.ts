import { LANGUAGE_TAGS, LANGUAGES, type Language, languageSchema } from '@lectern/tts-protocol';
import { primaryLanguage } from './proof/word-tokens.ts';

/** @param name a name in `LANGUAGES`, or a BCP 47 tag; null if unknown. @returns null if the language isn't in `LANGUAGES` */
export function languageNamed(name: string | null): Language | null {
  if (name === null) return null;
  const known = languageSchema.safeParse(name).data;
  return known ?? LANGUAGES.find((language) => LANGUAGE_TAGS[language] === primaryLanguage(name)) ?? null;
}
