// Sorts names by the script's language: Å comes after Z in Swedish but next to A in German.

import type { Language } from '@lectern/tts-protocol';
import { LANGUAGE_TAGS } from '@lectern/tts-protocol';

const collators = new Map<Language | null, Intl.Collator>();

/** Returns a comparator with natural number order. If the language is null, uses the order common to most languages. */
export function nameOrder(language: Language | null): (a: string, b: string) => number {
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(language === null ? 'und' : LANGUAGE_TAGS[language], { numeric: true });
    collators.set(language, collator);
  }
  return collator.compare;
}
