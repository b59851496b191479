// What the service is started with.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { planSchema } from '../../shared/service/plans.ts';
import { LOG_LEVELS } from './log.ts';

export const USAGE = `Usage: node service/main.ts --data DIR [options]
  --data DIR        the data folder
  --port N          the port to listen on; a free one unless given
  --host ADDRESS    the address to listen on; 127.0.0.1 unless given
  --plan PLAN       hacker, startup, growth or enterprise (no limits), which it is unless given
  --json            print address, key, user and plan as one JSON object
  --attached        stop when nobody holds GET /internal/attach any more
  --grace-ms N      how long after the last one has gone, in milliseconds; 2000 unless given
  --speech silent   audio that costs nothing, for measurements
  --log LEVEL       silent, error, warn or info, which it is unless given
  --log-file FILE   a file for the log and for what kept the service from starting; stderr unless given
`;

/** Wrong use. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const schema = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().max(65_535))
    .default(0),
  host: z.string().min(1).default('127.0.0.1'),
  data: z.string().min(1).optional(),
  plan: planSchema.optional(),
  json: z.boolean().default(false),
  attached: z.boolean().default(false),
  speech: z.enum(['espeak', 'silent']).default('espeak'),
  log: z.enum(LOG_LEVELS).default('info'),
  'log-file': z.string().min(1).optional(),
  help: z.boolean().default(false),
  'grace-ms': z.coerce.number().min(0).default(2000),
});

export type HostOptions = Omit<z.infer<typeof schema>, 'data' | 'log-file'> & {
  readonly data: string;
  readonly 'log-file': string | undefined;
};

/** @throws UsageError */
export function hostOptions(args: readonly string[]): HostOptions {
  let values: Record<string, unknown>;
  try {
    values = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        plan: { type: 'string' },
        json: { type: 'boolean' },
        attached: { type: 'boolean' },
        speech: { type: 'string' },
        log: { type: 'string' },
        'log-file': { type: 'string' },
        help: { type: 'boolean' },
        'grace-ms': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`--${String(issue?.path[0])} is wrong (${issue?.message}).`);
  }
  const { data, 'log-file': logFile } = parsed.data;
  // Where data is kept is for whoever starts the service to say: only one side may know the application's folder.
  if (data === undefined && !parsed.data.help) throw new UsageError('--data is missing: name the data folder.');
  return {
    ...parsed.data,
    data: resolve(data ?? '.'),
    'log-file': logFile === undefined ? undefined : resolve(logFile),
  };
}
