import { at } from '../../../shared/rules/at.ts';
import { MAX_CAPITALS_LENGTH } from '../../../shared/rules/role-marks.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';
import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';

const MAX_NAME_WORDS = 5;
/** In UTF-16 code units. */
const MAX_LIST_LENGTH = 100;

const NAME_WORDS: readonly RegExp[] = [
  /^(?:[dDlLoO]['’])?\p{Lu}[\p{L}\p{M}\p{Nd}_'’-]*\.?$/u,
  /^\p{Nd}{1,2}(?:st|nd|rd|th)$|^#?\p{Nd}{1,3}$|^[\p{Lu}.]{2,8}$/u,
  /^\p{Lo}[\p{Lo}\p{Lm}\p{M}\p{Nd}'’・·-]{0,15}$/u,
];
const isNameWord = (word: string): boolean => NAME_WORDS.some((pattern) => pattern.test(word));
/** `他说：` (“he said:”) is not a name. */
const SPEECH_VERB_END = /[说說道问問答喊叫曰]$/u;
const PARTICLES = wordSet('name-particles');
const INVALID_IN_MARK = /[^\p{Lu}\p{Lo}\p{Lm}\p{Nd}\p{M} .'’・·\-&/]+/gu;

const VOICE_NOISE = wordPattern('^', 'voice-noises', '$', 'iu');
const MANNER = /ing$|ly$|^(?:in|on|over) [\p{L} ]{1,30}$/iu;

export const isMannerOrNoise = (words: string): boolean => MANNER.test(words) || VOICE_NOISE.test(words);

export const ACADEMIC_DEGREE = /,( (?:[JS]R|M\.? ?D|PH\.? ?D|ESQ|I{2,3}|IV)\b)/gi;
/** `Ann, Ben, and Clara` */
const LIST_SEPARATOR = /, (?:AND|UND|ET|Y|E|OCH|OG|EN|И) |[,;+]/g;

/** Returns the name in capitals, or an empty string if it can't be a role mark. */
export function roleMarkName(name: string): string {
  const capitals = normaliseRoleName(
    name.toUpperCase().replace(ACADEMIC_DEGREE, '$1').replace(LIST_SEPARATOR, ' & ').replace(INVALID_IN_MARK, ' '),
  )
    .replace(/^[^\p{Lu}\p{Lo}\p{Nd}]+/u, '')
    .replace(/(?<![&/ -])[&/ -]+$/, '');
  return /[\p{Lu}\p{Lo}]/u.test(capitals) && capitals.length <= MAX_CAPITALS_LENGTH ? capitals : '';
}

/** Accepts a few words, all capitalised except for particles such as `von`. */
export function isName(text: string): boolean {
  if (text.length > MAX_CAPITALS_LENGTH || !/[\p{Lu}\p{Lo}]/u.test(text) || SPEECH_VERB_END.test(text)) return false;
  const words = text.replace(/,(?= )|\//g, ' ').split(/\s+/);
  if (words.length > MAX_NAME_WORDS || !isNameWord(at(words, 0))) return false;
  return words.every((word, at) => isNameWord(word) || PARTICLES.has(word) || /['’]s$/.test(words[at - 1] ?? ''));
}

/** `Kim & Lou`, `Dr. Patel (zoologist), Ann and Tom` */
export function isNameList(text: string): boolean {
  if (text.length > MAX_LIST_LENGTH || /(?<!\b(?:\p{Lu}|Jr|Sr|Dr))[.!?…:]$/u.test(text)) return false;
  const names = text
    .replace(/\([^()]{0,60}\)/g, ' ')
    .split(/[,;&+/]|\s(?:and|und|et|e|y|og|och|en|и)\s/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length > 0 && names.every(isName);
}

export function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

export function recurringNames(names: readonly string[]): string[] {
  const counts = countNames(names);
  return names.filter((name) => (counts.get(name) ?? 0) > 1);
}
