// Rules that shape what is sent, never the script.

import type { Language } from '@lectern/tts-protocol';
import type { PronunciationRule } from '../model/cast.ts';
import { carryingPhonemes } from './marked-speech.ts';

// Which of many pronunciation rules a text may concern, found without trying each of them.

/** How many code units of a rule's words are looked for: the longest of these that the words have. */
const PREFIXES = [8, 4, 2, 1] as const;
/** Fewer rules are quicker tried than looked up. */
const FEWEST_RULES = 16;
/** Longer texts, in code units, are quicker gone through once a rule than once a prefix. */
const LONGEST_TEXT = 20_000;
/** Texts that rules have changed more often than this are not looked at again: all rules that are left are tried. */
const MOST_LOOKS = 64;

/** Rules by the beginnings of their words. */
interface RuleIndex {
  /** For each length of beginnings that occurs: the rules, by beginning. */
  readonly byPrefix: ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>;
}

const indexes = new WeakMap<readonly PronunciationRule[], RuleIndex>();

/** Goes through the rules that may change a text, in order, while they change it. */
class ConcernedRules {
  readonly #index: RuleIndex | null;
  readonly #count: number;
  /** The text that was looked at last, and the rules that it may concern. */
  #text: string | null = null;
  #rules: readonly number[] = [];
  #next = 0;
  #looks = 0;

  /** @param rules of up to a few thousand code units each; the same array is read once */
  constructor(rules: readonly PronunciationRule[]) {
    this.#count = rules.length;
    this.#index = rules.length < FEWEST_RULES ? null : indexOf(rules);
  }

  /**
   * The first rule from one on that may change the text.
   *
   * @param from the index of a rule, never lower than in the call before
   * @returns its index; the number of rules where there is none
   */
  next(from: number, text: string): number {
    if (this.#index === null || text.length > LONGEST_TEXT) return from;
    if (text !== this.#text) {
      if (this.#looks === MOST_LOOKS) return from;
      this.#looks += 1;
      this.#text = text;
      this.#rules = rulesIn(this.#index, text);
      this.#next = 0;
    }
    while ((this.#rules[this.#next] ?? this.#count) < from) this.#next += 1;
    return this.#rules[this.#next] ?? this.#count;
  }
}

/** Whether any of the rules may change a text. */
function mayConcern(rules: readonly PronunciationRule[], text: string): boolean {
  return rulesIn(indexOf(rules), text).length > 0;
}

function indexOf(rules: readonly PronunciationRule[]): RuleIndex {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const byPrefix = new Map<number, Map<string, number[]>>();
  for (const [at, { from }] of rules.entries()) {
    for (const form of formsOf(from)) {
      const folded = foldCase(form);
      const length = PREFIXES.find((prefix) => prefix <= folded.length) ?? 0;
      const ofLength = byPrefix.get(length) ?? new Map<string, number[]>();
      byPrefix.set(length, ofLength);
      const prefix = folded.slice(0, length);
      const same = ofLength.get(prefix);
      if (same === undefined) ofLength.set(prefix, [at]);
      else if (same.at(-1) !== at) same.push(at);
    }
  }
  const index = { byPrefix };
  indexes.set(rules, index);
  return index;
}

/** The rules whose words may stand in a text, rising. */
function rulesIn({ byPrefix }: RuleIndex, text: string): number[] {
  const folded = foldCase(text);
  const found = new Set<number>();
  for (const [length, rules] of byPrefix) {
    const seen = new Set<readonly number[]>();
    for (let at = 0; at + length <= folded.length; at += 1) {
      const same = rules.get(folded.slice(at, at + length));
      if (same === undefined || seen.has(same)) continue;
      seen.add(same);
      for (const rule of same) found.add(rule);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The forms in which a rule's words are found: as they are written, composed and decomposed. */
const formsOf = (words: string): Set<string> => new Set([words, words.normalize('NFC'), words.normalize('NFD')]);

const PLAIN = /^\p{ASCII}*$/u;

/**
 * A text in which characters that a pattern takes for the same, whatever their case, are the same. Characters that differ
 * may become the same, too.
 */
export function foldCase(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

const folds = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = folds.get(character);
  if (known !== undefined) return known;
  const composed = oneOr(character.normalize('NFC'), character);
  const capital = oneOr(composed.toUpperCase(), composed);
  const small = oneOr(capital.toLowerCase(), capital);
  // The two forms of “st” are one letter to a pattern, of which neither has a capital.
  const folded = small === '\ufb05' ? '\ufb06' : small;
  folds.set(character, folded);
  return folded;
}

/** The text, where it is one character. */
const oneOr = (text: string, instead: string): string => ([...text].length === 1 ? text : instead);

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
  /** The voice says sounds where a rule has them (`PronunciationRule.ipa`). */
  readonly takesPhonemes?: boolean;
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
    const next = replaced(shaped, rule, turn, limit);
    if (next === null) {
      return { ok: false, problem: { kind: 'pronunciation-too-long', rule: at, from: rule.from, limit } };
    }
    shaped = next;
  }
  return { ok: true, text: shaped };
}

/** What a rule puts in the place of words that it found. */
export function replacementOf(rule: PronunciationRule, words: string, { takesPhonemes = false }: SpokenBy): string {
  if (rule.ipa === undefined) return rule.to;
  const plain = rule.to === '' ? words : rule.to;
  return takesPhonemes ? carryingPhonemes(plain, rule.ipa) : plain;
}

/** The text with a rule applied; null where it would be longer than the limit, which is found before it is made. */
function replaced(text: string, rule: PronunciationRule, turn: SpokenBy, limit: number): string | null {
  let length = text.length;
  let isTooLong = false;
  const next = text.replace(patternOf(rule), (words) => {
    const instead = replacementOf(rule, words, turn);
    length += instead.length - words.length;
    isTooLong ||= length > limit;
    return isTooLong ? '' : instead;
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
