// The processes of a service on several machines: nodes that answer clients, workers that speak, and the setup of their
// database.
import { resolve } from 'node:path';
import { Command } from 'commander';
import { gatewayEntry, sharedServiceEntry } from '../../compose.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty, portNumber, wholeNumber } from '../options.ts';
import { readServiceProcess, runServiceProcess } from '../run-service.ts';
import { t } from '../words.ts';

/** The environment variable for the database’s URL, which can contain a password. */
export const DATABASE_VARIABLE = 'LECTERN_DATABASE_URL';

interface WorkerCommandOptions {
  readonly database?: string;
  readonly storage: string;
  readonly speechConfig?: string;
  readonly packs?: string;
  readonly upstream?: string;
  readonly drainSeconds?: number;
  readonly healthPort?: number;
  readonly healthHost?: string;
}

interface MigrateCommandOptions {
  readonly database?: string;
  readonly json: boolean;
}

export function workerCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('worker')
    .description(t('command.worker'))
    .option('--database <url>', t('option.database'), nonEmpty)
    .requiredOption('--storage <dir>', t('option.storage'), nonEmpty)
    .option('--speech-config <file>', t('option.speechConfig'), nonEmpty)
    .option('--packs <dir>', t('option.packs'), nonEmpty)
    .option('--upstream <file>', t('option.upstream'), nonEmpty)
    .option('--drain-seconds <n>', t('option.drainSeconds'), wholeNumber)
    .option('--health-port <n>', t('option.healthPort'), portNumber)
    .option('--health-host <address>', t('option.healthHost'), nonEmpty)
    .action(async ({ storage, speechConfig, packs, upstream, ...options }: WorkerCommandOptions) => {
      const { database, drainSeconds } = options;
      const health = { 'health-port': options.healthPort, 'health-host': options.healthHost };
      if (upstream !== undefined && (speechConfig ?? packs ?? drainSeconds) !== undefined)
        throw new CliError(t('error.upstreamAlone'), EXIT.usage);
      finish(
        upstream === undefined
          ? await runSharedProcess('worker', {
              database,
              storage,
              'speech-config': speechConfig && resolve(speechConfig),
              packs: packs && resolve(packs),
              'drain-seconds': drainSeconds,
              ...health,
            })
          : await runSharedProcess('gateway', { database, storage, upstream: resolve(upstream), ...health }),
      );
    });
}

export function migrateCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('migrate')
    .description(t('command.migrate'))
    .option('--database <url>', t('option.database'), nonEmpty)
    .option('--json', t('option.jsonAccount'), false)
    .action(async ({ json, database }: MigrateCommandOptions) =>
      finish(await runSharedProcess('migrate', { database, json })),
    );
}

/** An empty variable counts as unset. */
export const databaseOf = ({ database }: { readonly database?: unknown }): unknown =>
  database ?? (process.env[DATABASE_VARIABLE] || undefined);

type OptionValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

function processArguments(command: string, options: OptionValues): string[] {
  // The packaged application contains only the service for a single machine.
  if (process.versions['electron'] !== undefined) throw new CliError(t('error.sharedServicePackaged'));
  if (databaseOf(options) === undefined)
    throw new CliError(t('error.databaseMissing', { variable: DATABASE_VARIABLE }));
  const args = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    return [value].flat().map((one) => `--${name}=${one}`);
  });
  return command === 'gateway' ? [gatewayEntry(), ...args] : [sharedServiceEntry(), command, ...args];
}

/** Runs a process until it ends. It validates the options, and stops when this process stops. */
export async function runSharedProcess(
  command: 'serve' | 'worker' | 'gateway' | 'migrate',
  options: OptionValues,
): Promise<ExitStatus> {
  const code = await runServiceProcess(process.execPath, processArguments(command, options));
  if (code === 0) return EXIT.done;
  return code === EXIT.usage ? EXIT.usage : EXIT.incomplete;
}

/** Runs a process that prints results, one per line. Returns its exit code. */
export const readSharedProcess = (
  command: `accounts-${string}`,
  options: OptionValues,
  onLine: (line: string) => void,
): Promise<number | null> => readServiceProcess(process.execPath, processArguments(command, options), onLine);
