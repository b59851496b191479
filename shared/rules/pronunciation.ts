// Rules that shape what is sent, never the script.
import type { PronunciationRule } from '../model/cast.ts';
import type { Language } from '../service/vocabulary.ts';

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}]$/u;

/** Rules are values that do not change, so each is made into a pattern once. */
const patterns = new WeakMap<PronunciationRule, RegExp>();

/** Whether a rule is for what this role says in this language (null: the voice's own). */
export const isFor = (
  { role, language }: PronunciationRule,
  turn: { readonly role: string; readonly language: Language | null },
): boolean => (role === null || role === turn.role) && (language === null || language === turn.language);

/**
 * Applies pronunciation rules in order, each to what the one before it left. Words and replacements are literal. A
 * whole word has no letter, mark or digit beside it; case is folded by Unicode; a letter is never parted from the marks
 * that combine with it, and is found in its composed and decomposed form.
 *
 * @param turn who speaks the text, and in which language (null: the voice's own)
 */
export function applyPronunciation(
  text: string,
  rules: readonly PronunciationRule[],
  turn: { readonly role: string; readonly language: Language | null },
): string {
  let shaped = text;
  for (const rule of rules) {
    if (isFor(rule, turn)) shaped = shaped.replace(patternOf(rule), () => rule.to);
  }
  return shaped;
}

/** What a rule matches; global. */
export function patternOf(rule: PronunciationRule): RegExp {
  const known = patterns.get(rule);
  if (known !== undefined) return known;
  const words = literally(rule.from);
  const before = rule.wholeWord && STARTS_WITH_WORD.test(rule.from) ? String.raw`(?<![\p{L}\p{M}\p{N}])` : '';
  const after =
    rule.wholeWord && ENDS_WITH_WORD.test(rule.from) ? String.raw`(?![\p{L}\p{M}\p{N}])` : String.raw`(?!\p{M})`;
  const pattern = new RegExp(`${before}(?:${words})${after}`, rule.matchCase ? 'gu' : 'giu');
  patterns.set(rule, pattern);
  return pattern;
}

/**
 * What every text has in it that any of the rules changes, and maybe others too: one look in place of one a rule. Null
 * where there are no rules.
 */
export function anyOf(rules: readonly PronunciationRule[]): RegExp | null {
  const words = new Set(rules.map(({ from }) => literally(from)));
  return words.size === 0 ? null : new RegExp([...words].join('|'), 'iu');
}

/** A word in its composed and decomposed form, as a pattern. */
const literally = (word: string): string =>
  [...new Set([word, word.normalize('NFC'), word.normalize('NFD')])]
    .map((form) => form.replace(SYNTAX, '\\$&'))
    .join('|');
