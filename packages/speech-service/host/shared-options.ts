import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DECISIONS } from '../common/decisions.ts';
import { LOG_LEVELS } from '../common/log.ts';
import { WEBHOOK_REACHES } from '../webhooks/webhook-reach.ts';
import { accountSchemas } from './account-options.ts';
import { databaseUrl, oneOf, path, wholeNumber } from './option-values.ts';
import { UsageError } from './options.ts';
import { resolveStorage } from './shared-storage.ts';

const DEFAULT_KEEP_HOURS = DECISIONS.keptSeconds / 3600;
/** Environment variable for the database URL, which can contain a password. */
const DATABASE_VARIABLE = 'LECTERN_DATABASE_URL';

export const SHARED_USAGE = `Usage:
  migrate --database URL [--json]     create or update the tables; prints a key if there is no account yet
  serve --database URL --storage PLACE  answer clients
  worker --database URL --storage PLACE  render jobs
  accounts-add --name NAME --plan PLAN  add an account, and print its key
  accounts-change --user USER           change an account's plan, limits or quota
  accounts-list                         list the accounts
  accounts-revoke --user USER           revoke an account, or replace its key (--new-key)
  accounts-usage                        report usage per month, or list jobs (--jobs)

  --database URL        PostgreSQL: postgres://USER:PASSWORD@HOST/NAME (default: $${DATABASE_VARIABLE})
  --storage PLACE       audio files that all processes share: a folder or s3://BUCKET/PREFIX
  --log LEVEL           silent, error, warn or info (default: info)
  --log-file FILE       where to write the log (default: stderr)
  --drain-seconds N     how long to keep working after SIGTERM (default: 0 for serve, 30 for worker)
  --health-port N       serve GET /health, /ready and /metrics on this port, without credentials
  --health-host ADDRESS the address of that port (default: 127.0.0.1)

serve:
  --port N, --host ADDRESS
  --public-address URL  the load balancer's address: the start of all URLs, and an accepted host
  --keep-hours N        how long results are kept (default: ${DEFAULT_KEEP_HOURS})
  --webhooks REACH      which addresses webhooks may have: loopback, any or none (default: loopback)
  --json                print the address as a JSON object

worker:
  --speech-config FILE  other speech engines
  --packs DIR           voice packs
  --speech silent       render silence, to measure everything except speech

accounts-…: print a JSON object per line
  --name NAME, --plan PLAN, --monthly-characters N
  --limit SCOPE=REQUESTS/CHARACTERS  overrides a limit of the plan, both per minute or "none"; repeatable
  --user USER, --month YYYY-MM, --jobs, --new-key
`;

const common = {
  database: databaseUrl.optional(),
  log: oneOf(LOG_LEVELS).default('info'),
  'log-file': path.optional(),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
};
const drainSeconds = wholeNumber('must be a whole number of seconds, at most 86400', 86_400);
const running = {
  ...common,
  'health-port': wholeNumber('must be a whole number from 0 to 65535', 65_535).optional(),
  'health-host': z.string().min(1, 'is empty').default('127.0.0.1'),
  storage: z
    .string()
    .min(1, 'is empty')
    .transform((given) => resolveStorage(given))
    .optional(),
};
const speech = oneOf(['espeak', 'silent']).default('espeak');

const schemas = {
  ...accountSchemas,
  migrate: z.object(common),
  serve: z.object({
    ...running,
    speech,
    port: wholeNumber('must be a whole number from 0 to 65535', 65_535).default(0),
    host: z.string().min(1, 'is empty').default('127.0.0.1'),
    'public-address': z
      .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
      .transform((address) => new URL(address))
      .refine(({ search, hash, username }) => `${search}${hash}${username}` === '', 'must end with its host or path')
      .transform(({ origin, pathname }) => `${origin}${pathname.replace(/\/$/, '')}`)
      .optional(),
    'keep-hours': wholeNumber('must be a whole number of hours', 1_000_000)
      .refine((hours) => hours > 0, 'must be above 0')
      .default(DEFAULT_KEEP_HOURS),
    webhooks: oneOf(WEBHOOK_REACHES).default('loopback'),
    'drain-seconds': drainSeconds.default(0),
  }),
  worker: z.object({
    ...running,
    speech,
    'speech-config': path.optional(),
    packs: path.optional(),
    'drain-seconds': drainSeconds.default(30),
  }),
  gateway: z.object({
    ...running,
    upstream: path,
  }),
};

const FLAGS: readonly string[] = ['json', 'help', 'jobs', 'new-key'];
const LISTS: readonly string[] = ['limit'];

type SharedCommand = keyof typeof schemas;
type Given<Name extends SharedCommand> = z.infer<(typeof schemas)[Name]>;
type WithDatabase<T> = Omit<T, 'database'> & { readonly database: string };
type WithStorage<T> = WithDatabase<Omit<T, 'storage'>> & { readonly storage: string };

export type NodeOptions = WithStorage<Given<'serve'>>;
export type WorkerOptions = WithStorage<Given<'worker'>>;
export type GatewayOptions = WithStorage<Given<'gateway'>>;
type AccountCommandOf<Name extends keyof typeof accountSchemas> = {
  readonly command: Name;
  readonly options: WithDatabase<Given<Name>>;
};
export type NewAccountOptions = WithDatabase<Given<'accounts-add'>>;
export type AccountCommand =
  | AccountCommandOf<'accounts-add'>
  | AccountCommandOf<'accounts-change'>
  | AccountCommandOf<'accounts-list'>
  | AccountCommandOf<'accounts-revoke'>
  | AccountCommandOf<'accounts-usage'>;
export type SharedOptions =
  | AccountCommand
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
      { type: FLAGS.includes(name) ? ('boolean' as const) : ('string' as const), multiple: LISTS.includes(name) },
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
  // The schema was chosen by the same name, but the compiler can't infer this.
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
    throw new UsageError('--storage is missing: specify the folder or bucket for audio files.');
  return { ...withDatabase(options, environment), storage: options.storage };
}

/** @throws UsageError */
export const parseGatewayOptions = (args: readonly string[], environment: NodeJS.ProcessEnv): GatewayOptions =>
  withStorage(parse('gateway', args), environment);

/** @throws UsageError */
export function parseSharedOptions(args: readonly string[], environment: NodeJS.ProcessEnv): SharedOptions {
  const [command, ...rest] = args;
  if (command === '--help' || rest.includes('--help')) return { command: 'help' };
  switch (command) {
    case 'migrate':
      return { command, options: withDatabase(parse(command, rest), environment) };
    case 'serve':
      return { command, options: withStorage(parse(command, rest), environment) };
    case 'worker':
      return { command, options: withStorage(parse(command, rest), environment) };
    case 'accounts-add':
      return { command, options: withDatabase(parse(command, rest), environment) };
    case 'accounts-change':
      return { command, options: withDatabase(parse(command, rest), environment) };
    case 'accounts-list':
      return { command, options: withDatabase(parse(command, rest), environment) };
    case 'accounts-revoke':
      return { command, options: withDatabase(parse(command, rest), environment) };
    case 'accounts-usage':
      return { command, options: withDatabase(parse(command, rest), environment) };
    default:
      throw new UsageError('Specify a command: migrate, serve, worker or accounts-….');
  }
}
