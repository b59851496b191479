// The rules in their order, with one put in, taken out, changed or moved, and what gets in each one's way. Rules have no
// names: one is found by what it is.
import type { RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { formatCounted } from '../../ui/format.ts';

export type Rules = readonly PronunciationRule[];

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

/** A rule as sentences name it. */
export const ruleName = ({ from, to }: Pick<PronunciationRule, 'from' | 'to'>): string =>
  to === '' ? `“${from}”` : `“${from}” → “${to}”`;

/** What becomes of lines that a rule makes too long. @param rule undefined: the figures are those of other rules */
export const overflowWords = (rule: PronunciationRule | undefined, at: number): string =>
  `can’t be rendered: rule ${at + 1}${rule ? `, ${ruleName(rule)},` : ''} makes them too long. Change that rule, or the ones before it that it repeats`;

/** What is to be said of the rule at a place; empty where it does what it should. */
export function conflictsOf(
  rules: Rules,
  at: number,
  { linesOfRules, changedAgain, overflows }: Pick<RulesPreview, 'linesOfRules' | 'changedAgain' | 'overflows'>,
): string[] {
  const rule = rules[at];
  // The figures may still be those of other rules.
  if (!rule || linesOfRules.length !== rules.length) return [];
  const said: string[] = [];
  if (linesOfRules[at] === 0) said.push(whyNever(rule, rules.slice(0, at)));
  const overflow = overflows.find((one) => one.rule === at);
  if (overflow) said.push(`It makes ${inLines(overflow.lines)} too long to be rendered.`);
  for (const { earlier, later, lines } of changedAgain) {
    const [before, after] = [rules[earlier], rules[later]];
    if (earlier === at && after)
      said.push(`Rule ${later + 1}, ${ruleName(after)}, changes its result again in ${inLines(lines)}.`);
    if (later === at && before)
      said.push(`It changes what rule ${earlier + 1}, ${ruleName(before)}, has put there, in ${inLines(lines)}.`);
  }
  return said;
}

function whyNever(rule: PronunciationRule, earlier: Rules): string {
  if (rule.from === rule.to) return 'It changes nothing: both sides are the same.';
  const before = earlier.findIndex(
    (other) => other.from.toLowerCase() === rule.from.toLowerCase() && other.role === null,
  );
  if (before >= 0) return `It changes no line: rule ${before + 1} has taken these words before.`;
  if (rule.role !== null) return `It changes no line of ${rule.role}.`;
  return 'It changes no line: these words are not spoken in the script. Names that mark who speaks are never touched.';
}

const inLines = (lines: number): string => formatCounted(lines, 'line');
