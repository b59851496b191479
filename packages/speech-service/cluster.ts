// The processes of a service on several machines. `main.ts` is the service on a single one, which doesn't load this.
import { appendFileSync } from 'node:fs';
import { packageVersion } from '../../node/package-version.ts';
import { createLogger, type Logger, stackFrames } from './common/log.ts';
import { addFirstAccount, runAccountCommand } from './host/account-commands.ts';
import { exposureWarning, UsageError } from './host/options.ts';
import type { RunningProcess } from './host/shared-node.ts';
import { parseSharedOptions, SHARED_USAGE, type SharedOptions } from './host/shared-options.ts';
import { StoreUnavailableError } from './ports/objects.ts';
import { openPool } from './postgres/connection.ts';
import { migrate, SchemaError } from './postgres/migrate.ts';
import { StorageAddressError } from './s3/s3-address.ts';

const EXIT_CODES = { good: 0, failed: 1, wrongUse: 2 } as const;

function openLog({
  log,
  'log-file': file,
}: {
  readonly log: Parameters<typeof createLogger>[0];
  readonly 'log-file'?: string | undefined;
}): Logger {
  return createLogger(log, (row) => {
    if (file === undefined) process.stderr.write(row);
    else appendFileSync(file, row, { mode: 0o600 });
  });
}

function keepRunning(start: (log: Logger) => Promise<RunningProcess>, log: Logger): Promise<RunningProcess> {
  process.on('uncaughtExceptionMonitor', (error) => {
    log.error({ name: error.name, where: stackFrames(error) }, 'the process failed');
  });
  const starting = start(log);
  let isStopping = false;
  const stop = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'the process stops');
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(EXIT_CODES.good),
        () => process.exit(EXIT_CODES.failed),
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
  process.on('disconnect', () => stop('its parent has gone'));
  process.channel?.unref();
  return starting;
}

/** Sets up the database. If it has no account yet, creates one and prints its key, which isn't stored. */
async function runMigration({
  database,
  json,
}: Extract<SharedOptions, { command: 'migrate' }>['options']): Promise<void> {
  await migrate(database);
  const pool = openPool(database, 1);
  try {
    const account = await addFirstAccount(pool);
    if (json) process.stdout.write(`${JSON.stringify(account ?? {})}\n`);
    else {
      process.stdout.write('The database is ready.\n');
      if (account !== undefined) process.stdout.write(`key: ${account.key}\nuser: ${account.user}\n`);
    }
  } finally {
    await pool.end();
  }
}

function printNode({ address, health }: RunningProcess, isJson: boolean): void {
  process.stdout.write(isJson ? `${JSON.stringify({ address, health })}\n` : `address: ${address}\n`);
}

/** Imports only what the command needs, because loading the rest takes longer than most commands. */
async function main(): Promise<void> {
  process.umask(0o077);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const parsed = parseSharedOptions(process.argv.slice(2), process.env);
  switch (parsed.command) {
    case 'help':
      process.stdout.write(SHARED_USAGE);
      return;
    case 'migrate':
      await runMigration(parsed.options);
      return;
    case 'accounts-add':
    case 'accounts-change':
    case 'accounts-list':
    case 'accounts-revoke':
    case 'accounts-usage':
      await runAccountCommand(parsed, (line) => void process.stdout.write(line));
      return;
    case 'serve': {
      const { options } = parsed;
      const exposure = exposureWarning(options.host);
      if (exposure !== undefined) process.stderr.write(`${exposure}\n`);
      const { startNode } = await import('./host/shared-node.ts');
      const node = await keepRunning((log) => startNode(options, packageVersion(), log), openLog(options));
      printNode(node, options.json);
      return;
    }
    case 'worker': {
      const { options } = parsed;
      const { startWorker } = await import('./host/shared-worker.ts');
      const { health } = await keepRunning((log) => startWorker(options, log), openLog(options));
      process.stdout.write(options.json ? `${JSON.stringify({ ready: true, health })}\n` : 'The worker is ready.\n');
    }
  }
}

function describe(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n${SHARED_USAGE}`;
  if (error instanceof SchemaError || error instanceof StorageAddressError || error instanceof StoreUnavailableError) {
    return error.message;
  }
  if (error instanceof AggregateError || (error instanceof Error && 'code' in error)) {
    const code = 'code' in error ? String(error.code) : 'unknown';
    return `The database or the storage can’t be used (${code}): ${error.message || 'check --database and --storage'}`;
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(error instanceof UsageError ? EXIT_CODES.wrongUse : EXIT_CODES.failed);
}
