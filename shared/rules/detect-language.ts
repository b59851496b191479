// The language of a text, by its letters and its commonest words.
import type { Language } from '../service/vocabulary.ts';
import { STOP_WORDS } from './stop-words.ts';

/** As much of a text as is looked at, in UTF-16 code units: three stretches of this length. */
const STRETCH = 8_000;

/** Below this number of letters nothing is said. */
const FEWEST_LETTERS = 20;

/** The part of a text's words that must be common words of its language, and how far the next language must be behind. */
const COMMON_SHARE = 0.12;
const LEAD = 1.15;

/** In how many languages a word is common: what many share says little. */
const WORD_LANGUAGES = new Map<string, number>();
for (const word of [...STOP_WORDS.values()].flatMap((words) => [...words])) {
  WORD_LANGUAGES.set(word, (WORD_LANGUAGES.get(word) ?? 0) + 1);
}

type Script = 'latin' | 'cyrillic' | 'arabic' | 'han' | 'kana' | Language;

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ['latin', /\p{Script=Latin}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['han', /\p{Script=Han}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['korean', /\p{Script=Hangul}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['hindi', /\p{Script=Devanagari}/gu],
  ['bengali', /\p{Script=Bengali}/gu],
  ['thai', /\p{Script=Thai}/gu],
  ['amharic', /\p{Script=Ethiopic}/gu],
];

/**
 * Guesses the language of a text among those of the service.
 * @returns null where the text is too short or it could as well be another language
 */
export function detectLanguage(text: string): Language | null {
  const sample = sampleOf(text);
  const counts = new Map<Script, number>();
  for (const [script, letter] of SCRIPTS) counts.set(script, sample.match(letter)?.length ?? 0);
  const of = (script: Script): number => counts.get(script) ?? 0;
  const all = [...counts.values()].reduce((total, count) => total + count, 0);
  // Japanese mixes its own letters with Chinese ones.
  if (of('kana') > 0 && of('kana') + of('han') > all / 2 && of('kana') > of('han') / 10) return 'japanese';
  const [main, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  const fewest = main === 'han' ? FEWEST_LETTERS / 2 : FEWEST_LETTERS;
  if (count < fewest || count < all * 0.6) return null;
  switch (main) {
    case 'latin':
      return byCommonWords(sample);
    case 'cyrillic':
      return byCyrillicLetters(sample);
    case 'arabic':
      return byArabicLetters(sample);
    case 'han':
      return 'mandarin';
    case 'kana':
      return 'japanese';
    default:
      return main;
  }
}

/** The start of a book may be a licence in another language, so its middle and end count too. */
function sampleOf(text: string): string {
  if (text.length <= 3 * STRETCH) return text.normalize('NFC');
  const starts = [0, Math.floor(text.length / 2), text.length - STRETCH - Math.floor(text.length / 5)];
  return starts
    .map((start) => text.slice(start, start + STRETCH))
    .join('\n')
    .normalize('NFC');
}

function byCommonWords(sample: string): Language | null {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = Array.from(STOP_WORDS, ([language, common]) => {
    const found = words.filter((word) => common.has(word));
    const weight = found.reduce((sum, word) => sum + 1 / (WORD_LANGUAGES.get(word) ?? 1), 0);
    return { language, share: found.length / words.length, weight };
  }).sort((a, b) => b.weight - a.weight);
  const [best, next] = scores;
  if (best === undefined || best.share < COMMON_SHARE) return null;
  return best.weight >= (next?.weight ?? 0) * LEAD ? best.language : null;
}

function byCyrillicLetters(sample: string): Language | null {
  const has = (letters: RegExp): number => sample.match(letters)?.length ?? 0;
  const ukrainian = has(/[іїєґ]/giu);
  const serbian = has(/[јљњћђџ]/giu);
  const russian = has(/[ыэё]/giu);
  const hard = has(/ъ/giu);
  if (has(/[ўқғҳәөүұһѓќѕ]/giu) > 0) return null;
  const most = Math.max(ukrainian, serbian, russian);
  if (most === 0) return hard > 0 ? 'bulgarian' : null;
  if (most === ukrainian) return russian * 10 < ukrainian ? 'ukrainian' : null;
  return most === serbian ? 'serbian' : 'russian';
}

function byArabicLetters(sample: string): Language | null {
  if (/[ٹڈڑںےۓ]/u.test(sample)) return 'urdu';
  // Persian, Kurdish, Pashto and others write these; Arabic does not.
  return /[پچژگکی]/u.test(sample) ? null : 'arabic';
}
