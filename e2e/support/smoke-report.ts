// The smoke test's report: which steps passed, failed or couldn't be tried, and why.

export type Outcome = 'passed' | 'failed' | 'skipped';

export interface StepResult {
  readonly name: string;
  readonly outcome: Outcome;
  /** A remark if the step passed, its error if it failed, or the reason why it was skipped. */
  readonly remark: string;
  readonly seconds: number;
}

/** Thrown by a step that can't be tried on this machine. */
export class SkippedError extends Error {}

/** Thrown by a failed step if no later step can be tried. */
export class FatalError extends Error {}

export interface SmokeStep {
  readonly name: string;
  /** Returns a remark. */
  readonly run: () => Promise<string>;
}

/** Runs the steps in order. After a fatal error, the others are skipped. @param limitMs time limit of each step */
export async function runSteps(
  steps: readonly SmokeStep[],
  limitMs: number,
  show: (result: StepResult) => void,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  let fatal: string | null = null;
  for (const { name, run } of steps) {
    const startedAt = performance.now();
    const result: Pick<StepResult, 'outcome' | 'remark'> =
      fatal === null ? await attempt(run, limitMs) : { outcome: 'skipped', remark: `needs “${fatal}”` };
    if ('isFatal' in result) fatal = name;
    const seconds = (performance.now() - startedAt) / 1000;
    results.push({ name, outcome: result.outcome, remark: result.remark, seconds });
    show(results.at(-1) as StepResult);
  }
  return results;
}

interface Attempt extends Pick<StepResult, 'outcome' | 'remark'> {
  readonly isFatal?: true;
}

async function attempt(run: () => Promise<string>, limitMs: number): Promise<Attempt> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not done after ${limitMs / 1000} s`)), limitMs);
  try {
    return { outcome: 'passed', remark: await Promise.race([run(), late.promise]) };
  } catch (error) {
    const remark = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (error instanceof SkippedError) return { outcome: 'skipped', remark };
    return { outcome: 'failed', remark, ...(error instanceof FatalError && { isFatal: true }) };
  } finally {
    clearTimeout(timer);
  }
}

const SIGNS: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', skipped: '–' };

export const resultRow = ({ name, outcome, remark, seconds }: StepResult): string =>
  `${SIGNS[outcome]} ${name} (${seconds.toFixed(1)} s)${remark === '' ? '' : `: ${remark}`}`;

/** Formats the report as Markdown, to be pasted into an issue. */
export function formatReport(facts: Readonly<Record<string, string>>, results: readonly StepResult[]): string {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [
    '# Smoke test',
    '',
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    `- result: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    '',
    '| step | result | remark |',
    '|---|---|---|',
    ...results.map(({ name, outcome, remark }) => `| ${cell(name)} | ${outcome} | ${cell(remark)} |`),
    '',
  ].join('\n');
}
