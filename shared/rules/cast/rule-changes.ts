// Changes to pronunciation rules. Rules have no ids, so a rule is identified by its content.
import { z } from 'zod';
import { type PronunciationRule, pronunciationRuleSchema } from '../../model/cast.ts';

export type Rules = readonly PronunciationRule[];

const rule = pronunciationRuleSchema;
const place = z.int().min(0);
const rules = z.array(rule).max(20_000);

/** A 0-based position. If several rules are identical, the change applies to the one nearest to the position. */
export const ruleChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), rule, at: place }),
  z.object({ kind: z.literal('remove'), rule, at: place }),
  z.object({ kind: z.literal('replace'), before: rule, after: rule, near: place }),
  z.object({ kind: z.literal('move'), rule, from: place, to: place }),
  z.object({ kind: z.literal('add-all'), rules }),
  z.object({ kind: z.literal('remove-all'), rules }),
]);
export type RuleChange = z.infer<typeof ruleChangeSchema>;

/** Returns null if the change refers to a rule that doesn't exist. */
export function applyRuleChange(rules: Rules, change: RuleChange): PronunciationRule[] | null {
  switch (change.kind) {
    case 'add':
      return withRule(rules, change.at, change.rule);
    case 'remove':
      return withoutRule(rules, change.rule, change.at);
    case 'replace': {
      const at = indexOfRule(rules, change.before, change.near);
      return at === null ? null : rules.with(at, change.after);
    }
    case 'move': {
      const left = withoutRule(rules, change.rule, change.from);
      return left && withRule(left, change.to, change.rule);
    }
    case 'add-all':
      return [...rules, ...addedRules(rules, change.rules)];
    case 'remove-all':
      return change.rules.reduce<PronunciationRule[] | null>(
        (left, one) => left && withoutRule(left, one, left.length),
        [...rules],
      );
  }
}

/** Returns the change that undoes another one. For `add-all`, assumes that none of the rules existed before. */
export function inverseRuleChange(change: RuleChange): RuleChange {
  switch (change.kind) {
    case 'add':
      return { ...change, kind: 'remove' };
    case 'remove':
      return { ...change, kind: 'add' };
    case 'replace':
      return { ...change, before: change.after, after: change.before };
    case 'move':
      return { ...change, from: change.to, to: change.from };
    case 'add-all':
      return { ...change, kind: 'remove-all' };
    case 'remove-all':
      return { ...change, kind: 'add-all' };
  }
}

export const isSameRule = (a: PronunciationRule, b: PronunciationRule): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.ipa === b.ipa &&
  a.wholeWord === b.wholeWord &&
  a.matchCase === b.matchCase &&
  a.role === b.role &&
  a.language === b.language;

export function indexOfRule(rules: Rules, rule: PronunciationRule, near: number): number | null {
  const places = rules.flatMap((other, at) => (isSameRule(other, rule) ? [at] : []));
  return places.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null;
}

const withRule = (rules: Rules, at: number, rule: PronunciationRule): PronunciationRule[] =>
  rules.toSpliced(Math.min(at, rules.length), 0, rule);

function withoutRule(rules: Rules, rule: PronunciationRule, near: number): PronunciationRule[] | null {
  const at = indexOfRule(rules, rule, near);
  return at === null ? null : rules.toSpliced(at, 1);
}

export const addedRules = (rules: Rules, others: Rules): PronunciationRule[] =>
  others.filter(
    (one, at) =>
      !rules.some((known) => isSameRule(known, one)) && !others.slice(0, at).some((known) => isSameRule(known, one)),
  );
