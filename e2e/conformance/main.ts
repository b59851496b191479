// `npm run conformance -- --base-url URL`: checks whether a text-to-speech service conforms to its interface.
import { parseSuiteArguments, USAGE, UsageError } from './options.ts';
import { RULES } from './rules.ts';
import { type Outcome, runSuite } from './suite.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const OUTCOME_LABELS = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

function row({ rule, outcome, came }: Outcome): string {
  const told = outcome === 'failed' ? `; came ${came}` : outcome === 'skipped' ? `; not tested: ${came}` : '';
  return `${OUTCOME_LABELS[outcome].padEnd(7)} ${rule.id} [${rule.section}] expected ${rule.expected}${told}`.replace(
    /[\r\n]+/g,
    ' ',
  );
}

async function main(): Promise<number> {
  const command = parseSuiteArguments(process.argv.slice(2), process.env);
  if (command === 'help') say(USAGE);
  if (command === 'list') for (const { id, section, expected } of RULES) say(`${id} [${section}] ${expected}`);
  if (typeof command === 'string') return 0;
  const outcomes = await runSuite(command.suite, (outcome) => {
    const { rule, came } = outcome;
    const fields = { rule: rule.id, outcome: outcome.outcome, section: rule.section, expected: rule.expected, came };
    say(command.json ? JSON.stringify(fields) : row(outcome));
  });
  const count = (kind: Outcome['outcome']): number => outcomes.filter(({ outcome }) => outcome === kind).length;
  const [passed, failed, skipped] = [count('ok'), count('failed'), count('skipped')];
  if (command.json) say(JSON.stringify({ passed, failed, skipped }));
  else {
    if (skipped > 0) say(`${skipped} skipped`);
    say(`${passed} passed, ${failed} failed`);
  }
  return failed > 0 ? 1 : 0;
}

// Exit quietly if the reader of stdout stops early, as `head` does.
process.stdout.on('error', () => process.exit(1));

// A shared promise can reject before any rule awaits it. Every rule that awaits it reports the error itself.
process.on('unhandledRejection', () => undefined);

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
