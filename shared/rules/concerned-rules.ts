// Which of many pronunciation rules a text may concern, found without trying each of them.
import type { PronunciationRule } from '../model/cast.ts';

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
export class ConcernedRules {
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
export function mayConcern(rules: readonly PronunciationRule[], text: string): boolean {
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
export const formsOf = (words: string): Set<string> => new Set([words, words.normalize('NFC'), words.normalize('NFD')]);

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
