// The rules in their order, with one put in, taken out, changed or moved. Rules have no names: one is found by what it is.
import type { PronunciationRule } from '../../../shared/model/cast.ts';

type Rules = readonly PronunciationRule[];

export const EMPTY_RULE: PronunciationRule = {
  from: '',
  to: '',
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
};

export const isSameRule = (one: PronunciationRule, two: PronunciationRule): boolean =>
  one.from === two.from &&
  one.to === two.to &&
  one.wholeWord === two.wholeWord &&
  one.matchCase === two.matchCase &&
  one.role === two.role &&
  one.language === two.language;

/** Where a rule stands; of several that are the same, the one nearest to where it stood. Null: it is not there. */
export function placeOf(rules: Rules, rule: PronunciationRule, near: number): number | null {
  const places = rules.flatMap((other, at) => (isSameRule(other, rule) ? [at] : []));
  return places.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null;
}

/** With a rule put in at a place, or at the end where there are fewer. */
export const withRule = (rules: Rules, at: number, rule: PronunciationRule): PronunciationRule[] =>
  rules.toSpliced(Math.min(at, rules.length), 0, rule);

/** Without a rule; null where it is not there. */
export function withoutRule(rules: Rules, rule: PronunciationRule, near: number): PronunciationRule[] | null {
  const at = placeOf(rules, rule, near);
  return at === null ? null : rules.toSpliced(at, 1);
}

/** With a rule in the place of another; null where that is not there. */
export function withChanged(
  rules: Rules,
  { before, after, near }: { before: PronunciationRule; after: PronunciationRule; near: number },
): PronunciationRule[] | null {
  const at = placeOf(rules, before, near);
  return at === null ? null : rules.with(at, after);
}

/** With a rule at another place; null where it is not there. */
export function withMoved(
  rules: Rules,
  { rule, from, to }: { rule: PronunciationRule; from: number; to: number },
): PronunciationRule[] | null {
  const at = placeOf(rules, rule, from);
  return at === null ? null : withRule(rules.toSpliced(at, 1), to, rule);
}

/** Those of other rules that are not there yet. */
export const newOnes = (rules: Rules, others: Rules): PronunciationRule[] =>
  others.filter(
    (rule, at) =>
      !rules.some((known) => isSameRule(known, rule)) && !others.slice(0, at).some((known) => isSameRule(known, rule)),
  );
