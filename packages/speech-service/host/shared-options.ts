import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DECISIONS } from '../common/decisions.ts';
import { LOG_LEVELS } from '../common/log.ts';
import { WEBHOOK_REACHES } from '../webhooks/webhook-reach.ts';
import { UsageError } from './options.ts';
import { resolveStorage } from './shared-storage.ts';

const DEFAULT_KEEP_HOURS = DECISIONS.keptSeconds / 3600;
/** The environment variable for the database's URL, which can contain a password. */
const DATABASE_VARIABLE = 'LECTERN_DATABASE_URL';

export const SHARED_USAGE = `Usage:
  migrate --database URL [--json]     create or update the tables; prints a key if there is no account yet
  serve --database URL --storage PLACE  answer clients
  worker --database URL --storage PLACE  speak jobs

  --database URL        PostgreSQL: postgres://USER:PASSWORD@HOST/NAME (default: $${DATABASE_VARIABLE})
  --storage PLACE       where audio files are, for all processes: a folder or s3://BUCKET/PREFIX
  --log LEVEL           silent, error, warn or info (default: info)
  --log-file FILE       where to write the log (default: stderr)
  --drain-seconds N     how long to go on when asked to stop (default: 0 for serve, 30 for worker)

serve:
  --port N, --host ADDRESS
  --public-address URL  the address of the load balancer, for webhooks and as an accepted host
  --keep-hours N        how long results are kept (default: ${DEFAULT_KEEP_HOURS})
  --webhooks REACH      which addresses webhooks may have: loopback, any or none (default: loopback)
  --json                print the address as a JSON object

worker:
  --speech-config FILE  other speech engines
  --packs DIR           voice packs
  --speech silent       return silence for every job, to measure everything else
`;

const number = (requirement: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, requirement)
    .transform(Number)
    .refine((value) => value <= most, requirement);
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const path = z
  .string()
  .min(1, 'is empty')
  .transform((given) => resolve(given));

const databaseUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'must start with postgres://');

const common = {
  database: databaseUrl.optional(),
  log: oneOf(LOG_LEVELS).default('info'),
  'log-file': path.optional(),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
};
const drainSeconds = number('must be a whole number of seconds, at most 86400', 86_400);
const speaking = {
  storage: z
    .string()
    .min(1, 'is empty')
    .transform((given) => resolveStorage(given))
    .optional(),
  speech: oneOf(['espeak', 'silent']).default('espeak'),
};

const schemas = {
  migrate: z.object(common),
  serve: z.object({
    ...common,
    ...speaking,
    port: number('must be a whole number from 0 to 65535', 65_535).default(0),
    host: z.string().min(1, 'is empty').default('127.0.0.1'),
    'public-address': z
      .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
      .optional(),
    'keep-hours': number('must be a whole number of hours', 1_000_000)
      .refine((hours) => hours > 0, 'must be above 0')
      .default(DEFAULT_KEEP_HOURS),
    webhooks: oneOf(WEBHOOK_REACHES).default('loopback'),
    'drain-seconds': drainSeconds.default(0),
  }),
  worker: z.object({
    ...common,
    ...speaking,
    'speech-config': path.optional(),
    packs: path.optional(),
    'drain-seconds': drainSeconds.default(30),
  }),
  gateway: z.object({
    ...common,
    storage: speaking.storage,
    upstream: path,
    'drain-seconds': drainSeconds.default(30),
  }),
};

type SharedCommand = keyof typeof schemas;
type Given<Name extends SharedCommand> = z.infer<(typeof schemas)[Name]>;
type WithDatabase<T> = Omit<T, 'database'> & { readonly database: string };
type WithStorage<T> = WithDatabase<Omit<T, 'storage'>> & { readonly storage: string };

export type NodeOptions = WithStorage<Given<'serve'>>;
export type WorkerOptions = WithStorage<Given<'worker'>>;
export type GatewayOptions = WithStorage<Given<'gateway'>>;
export type SharedOptions =
  | { readonly command: 'help' }
  | { readonly command: 'migrate'; readonly options: WithDatabase<Given<'migrate'>> }
  | { readonly command: 'serve'; readonly options: NodeOptions }
  | { readonly command: 'worker'; readonly options: WorkerOptions };

function parse<Name extends SharedCommand>(command: Name, args: readonly string[]): Given<Name> {
  const schema: z.ZodObject = schemas[command];
  let values: Record<string, unknown>;
  try {
    const options = Object.keys(schema.shape).map((name) => [
      name,
      { type: name === 'json' || name === 'help' ? ('boolean' as const) : ('string' as const) },
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
  // The schema was chosen by the same name, which the compiler can't follow.
  return parsed.data as Given<Name>;
}

function withDatabase<T extends { readonly database?: string | undefined }>(
  options: T,
  environment: NodeJS.ProcessEnv,
): WithDatabase<T> {
  const database = options.database ?? environment[DATABASE_VARIABLE];
  if (database === undefined || !databaseUrl.safeParse(database).success) {
    throw new UsageError(`--database is missing: give the URL of a PostgreSQL database, or set ${DATABASE_VARIABLE}.`);
  }
  return { ...options, database };
}

function withStorage<T extends { readonly database?: string | undefined; readonly storage?: string | undefined }>(
  options: T,
  environment: NodeJS.ProcessEnv,
): WithStorage<T> {
  if (options.storage === undefined)
    throw new UsageError('--storage is missing: name the folder or bucket for audio files.');
  return { ...withDatabase(options, environment), storage: options.storage };
}

/** @throws UsageError */
export const parseGatewayOptions = (args: readonly string[], environment: NodeJS.ProcessEnv): GatewayOptions =>
  withStorage(parse('gateway', args), environment);

/** @throws UsageError */
export function parseSharedOptions(args: readonly string[], environment: NodeJS.ProcessEnv): SharedOptions {
  const [command, ...rest] = args;
  if (command === '--help' || rest.includes('--help')) return { command: 'help' };
  if (command === 'migrate') return { command, options: withDatabase(parse(command, rest), environment) };
  if (command === 'serve') return { command, options: withStorage(parse(command, rest), environment) };
  if (command === 'worker') return { command, options: withStorage(parse(command, rest), environment) };
  throw new UsageError('Name a command first: migrate, serve or worker.');
}
