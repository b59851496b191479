import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { planSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { DECISIONS } from '../common/decisions.ts';
import { LOG_LEVELS } from '../common/log.ts';
import { isLoopback } from '../common/loopback.ts';
import { WEBHOOK_REACHES } from '../webhooks/webhook-reach.ts';
import { oneOf } from './option-values.ts';

const DEFAULT_KEEP_HOURS = DECISIONS.keptSeconds / 3600;

export const USAGE = `Usage: lectern-speech-service --data DIR [options]
  --data DIR            the data folder; required
  --port N              the port to listen on (default: any free port)
  --host ADDRESS        the address to listen on (default: 127.0.0.1)
  --plan PLAN           limits to apply: hacker, startup, growth, or enterprise, which has none
                        (default: the plan in account.json, else enterprise)
  --json                print the address, key and user id as one JSON object
  --speed-factor N      minimum duration of a job, in lengths of its audio (default: 0, as fast as possible)
  --speech-config FILE  other speech engines (default: speech.json in the data folder)
  --engine-ports N,N    local ports where Settings looks for engines (default: 8880,8080,8000,5000)
  --keep-hours N        how long results are kept (default: ${DEFAULT_KEEP_HOURS})
  --webhooks REACH      which addresses webhooks may have: loopback, any or none (default: loopback)
  --attached            stop when the last client closes GET /internal/attach
  --grace-ms N          how long to wait after the last client, in milliseconds (default: 2000)
  --speech silent       return silence for every job, to measure everything else
  --log LEVEL           silent, error, warn or info (default: info)
  --log-file FILE       where to write the log, including why the service can't start (default: stderr)
  --help                show this help
`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses a plain decimal number; rejects `1e3`, `0x10` and empty strings. */
const decimal = (requirement: string) =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, requirement)
    .transform(Number);

const nonEmpty = z.string().min(1, 'is empty');

const optionsSchema = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .pipe(z.int().max(65_535, 'must be a whole number from 0 to 65535'))
    .default(0),
  host: nonEmpty.default('127.0.0.1'),
  data: nonEmpty.optional(),
  plan: oneOf(planSchema.options).optional(),
  json: z.boolean().default(false),
  'speed-factor': decimal('must be a number, 0 or more').default(0),
  'speech-config': nonEmpty.optional(),
  'engine-ports': z
    .string()
    .regex(/^\d{1,5}(,\d{1,5}){0,19}$/, 'must be up to 20 ports with commas between them')
    .transform((ports) => ports.split(',').map(Number))
    .refine((ports) => ports.every((port) => port > 0 && port < 65_536), 'must be ports from 1 to 65535')
    .optional(),
  'keep-hours': decimal('must be a number above 0')
    .refine((hours) => hours > 0, 'must be a number above 0')
    .default(DEFAULT_KEEP_HOURS),
  webhooks: oneOf(WEBHOOK_REACHES).default('loopback'),
  attached: z.boolean().default(false),
  speech: oneOf(['espeak', 'silent']).default('espeak'),
  log: oneOf(LOG_LEVELS).default('info'),
  'log-file': nonEmpty.optional(),
  help: z.boolean().default(false),
  'grace-ms': decimal('must be a number of milliseconds, 0 or more').default(2000),
});

type PathOption = 'data' | 'log-file' | 'speech-config';

export type HostOptions = Omit<z.infer<typeof optionsSchema>, PathOption> & {
  readonly data: string;
  readonly 'log-file': string | undefined;
  readonly 'speech-config': string | undefined;
};

const FLAGS: readonly string[] = ['json', 'attached', 'help'];

export function parseHostOptions(args: readonly string[]): HostOptions {
  let values: Record<string, unknown>;
  try {
    const options = Object.keys(optionsSchema.shape).map((name) => [
      name,
      { type: FLAGS.includes(name) ? ('boolean' as const) : ('string' as const) },
    ]);
    values = parseArgs({ args: [...args], options: Object.fromEntries(options) }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const parsed = optionsSchema.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`--${String(issue?.path[0])} is wrong: it ${issue?.message}.`);
  }
  const { data, 'log-file': logFile, 'speech-config': speechConfig } = parsed.data;
  // Required, so that the service never accidentally uses the application's folder.
  if (data === undefined && !parsed.data.help) throw new UsageError('--data is missing: specify the data folder.');
  return {
    ...parsed.data,
    data: resolve(data ?? '.'),
    'log-file': logFile === undefined ? undefined : resolve(logFile),
    'speech-config': speechConfig === undefined ? undefined : resolve(speechConfig),
  };
}

export function exposureWarning(host: string): string | undefined {
  if (/^localhost\.?$/i.test(host) || isLoopback(host)) return undefined;
  return (
    `Warning: other machines can reach the service at ${host}, and it has no TLS: keys, texts and audio cross the ` +
    'network unencrypted. Use it only on trusted networks, or behind a TLS proxy.'
  );
}
