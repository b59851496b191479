import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { PLANS, type Plan } from '../../../shared/service/plans.ts';
import { serviceEntry } from '../../compose.ts';
import { checkDataFolder, makeDataFolder } from '../../core/local-service/data-folder.ts';
import { nonEmpty, planName, portNumber } from '../argument-values.ts';
import { EXIT, type ExitStatus } from '../cli-error.ts';

interface ServeOptions {
  readonly port?: number;
  readonly plan?: Plan;
  readonly data?: string;
  readonly json: boolean;
}

export function serveCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('serve')
    .description('run the local service alone, until Ctrl-C')
    .option('--port <n>', 'the port (default: a free one)', portNumber)
    .option('--plan <plan>', `the limits of its account: ${PLANS.join(', ')} (default: none)`, planName)
    .option('--data <dir>', 'where it keeps jobs, audio and account (default: the application’s data folder)', nonEmpty)
    .option('--json', 'print address, key and user as one JSON object', false)
    .action(async (options: ServeOptions) => finish(await serve(options)));
}

/** The service is a process of its own; this one hands signals on and waits for its end. */
async function serve(options: ServeOptions): Promise<ExitStatus> {
  const data = options.data ? resolve(options.data) : join(makeDataFolder(), 'service');
  checkDataFolder(data, '--data');
  const args = [serviceEntry(), '--data', data];
  if (options.port !== undefined) args.push('--port', String(options.port));
  if (options.plan !== undefined) args.push('--plan', options.plan);
  if (options.json) args.push('--json');
  // The channel carries nothing: it breaks when this process ends, however it ends, and the service ends with it.
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return code === 0 ? EXIT.done : EXIT.usage;
}
