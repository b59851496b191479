import type { MarkedText } from '@lectern/tts-protocol';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import { type ReadingRule, rewrite, rewriteTraced, type TracedText, untouchedText } from './rewrite.ts';

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
  const rules = rulesFor(marked.text, languageCode);
  return rules === undefined ? marked : rewrite(marked, rules);
}

/** Like `normaliseText`, but also returns which part of the written text each part of the result comes from. */
export function normaliseTextTraced(text: string, languageCode: string): TracedText {
  const rules = rulesFor(text, languageCode);
  return rules === undefined ? untouchedText(text) : rewriteTraced(text, rules);
}

/** Returns whether numbers and abbreviations of the language can be written out. */
export const canNormalise = (languageCode: string): boolean => RULES.has(primaryCode(languageCode));

const primaryCode = (languageCode: string): string => languageCode.toLowerCase().split('-')[0] ?? '';

const rulesFor = (text: string, languageCode: string): readonly ReadingRule[] | undefined =>
  MAY_NEED_REWRITING.test(text) ? RULES.get(primaryCode(languageCode)) : undefined;
