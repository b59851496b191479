// The order of names in the language of a script: Å behind Z in Swedish, beside A in German.

import type { Language } from '@lectern/tts-protocol';
import { LANGUAGE_TAGS } from '@lectern/tts-protocol';

const collators = new Map<Language | null, Intl.Collator>();

/**
 * The order of two texts as the script's language has it. Figures in them count: `GUEST 2` stands before `GUEST 10`.
 *
 * @param language null where it is not known: the order that most languages share
 */
export function nameOrder(language: Language | null): (one: string, other: string) => number {
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(language === null ? 'und' : LANGUAGE_TAGS[language], { numeric: true });
    collators.set(language, collator);
  }
  return collator.compare;
}
