import { trimTo } from '../../../shared/rules/characters.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import { isShortWord } from '../rules/proof/short-words.ts';

/** sherpa-onnx searches all of them at each step. */
const MAX_HOTWORDS = 100;
/** Models recognise shorter words well enough. */
const MIN_LETTERS = 4;

/**
 * Returns words that a recogniser should expect in a line, without duplicates: the names in it, then its longer words.
 * @param languageCode a BCP 47 tag
 */
export function hotwordsOf(text: string, languageCode: string, names: readonly string[]): string[] {
  const language = languageCode.toLowerCase().split('-')[0] ?? '';
  const folded = text.toLowerCase();
  const words = spokenWords(text).map((word) => trimTo(word.text, /\p{L}/u));
  const found = [
    ...names.filter((name) => name !== '' && folded.includes(name.toLowerCase())),
    ...words.filter((word) => word.length >= MIN_LETTERS && !isShortWord(word.toLowerCase(), language)),
  ];
  const unique = new Map(found.map((word) => [word.toLowerCase(), word]));
  return [...unique.values()].slice(0, MAX_HOTWORDS);
}
