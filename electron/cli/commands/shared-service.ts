// The processes of a service on several machines: nodes that answer clients, workers that speak, and the setup of their
// database.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';
import { gatewayEntry, sharedServiceEntry } from '../../compose.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty, wholeNumber } from '../options.ts';
import { t } from '../words.ts';

interface WorkerCommandOptions {
  readonly database?: string;
  readonly storage: string;
  readonly speechConfig?: string;
  readonly packs?: string;
  readonly upstream?: string;
  readonly drainSeconds?: number;
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
    .action(async ({ storage, speechConfig, packs, upstream, ...options }: WorkerCommandOptions) => {
      if (upstream !== undefined && (speechConfig ?? packs) !== undefined)
        throw new CliError(t('error.upstreamAlone'), EXIT.usage);
      const common = { database: options.database, storage, 'drain-seconds': options.drainSeconds };
      finish(
        upstream === undefined
          ? await runSharedProcess('worker', {
              ...common,
              'speech-config': speechConfig && resolve(speechConfig),
              packs: packs && resolve(packs),
            })
          : await runSharedProcess('gateway', { ...common, upstream: resolve(upstream) }),
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

/** Runs a process until it ends. It validates the options, and stops when this process stops. */
export async function runSharedProcess(
  command: 'serve' | 'worker' | 'migrate' | 'gateway',
  options: Readonly<Record<string, string | number | boolean | undefined>>,
): Promise<ExitStatus> {
  // The packaged application contains only the service for a single machine.
  if (process.versions['electron'] !== undefined) throw new CliError(t('error.sharedServicePackaged'));
  const args = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? `--${name}` : `--${name}=${value}`];
  });
  // The IPC channel carries no messages. When this process ends, the channel closes and the child stops.
  const program = command === 'gateway' ? [gatewayEntry()] : [sharedServiceEntry(), command];
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: childEnvironment(process.env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code === 0) return EXIT.done;
  return code === EXIT.usage ? EXIT.usage : EXIT.incomplete;
}
