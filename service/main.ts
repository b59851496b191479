// Lectern's own TTS service, as a process.
import { appendFileSync } from 'node:fs';
import { packageVersion } from '../node/package-version.ts';
import { BACKGROUND_PRIORITY, lowerPriority } from '../node/priority.ts';
import { rowLog, whereOf } from './common/log.ts';
import { FolderTakenError } from './host/data-folder.ts';
import { exposureWarning, type HostOptions, hostOptions, USAGE, UsageError } from './host/options.ts';
import { type RunningService, startProblem, startService } from './host/run.ts';

const EXIT = { good: 0, failed: 1, wrongUse: 2, folderTaken: 3 } as const;

function announce({ address, account, setAside }: RunningService, isJson: boolean): void {
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

/** Known from the first step on: what goes wrong later names it. */
let dataFolder: string | null = null;

/** Where rows of the log go, and what kept the service from starting. */
let writeRow = (row: string): void => {
  process.stderr.write(row);
};

/** A log that can't be written is no reason to stop. */
function logTo(path: string): void {
  writeRow = (row) => {
    try {
      appendFileSync(path, row, { mode: 0o600 });
    } catch {
      process.stderr.write(row);
    }
  };
}

async function main(): Promise<void> {
  // Texts and audio in the data folder are their owner's alone.
  process.umask(0o077);
  // The process that started the service may have exited without reading its output.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const options: HostOptions = hostOptions(process.argv.slice(2));
  dataFolder = options.data;
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  // Speaking a book uses the whole processor, and the window must stay quick. Threads inherit this, so it comes before any.
  if (options.attached) lowerPriority(BACKGROUND_PRIORITY);
  if (options['log-file'] !== undefined) logTo(options['log-file']);
  const exposure = exposureWarning(options.host);
  // For the person at the terminal, wherever the log goes.
  if (exposure !== undefined) process.stderr.write(`${exposure}\n`);
  const log = rowLog(options.log, (row) => writeRow(row));
  // Without a terminal, what Node prints about the error would be lost.
  process.on('uncaughtExceptionMonitor', (error) => {
    log.error({ name: error.name, where: whereOf(error) }, 'the service failed');
  });
  let isStopping = false;
  const stop = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'the service stops');
    // One that is still starting is stopped when it has started: then it leaves nothing behind.
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(EXIT.good),
        () => process.exit(EXIT.failed),
      );
  };
  const starting = startService(options, packageVersion(), log, () => stop('no client is attached'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  // The parent process that opened the channel has exited, whatever signal ended it.
  process.on('disconnect', () => stop('its parent has gone'));
  process.channel?.unref();
  announce(await starting, options.json);
}

try {
  await main();
} catch (error) {
  const message = startProblem(error, dataFolder);
  writeRow(`${message}\n${error instanceof UsageError ? USAGE : ''}`);
  process.exit(
    error instanceof UsageError ? EXIT.wrongUse : error instanceof FolderTakenError ? EXIT.folderTaken : EXIT.failed,
  );
}
