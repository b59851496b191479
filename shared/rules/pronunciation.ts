// Rules that shape what is sent, never the script.
import type { PronunciationRule } from '../model/cast.ts';
import type { Language } from '../service/vocabulary.ts';
import { ConcernedRules, formsOf, mayConcern } from './concerned-rules.ts';

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;
/** Matches nowhere. */
const NOTHING = /(?!)/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}]$/u;

/** Longer words of a rule, in code units, are never found: patterns can't be of any length. */
export const LONGEST_WORDS = 1_000;

/** Rules are values that do not change, so each is made into a pattern once. */
const patterns = new WeakMap<PronunciationRule, RegExp>();

/** Whether a rule is for what this role says in this language (null: the voice's own). */
export const isFor = ({ role, language }: PronunciationRule, turn: SpokenBy): boolean =>
  (role === null || role === turn.role) && (language === null || language === turn.language);

/** Code units that rules may make of a line, unless it has half as many or more as it is written. */
export const LONGEST_SHAPED = 100_000;

/** How long rules may make a line of these texts, in code units: twice as long as it is written, 100,000 at least. */
export const shapingLimit = (texts: readonly string[]): number =>
  Math.max(LONGEST_SHAPED, 2 * texts.reduce((sum, text) => sum + text.length, 0));

/** Why a line can't be shaped: rules feed each other, or one of them puts in too much. */
export interface ShapingProblem {
  readonly kind: 'pronunciation-too-long';
  /** The index of the rule after which the line would be longer than the limit, and the words that it replaces. */
  readonly rule: number;
  readonly from: string;
  /** In code units. */
  readonly limit: number;
}

/** What rules make of a text. */
export type ShapedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: ShapingProblem };

/** Who speaks a text, and in which language (null: the voice's own). */
export interface SpokenBy {
  readonly role: string;
  readonly language: Language | null;
}

/**
 * Applies pronunciation rules in order, each to what the one before it left. Words and replacements are literal. A
 * whole word has no letter, mark or digit beside it; case is folded by Unicode; a letter is never parted from the marks
 * that combine with it, and is found in its composed and decomposed form.
 *
 * @param limit code units that the text may have after a rule; twice as many as it has, 100,000 at least, unless given
 * @param see is told of each rule that may change the text, before it does
 */
export function applyPronunciation(
  text: string,
  rules: readonly PronunciationRule[],
  turn: SpokenBy,
  limit = shapingLimit([text]),
  see?: (at: number, rule: PronunciationRule, shaped: string) => void,
): ShapedText {
  const concerned = new ConcernedRules(rules);
  let shaped = text;
  for (let at = concerned.next(0, shaped); at < rules.length; at = concerned.next(at + 1, shaped)) {
    const rule = rules[at];
    if (rule === undefined || !isFor(rule, turn)) continue;
    see?.(at, rule, shaped);
    const next = replaced(shaped, rule, limit);
    if (next === null) {
      return { ok: false, problem: { kind: 'pronunciation-too-long', rule: at, from: rule.from, limit } };
    }
    shaped = next;
  }
  return { ok: true, text: shaped };
}

/** The text with a rule applied; null where it would be longer than the limit, which is found before it is made. */
function replaced(text: string, rule: PronunciationRule, limit: number): string | null {
  let length = text.length;
  let isTooLong = false;
  const next = text.replace(patternOf(rule), (words) => {
    length += rule.to.length - words.length;
    isTooLong ||= length > limit;
    return isTooLong ? '' : rule.to;
  });
  return isTooLong ? null : next;
}

/** What a rule matches; global. */
export function patternOf(rule: PronunciationRule): RegExp {
  const known = patterns.get(rule);
  if (known !== undefined) return known;
  if (rule.from.length > LONGEST_WORDS) return NOTHING;
  const words = [...formsOf(rule.from)].map((form) => form.replace(SYNTAX, '\\$&')).join('|');
  const before = rule.wholeWord && STARTS_WITH_WORD.test(rule.from) ? String.raw`(?<![\p{L}\p{M}\p{N}])` : '';
  const after =
    rule.wholeWord && ENDS_WITH_WORD.test(rule.from) ? String.raw`(?![\p{L}\p{M}\p{N}])` : String.raw`(?!\p{M})`;
  const pattern = new RegExp(`${before}(?:${words})${after}`, rule.matchCase ? 'gu' : 'giu');
  patterns.set(rule, pattern);
  return pattern;
}

/** Tells of texts whether any of the rules may change them: one look in place of one a rule. Null without rules. */
export function anyOf(rules: readonly PronunciationRule[]): { test(text: string): boolean } | null {
  if (rules.length === 0) return null;
  return { test: (text) => mayConcern(rules, text) };
}
