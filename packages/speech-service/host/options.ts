import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { planSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { DECISIONS } from '../common/decisions.ts';
import { LOG_LEVELS } from '../common/log.ts';
import { isLoopback } from '../common/loopback.ts';
import { WEBHOOK_REACHES } from '../webhooks/webhook-reach.ts';

const KEPT_HOURS = DECISIONS.keptSeconds / 3600;

export const USAGE = `Usage: lectern-speech-service --data DIR [options]
  --data DIR            the data folder
  --port N              the port to listen on; a free one unless given
  --host ADDRESS        the address to listen on; 127.0.0.1 unless given
  --plan PLAN           hacker, startup, growth or enterprise (no limits), which it is unless given
  --json                print address, key and user as one JSON object
  --speed-factor N      how long a job pretends to take, in lengths of its audio; 0 (no longer than it does) unless given
  --speech-config FILE  voices from elsewhere: which servers and programs speak, and as whom
  --engine-ports N,N    ports of this machine at which the window looks for engines; the usual ones unless given
  --keep-hours N        how long results are kept; ${KEPT_HOURS} unless given
  --webhooks REACH      which addresses are called: loopback (unless given), any or none
  --attached            stop when no client holds GET /internal/attach any more
  --grace-ms N          how long after the last one has gone, in milliseconds; 2000 unless given
  --speech silent       audio that costs nothing, for measurements
  --log LEVEL           silent, error, warn or info, which it is unless given
  --log-file FILE       a file for the log and for what kept the service from starting; stderr unless given
`;

/** Invalid command-line usage. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses a plain decimal number; rejects `1e3`, `0x10` and empty strings. */
const numeral = (says: string) =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, says)
    .transform(Number);

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const filled = z.string().min(1, 'is empty');

const schema = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .pipe(z.int().max(65_535, 'must be a whole number from 0 to 65535'))
    .default(0),
  host: filled.default('127.0.0.1'),
  data: filled.optional(),
  plan: oneOf(planSchema.options).optional(),
  json: z.boolean().default(false),
  /** Minimum job duration as a multiple of its audio length. */
  'speed-factor': numeral('must be a number, 0 or more').default(0),
  'speech-config': filled.optional(),
  'engine-ports': z
    .string()
    .regex(/^\d{1,5}(,\d{1,5}){0,19}$/, 'must be up to 20 ports with commas between them')
    .transform((ports) => ports.split(',').map(Number))
    .refine((ports) => ports.every((port) => port > 0 && port < 65_536), 'must be ports from 1 to 65535')
    .optional(),
  /** Retention of finished batches and their audio, in hours. */
  'keep-hours': numeral('must be a number above 0')
    .refine((hours) => hours > 0, 'must be a number above 0')
    .default(KEPT_HOURS),
  webhooks: oneOf(WEBHOOK_REACHES).default('loopback'),
  attached: z.boolean().default(false),
  speech: oneOf(['espeak', 'silent']).default('espeak'),
  log: oneOf(LOG_LEVELS).default('info'),
  'log-file': filled.optional(),
  help: z.boolean().default(false),
  'grace-ms': numeral('must be a number of milliseconds, 0 or more').default(2000),
});

type Paths = 'data' | 'log-file' | 'speech-config';

export type HostOptions = Omit<z.infer<typeof schema>, Paths> & {
  readonly data: string;
  readonly 'log-file': string | undefined;
  readonly 'speech-config': string | undefined;
};

const FLAGS: readonly string[] = ['json', 'attached', 'help'];

/** @throws UsageError */
export function hostOptions(args: readonly string[]): HostOptions {
  let values: Record<string, unknown>;
  try {
    const options = Object.keys(schema.shape).map((name) => [
      name,
      { type: FLAGS.includes(name) ? ('boolean' as const) : ('string' as const) },
    ]);
    values = parseArgs({ args: [...args], options: Object.fromEntries(options) }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`--${String(issue?.path[0])} is wrong: it ${issue?.message}.`);
  }
  const { data, 'log-file': logFile, 'speech-config': speechConfig } = parsed.data;
  // There is no default, so that the service never uses the application's folder by accident.
  if (data === undefined && !parsed.data.help) throw new UsageError('--data is missing: name the data folder.');
  return {
    ...parsed.data,
    data: resolve(data ?? '.'),
    'log-file': logFile === undefined ? undefined : resolve(logFile),
    'speech-config': speechConfig === undefined ? undefined : resolve(speechConfig),
  };
}

/**
 * Returns a warning if the service is reachable from other machines.
 *
 * @param host the name or IP address to listen on
 */
export function exposureWarning(host: string): string | undefined {
  if (/^localhost\.?$/i.test(host) || isLoopback(host)) return undefined;
  return (
    `Warning: other machines can reach the service at ${host}, and it has no TLS: keys, texts and audio cross the ` +
    'network unencrypted. Use it on trusted networks only, or behind a proxy that has TLS.'
  );
}
