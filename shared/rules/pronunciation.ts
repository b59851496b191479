// Rules that shape what is sent, never the script.
import type { PronunciationRule } from '../model/cast.ts';
import type { Language } from '../service/vocabulary.ts';

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}]$/u;

/** Rules are values that do not change, so each is made into a pattern once. */
const patterns = new WeakMap<PronunciationRule, RegExp>();

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
    if (rule.role !== null && rule.role !== turn.role) continue;
    if (rule.language !== null && rule.language !== turn.language) continue;
    shaped = shaped.replace(patternOf(rule), () => rule.to);
  }
  return shaped;
}

function patternOf(rule: PronunciationRule): RegExp {
  const known = patterns.get(rule);
  if (known !== undefined) return known;
  const forms = [...new Set([rule.from, rule.from.normalize('NFC'), rule.from.normalize('NFD')])];
  const words = forms.map((form) => form.replace(SYNTAX, '\\$&')).join('|');
  const before = rule.wholeWord && STARTS_WITH_WORD.test(rule.from) ? String.raw`(?<![\p{L}\p{M}\p{N}])` : '';
  const after =
    rule.wholeWord && ENDS_WITH_WORD.test(rule.from) ? String.raw`(?![\p{L}\p{M}\p{N}])` : String.raw`(?!\p{M})`;
  const pattern = new RegExp(`${before}(?:${words})${after}`, rule.matchCase ? 'gu' : 'giu');
  patterns.set(rule, pattern);
  return pattern;
}
