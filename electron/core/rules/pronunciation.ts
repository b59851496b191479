import type { Language } from '@lectern/tts-protocol';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { encodePhonemes } from '../../../shared/rules/marked-speech.ts';

/** In code units. Each rule uses the longest prefix that fits. */
const PREFIX_LENGTHS = [8, 4, 2, 1] as const;
/** If there are fewer rules than this, trying each of them is faster. */
const MIN_RULES = 16;
/** For texts longer than this many code units, trying each rule is faster than looking up every prefix. */
const MAX_TEXT_LENGTH = 20_000;
/** After this many lookups in a text that keeps changing, all remaining rules are tried instead. */
const MAX_LOOKUPS = 64;

interface RuleIndex {
  readonly byPrefix: ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>;
}

const indexes = new WeakMap<readonly PronunciationRule[], RuleIndex>();

class ApplicableRules {
  readonly #index: RuleIndex | null;
  readonly #count: number;
  #text: string | null = null;
  #rules: readonly number[] = [];
  #next = 0;
  #looks = 0;

  constructor(rules: readonly PronunciationRule[]) {
    this.#count = rules.length;
    this.#index = rules.length < MIN_RULES ? null : indexOf(rules);
  }

  /** Returns the index of the next rule that might change the text. `from` must not decrease between calls. */
  next(from: number, text: string): number {
    if (this.#index === null || text.length > MAX_TEXT_LENGTH) return from;
    if (text !== this.#text) {
      if (this.#looks === MAX_LOOKUPS) return from;
      this.#looks += 1;
      this.#text = text;
      this.#rules = rulesIn(this.#index, text);
      this.#next = 0;
    }
    while ((this.#rules[this.#next] ?? this.#count) < from) this.#next += 1;
    return this.#rules[this.#next] ?? this.#count;
  }
}

function hasApplicableRules(rules: readonly PronunciationRule[], text: string): boolean {
  return rulesIn(indexOf(rules), text).length > 0;
}

function indexOf(rules: readonly PronunciationRule[]): RuleIndex {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const byPrefix = new Map<number, Map<string, number[]>>();
  for (const [at, { from }] of rules.entries()) {
    for (const form of formsOf(from)) {
      const folded = foldCase(form);
      const length = PREFIX_LENGTHS.find((prefix) => prefix <= folded.length) ?? 0;
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

/** The spellings that a rule matches: as written, NFC and NFD. */
const formsOf = (words: string): Set<string> => new Set([words, words.normalize('NFC'), words.normalize('NFD')]);

const PLAIN = /^\p{ASCII}*$/u;

/** Folds case like a case-insensitive pattern does, but can also equate characters that the pattern distinguishes. */
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
  const composed = singleCharacterOr(character.normalize('NFC'), character);
  const capital = singleCharacterOr(composed.toUpperCase(), composed);
  const small = singleCharacterOr(capital.toLowerCase(), capital);
  // Patterns treat the two “st” ligatures as equal, but neither has an uppercase form.
  const folded = small === '\ufb05' ? '\ufb06' : small;
  folds.set(character, folded);
  return folded;
}

const singleCharacterOr = (text: string, fallback: string): string => ([...text].length === 1 ? text : fallback);

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;
const NEVER_MATCHES = /(?!)/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}]$/u;

/** In code units. Longer rule words never match, because the size of a regular expression is limited. */
export const MAX_WORDS = 1_000;

const patterns = new WeakMap<PronunciationRule, RegExp>();

export const appliesTo = ({ role, language }: PronunciationRule, turn: SpeechContext): boolean =>
  (role === null || role === turn.role) && (language === null || language === turn.language);

export const MAX_SHAPED_LENGTH = 100_000;

/** Returns twice the length of the given text in code units, but at least `MAX_SHAPED_LENGTH`. */
export const shapingLimit = (texts: readonly string[]): number =>
  Math.max(MAX_SHAPED_LENGTH, 2 * texts.reduce((sum, text) => sum + text.length, 0));

export interface ShapingProblem {
  readonly kind: 'pronunciation-too-long';
  readonly rule: number;
  readonly from: string;
  readonly limit: number;
}

export type ShapedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: ShapingProblem };

/** If null, the voice's own language is used. */
export interface SpeechContext {
  readonly role: string;
  readonly language: Language | null;
  /** Whether the voice supports IPA (`PronunciationRule.ipa`). */
  readonly takesPhonemes?: boolean;
}

/**
 * Applies pronunciation rules in order, each to the result of the previous one. A whole word has no letter, mark or
 * digit next to it. Letters are never separated from their combining marks.
 */
export function applyPronunciation(
  text: string,
  rules: readonly PronunciationRule[],
  turn: SpeechContext,
  limit = shapingLimit([text]),
  see?: (at: number, rule: PronunciationRule, shaped: string) => void,
): ShapedText {
  const concerned = new ApplicableRules(rules);
  let shaped = text;
  for (let at = concerned.next(0, shaped); at < rules.length; at = concerned.next(at + 1, shaped)) {
    const rule = rules[at];
    if (rule === undefined || !appliesTo(rule, turn)) continue;
    see?.(at, rule, shaped);
    const next = applyRule(shaped, rule, turn, limit);
    if (next === null) {
      return { ok: false, problem: { kind: 'pronunciation-too-long', rule: at, from: rule.from, limit } };
    }
    shaped = next;
  }
  return { ok: true, text: shaped };
}

export function replacementOf(
  rule: PronunciationRule,
  words: string,
  { takesPhonemes = false }: SpeechContext,
): string {
  if (rule.ipa === undefined) return rule.to;
  const plain = rule.to === '' ? words : rule.to;
  return takesPhonemes ? encodePhonemes(plain, rule.ipa) : plain;
}

/** Returns null if the result would exceed the limit, without building it. */
function applyRule(text: string, rule: PronunciationRule, turn: SpeechContext, limit: number): string | null {
  let length = text.length;
  let isTooLong = false;
  const next = text.replace(patternOf(rule), (words) => {
    const fallback = replacementOf(rule, words, turn);
    length += fallback.length - words.length;
    isTooLong ||= length > limit;
    return isTooLong ? '' : fallback;
  });
  return isTooLong ? null : next;
}

export function patternOf(rule: PronunciationRule): RegExp {
  const known = patterns.get(rule);
  if (known !== undefined) return known;
  if (rule.from.length > MAX_WORDS) return NEVER_MATCHES;
  const words = [...formsOf(rule.from)].map((form) => form.replace(SYNTAX, '\\$&')).join('|');
  const before = rule.wholeWord && STARTS_WITH_WORD.test(rule.from) ? String.raw`(?<![\p{L}\p{M}\p{N}])` : '';
  const after =
    rule.wholeWord && ENDS_WITH_WORD.test(rule.from) ? String.raw`(?![\p{L}\p{M}\p{N}])` : String.raw`(?!\p{M})`;
  const pattern = new RegExp(`${before}(?:${words})${after}`, rule.matchCase ? 'gu' : 'giu');
  patterns.set(rule, pattern);
  return pattern;
}

/** Returns a function that tests whether any of the rules could change a text, or null if there are no rules. */
export function ruleMatcher(rules: readonly PronunciationRule[]): { test(text: string): boolean } | null {
  if (rules.length === 0) return null;
  return { test: (text) => hasApplicableRules(rules, text) };
}
