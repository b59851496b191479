// Text normalisation: writes out numbers, units, dates and abbreviations for voices that would misread them.
import type { MarkedText } from '@lectern/tts-protocol';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import { type ReadingRule, rewrite } from './rewrite.ts';

const RULES: ReadonlyMap<string, readonly ReadingRule[]> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
]);

/** Texts without a match don't need any rule. */
const WORTH_A_LOOK = /[\d½¼¾⅓⅔⅛⅜⅝⅞&@#%…]|\.\S|\p{L}\.|:\/\/|\b[IVX]+\b|\.{3}/u;

/**
 * Writes out a text as read aloud: `No. 5` as `Number 5`, `3 km` as `3 kilometers`, `$100B` as `100 billion dollars`.
 * Plain integers stay in digits because voices read them well. Text in languages without rules is returned unchanged.
 *
 * @param languageCode a BCP 47 tag, such as `en-GB`
 */
export function normaliseText(marked: MarkedText, languageCode: string): MarkedText {
  const rules = RULES.get(languageCode.toLowerCase().split('-')[0] ?? '');
  if (rules === undefined || !WORTH_A_LOOK.test(marked.text)) return marked;
  return rewrite(marked, rules);
}
