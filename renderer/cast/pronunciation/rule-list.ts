// What the rules are called, and what gets in each one's way.
import type { RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import type { Rules } from '../../../shared/rules/rule-changes.ts';
import { formatCounted } from '../../ui/format.ts';

export const EMPTY_RULE: PronunciationRule = {
  from: '',
  to: '',
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
};

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
