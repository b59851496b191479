import type { Language } from '@lectern/tts-protocol';

/**
 * eSpeak NG's voice for each language; null if it has none. The names must be exact, because eSpeak NG accepts unknown
 * names and then reads gibberish.
 */
const ESPEAK_VOICES: Readonly<Record<Language, string | null>> = {
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
  english: 'en-us',
  french: 'fr',
  galician: null,
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
  mandarin: 'cmn',
  polish: 'pl',
  portuguese: 'pt-br',
  russian: 'ru',
  serbian: 'sr',
  spanish: 'es',
  swedish: 'sv',
  tagalog: null,
  thai: 'th',
  turkish: 'tr',
  ukrainian: 'uk',
  urdu: 'ur',
  xhosa: null,
};

export const espeakVoice = (language: Language): string | null => ESPEAK_VOICES[language];

/** Whether takes in a language can be compared with a reading of their text. */
export const canReadLanguage = (language: Language): boolean => espeakVoice(language) !== null;
