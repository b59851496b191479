// Lectern's own TTS service, as a process.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FolderTakenError } from './host/data-folder.ts';
import { rowLog } from './host/log.ts';
import { type HostOptions, hostOptions, USAGE, UsageError } from './host/options.ts';
import { type RunningService, startService } from './host/run.ts';
import { startProblem } from './host/start-problem.ts';

const EXIT = { good: 0, failed: 1, wrongUse: 2, folderTaken: 3 } as const;

function versionOfPackage(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

function announce({ address, account }: RunningService, isJson: boolean): void {
  const { key, userId: user, plan } = account;
  const rows = isJson
    ? JSON.stringify({ address, key, user, plan })
    : `address: ${address}\nkey: ${key}\nuser: ${user}`;
  process.stdout.write(`${rows}\n`);
}

/** Known from the first step on: what goes wrong later names it. */
let dataFolder: string | null = null;

async function main(): Promise<void> {
  // Texts and audio in the data folder are their owner's alone.
  process.umask(0o077);
  // Whoever started the service may have gone without reading what it prints.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const options: HostOptions = hostOptions(process.argv.slice(2), process.env);
  dataFolder = options.data;
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const log = rowLog(options.log, (row) => process.stderr.write(row));
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
  const starting = startService(options, versionOfPackage(), log, () => stop('nobody is attached'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  // Whoever started it with a channel has gone, by whatever signal.
  process.on('disconnect', () => stop('its parent has gone'));
  process.channel?.unref();
  announce(await starting, options.json);
}

try {
  await main();
} catch (error) {
  const message = startProblem(error, dataFolder);
  process.stderr.write(`${message}\n${error instanceof UsageError ? USAGE : ''}`);
  process.exit(
    error instanceof UsageError ? EXIT.wrongUse : error instanceof FolderTakenError ? EXIT.folderTaken : EXIT.failed,
  );
}
