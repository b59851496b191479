import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';
import { PLANS, type Plan } from '../../../shared/service/plans.ts';
import { serviceEntry } from '../../compose.ts';
import { checkDataFolder, makeDataFolder } from '../../core/local-service/data-folder.ts';
import { aboveZero, nonEmpty, planName, portNumber, webhookReach, zeroOrMore } from '../argument-values.ts';
import { EXIT, type ExitStatus } from '../cli-error.ts';

interface ServeOptions {
  readonly host?: string;
  readonly port?: number;
  readonly plan?: Plan;
  readonly data?: string;
  readonly speedFactor?: number;
  readonly speechConfig?: string;
  readonly keepHours?: number;
  readonly webhooks?: string;
  readonly json: boolean;
}

export function serveCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('serve')
    .description('run the local service alone, until Ctrl-C')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)', nonEmpty)
    .option('--port <n>', 'the port (default: a free one)', portNumber)
    .option('--plan <plan>', `the limits of its account: ${PLANS.join(', ')} (default: none)`, planName)
    .option('--data <dir>', 'where it keeps jobs, audio and account (default: the application’s data folder)', nonEmpty)
    .option('--speed-factor <n>', 'how long a job pretends to take, in lengths of its audio (default: 0)', zeroOrMore)
    .option('--speech-config <file>', 'voices from elsewhere: which servers and programs speak, and as whom', nonEmpty)
    .option('--keep-hours <n>', 'how long results are kept (default: a week)', aboveZero)
    .option('--webhooks <reach>', 'which addresses are called: loopback, any, none (default: loopback)', webhookReach)
    .option('--json', 'print address, key and user as one JSON object', false)
    .action(async (options: ServeOptions) => finish(await serve(options)));
}

/** What the service is told of all that was given; it has the defaults, and checks the rest. */
function passedOn({ json, speechConfig, ...options }: ServeOptions): string[] {
  const given = {
    host: options.host,
    port: options.port,
    plan: options.plan,
    'speed-factor': options.speedFactor,
    'speech-config': speechConfig === undefined ? undefined : resolve(speechConfig),
    'keep-hours': options.keepHours,
    webhooks: options.webhooks,
  };
  const args = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
  return json ? [...args, '--json'] : args;
}

/** The service is a process of its own; this one hands signals on and waits for its end. */
async function serve(options: ServeOptions): Promise<ExitStatus> {
  const data = options.data ? resolve(options.data) : join(makeDataFolder(), 'service');
  checkDataFolder(data, '--data');
  const args = [serviceEntry(), '--data', data, ...passedOn(options)];
  // The channel carries nothing: it breaks when this process ends, however it ends, and the service ends with it.
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: childEnvironment(process.env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return code === 0 ? EXIT.done : EXIT.usage;
}
