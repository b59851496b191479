import { parseArgs } from 'node:util';
import { PLANS, type Plan, planSchema } from '@lectern/tts-protocol';

export const USAGE = `Usage: npm run conformance -- --base-url URL [--key KEY --user USER] [options]

Checks a text-to-speech service against its interface, rule by rule.

  --base-url URL         the service's base address
  --key, --user          the account; else LECTERN_API_KEY and LECTERN_USER_ID of the environment, which keeps the key
                         out of the shell's history and of npm's own output
  --plan PLAN            ${PLANS.join(' | ')}: checks that plan's limits, too
  --fresh                the account has not been used for a minute: limits are counted without another try
  --denied-key, --denied-user
                         an account whose plan has no access (LECTERN_DENIED_API_KEY, LECTERN_DENIED_USER_ID)
  --voice, --voice-2     voice identifiers to speak with, of voices that sound different; else of the listing
  --only RULE…           only these rules: an id, or the beginning of ids (batch.created.201 child.)
  --slow                 also what takes minutes: recovery after 429, pings, limits that need a minute of their own
  --timeout SECONDS      how long a job may take, 60 unless given
  --json                 one JSON object a row
  --list                 the rules, without running them

Exit status: 0 every rule tested holds, 1 a rule failed, 2 wrong use.
`;

export interface Account {
  readonly key: string;
  readonly user: string;
}

export interface SuiteOptions extends Account {
  readonly baseUrl: URL;
  readonly plan?: Plan | undefined;
  /** Whether this account has made no requests in the minute before the run. */
  readonly fresh: boolean;
  readonly denied?: Account | undefined;
  readonly voice?: string | undefined;
  readonly voice2?: string | undefined;
  /** IDs of the rules to run, or prefixes of IDs; empty for all rules. */
  readonly only: readonly string[];
  readonly slow: boolean;
  readonly timeoutSeconds: number;
}

export interface CommandLine {
  readonly suite: SuiteOptions;
  readonly json: boolean;
}

/** Thrown for invalid arguments. The message says what is wrong and how to fix it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  user: { type: 'string' },
  plan: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  'denied-key': { type: 'string' },
  'denied-user': { type: 'string' },
  voice: { type: 'string' },
  'voice-2': { type: 'string' },
  only: { type: 'string', multiple: true },
  slow: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parseOptions(args: readonly string[]) {
  try {
    // Allow positional arguments, because `--only` can be followed by several rules.
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}`);
  }
}

function parseBaseUrl(text: string | undefined): URL {
  if (text === undefined) throw new UsageError('--base-url is missing: give the address of the service.');
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new UsageError('--base-url must be an http or https address.');
  }
  return new URL(text);
}

function makeAccount(key: string | undefined, user: string | undefined): Account | undefined {
  return key && user ? { key, user } : undefined;
}

/**
 * Parses the command line.
 * @param args arguments, without the program
 * @param environment the environment variables that contain the accounts
 * @returns what to run, or `help` or `list`
 * @throws {UsageError}
 */
export function parseSuiteArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine | 'help' | 'list' {
  const { values, positionals } = parseOptions(args);
  if (values.help) return 'help';
  if (values.list) return 'list';
  if (positionals.length > 0 && !values.only) throw new UsageError(`"${positionals[0]}" is no option.`);
  const own = makeAccount(values.key ?? environment['LECTERN_API_KEY'], values.user ?? environment['LECTERN_USER_ID']);
  if (!own) {
    throw new UsageError(
      'The account is missing: give --key and --user, or set LECTERN_API_KEY and LECTERN_USER_ID in the environment.',
    );
  }
  const plan = planSchema.optional().safeParse(values.plan);
  if (!plan.success) throw new UsageError(`--plan must be one of ${PLANS.join(', ')}.`);
  const timeoutSeconds = Number(values.timeout);
  if (!(timeoutSeconds > 0)) throw new UsageError('--timeout must be a number of seconds above 0.');
  return {
    json: values.json,
    suite: {
      ...own,
      baseUrl: parseBaseUrl(values['base-url']),
      plan: plan.data,
      fresh: values.fresh,
      denied: makeAccount(
        values['denied-key'] ?? environment['LECTERN_DENIED_API_KEY'],
        values['denied-user'] ?? environment['LECTERN_DENIED_USER_ID'],
      ),
      voice: values.voice,
      voice2: values['voice-2'],
      only: [...(values.only ?? []), ...positionals],
      slow: values.slow,
      timeoutSeconds,
    },
  };
}
