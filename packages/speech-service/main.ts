import { appendFileSync } from 'node:fs';
import { packageVersion } from '../../node/package-version.ts';
import { BACKGROUND_PRIORITY, lowerPriority } from '../../node/priority.ts';
import { createLogger, stackFrames } from './common/log.ts';
import { FolderInUseError } from './host/data-folder.ts';
import { exposureWarning, type HostOptions, parseHostOptions, USAGE, UsageError } from './host/options.ts';
import { describeStartError, type RunningService, startService } from './host/run.ts';

const EXIT_CODES = { good: 0, failed: 1, wrongUse: 2, folderTaken: 3 } as const;

function printAddress({ address, account, setAside }: RunningService, isJson: boolean): void {
  const { key, userId: user } = account;
  const aside = setAside === null ? {} : { damaged_database: setAside };
  const rows = isJson
    ? JSON.stringify({ address, key, user, ...aside })
    : `address: ${address}\nkey: ${key}\nuser: ${user}`;
  process.stdout.write(`${rows}\n`);
  if (setAside === null || isJson) return;
  process.stderr.write(
    `The service's database could not be read. A new one was begun; jobs that were accepted before are lost. The old file is ${setAside}.\n`,
  );
}

/** Set as early as possible, because error messages use it. */
let dataFolder: string | null = null;

let writeRow = (row: string): void => {
  process.stderr.write(row);
};

function redirectLog(path: string): void {
  writeRow = (row) => {
    try {
      appendFileSync(path, row, { mode: 0o600 });
    } catch {
      process.stderr.write(row);
    }
  };
}

async function main(): Promise<void> {
  // Only let the user read the scripts and audio in the data folder.
  process.umask(0o077);
  // Ignore broken pipes: the parent process may have exited.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const options: HostOptions = parseHostOptions(process.argv.slice(2));
  dataFolder = options.data;
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  // Rendering can use all CPUs, but the application's window must stay responsive. Threads inherit the priority.
  if (options.attached) lowerPriority(BACKGROUND_PRIORITY);
  if (options['log-file'] !== undefined) redirectLog(options['log-file']);
  const exposure = exposureWarning(options.host);
  // Show the warning on the terminal even if the log goes to a file.
  if (exposure !== undefined) process.stderr.write(`${exposure}\n`);
  const log = createLogger(options.log, (row) => writeRow(row));
  // Log fatal errors, because Node's own message would be lost without a terminal.
  process.on('uncaughtExceptionMonitor', (error) => {
    log.error({ name: error.name, where: stackFrames(error) }, 'the service failed');
  });
  let isStopping = false;
  const stop = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'the service stops');
    // If the service is still starting, wait for it and then stop it cleanly.
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(EXIT_CODES.good),
        () => process.exit(EXIT_CODES.failed),
      );
  };
  const starting = startService(options, packageVersion(), log, () => stop('no client is attached'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('disconnect', () => stop('its parent has gone'));
  process.channel?.unref();
  printAddress(await starting, options.json);
}

try {
  await main();
} catch (error) {
  const message = describeStartError(error, dataFolder);
  writeRow(`${message}\n${error instanceof UsageError ? USAGE : ''}`);
  process.exit(
    error instanceof UsageError
      ? EXIT_CODES.wrongUse
      : error instanceof FolderInUseError
        ? EXIT_CODES.folderTaken
        : EXIT_CODES.failed,
  );
}
