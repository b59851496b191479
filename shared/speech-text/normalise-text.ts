import type { MarkedText } from '@lectern/tts-protocol';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import { type ReadingRule, rewrite } from './rewrite.ts';

const RULES: ReadonlyMap<string, readonly ReadingRule[]> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
]);

const MAY_NEED_REWRITING = /[\d½¼¾⅓⅔⅛⅜⅝⅞&@#%…]|\.\S|\p{L}\.|:\/\/|\b[IVX]+\b|\.{3}/u;

/**
 * Writes out `No. 5` as `Number 5` and `3 km` as `3 kilometers`. Plain integers stay in digits, because voices read
 * them correctly.
 */
export function normaliseText(marked: MarkedText, languageCode: string): MarkedText {
  const rules = RULES.get(languageCode.toLowerCase().split('-')[0] ?? '');
  if (rules === undefined || !MAY_NEED_REWRITING.test(marked.text)) return marked;
  return rewrite(marked, rules);
}
