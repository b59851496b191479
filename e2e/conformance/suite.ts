// Runs the rules. Those that count requests or measure time run one at a time, and the others run concurrently.
import { Context } from './context.ts';
import { type SuiteOptions, UsageError } from './options.ts';
import type { Phase, Rule } from './rule.ts';
import { RULES } from './rules.ts';
import { Broken, NotTested } from './verdict.ts';

export interface Outcome {
  readonly rule: Rule;
  readonly outcome: 'ok' | 'failed' | 'skipped';
  /** The observed behaviour, or why the rule wasn't tested. Never contains the API key. */
  readonly came?: string;
}

/** Maximum number of concurrent rules in each phase. */
const CONCURRENCY: Readonly<Record<Phase, number>> = { limits: 8, parallel: 64, alone: 1, afterwards: 64 };
const PHASES: readonly Phase[] = ['limits', 'parallel', 'alone', 'afterwards'];

/** Returns the selected rules. @throws {UsageError} for an unknown rule */
export function selectRules(only: readonly string[]): readonly Rule[] {
  if (only.length === 0) return RULES;
  const fits = (rule: Rule, word: string): boolean =>
    rule.id === word || rule.id.startsWith(word.replace(/\*$/, '').replace(/(?<!\.)$/, '.'));
  const unknown = only.find((word) => !RULES.some((rule) => fits(rule, word)));
  if (unknown !== undefined) throw new UsageError(`There is no rule "${unknown}": --list shows those that there are.`);
  return RULES.filter((rule) => only.some((word) => fits(rule, word)));
}

async function runRule(rule: Rule, context: Context): Promise<Outcome> {
  try {
    await rule.check(context);
    return { rule, outcome: 'ok' };
  } catch (error) {
    const outcome = error instanceof NotTested ? 'skipped' : 'failed';
    const known = error instanceof Broken || error instanceof NotTested;
    const message = error instanceof Error ? error.message : String(error);
    return { rule, outcome, came: known ? message : `the suite itself failed: ${message}` };
  }
}

/**
 * Runs the selected rules.
 * @param report called with each result in order, as soon as all previous results are known
 * @throws {UsageError} for an unknown rule
 */
export async function runSuite(options: SuiteOptions, report: (outcome: Outcome) => void): Promise<Outcome[]> {
  const rules = selectRules(options.only);
  const context = new Context(options);
  const outcomes = new Map<Rule, Outcome>();
  let reported = 0;
  const known = (outcome: Outcome): void => {
    outcomes.set(outcome.rule, hideKeys(outcome, options));
    for (let next = rules[reported]; next; next = rules[reported]) {
      const one = outcomes.get(next);
      if (!one) break;
      report(one);
      reported += 1;
    }
  };
  for (const phase of PHASES) {
    const waiting = rules.filter((rule) => rule.phase === phase);
    const worker = async (): Promise<void> => {
      for (let rule = waiting.shift(); rule; rule = waiting.shift()) known(await runRule(rule, context));
    };
    await Promise.all(Array.from({ length: CONCURRENCY[phase] }, worker));
  }
  return rules.flatMap((rule) => outcomes.get(rule) ?? []);
}

/** Removes API keys, because the service might have echoed them. */
function hideKeys(outcome: Outcome, { key, denied }: SuiteOptions): Outcome {
  if (outcome.came === undefined) return outcome;
  let came = outcome.came;
  for (const secret of [key, denied?.key]) if (secret) came = came.replaceAll(secret, '<key>');
  return { ...outcome, came };
}
