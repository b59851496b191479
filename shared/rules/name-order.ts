// The order of names in the language of a script: Å behind Z in Swedish, beside A in German.
import type { Language } from '../service/vocabulary.ts';

/** BCP 47. */
const TAGS: Readonly<Record<Language, string>> = {
  afrikaans: 'af',
  albanian: 'sq',
  amharic: 'am',
  arabic: 'ar',
  bengali: 'bn',
  bulgarian: 'bg',
  catalan: 'ca',
  croatian: 'hr',
  czech: 'cs',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  french: 'fr',
  galician: 'gl',
  german: 'de',
  greek: 'el',
  hebrew: 'he',
  hindi: 'hi',
  hungarian: 'hu',
  indonesian: 'id',
  italian: 'it',
  japanese: 'ja',
  korean: 'ko',
  malay: 'ms',
  mandarin: 'zh',
  polish: 'pl',
  portuguese: 'pt',
  russian: 'ru',
  serbian: 'sr',
  spanish: 'es',
  swedish: 'sv',
  tagalog: 'fil',
  thai: 'th',
  turkish: 'tr',
  ukrainian: 'uk',
  urdu: 'ur',
  xhosa: 'xh',
};

const collators = new Map<Language | null, Intl.Collator>();

/**
 * The order of two texts as the script's language has it. Figures in them count: `GUEST 2` stands before `GUEST 10`.
 *
 * @param language null where it is not known: the order that most languages share
 */
export function nameOrder(language: Language | null): (one: string, other: string) => number {
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(language === null ? 'und' : TAGS[language], { numeric: true });
    collators.set(language, collator);
  }
  return collator.compare;
}
