import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';
import { PLANS, type Plan } from '../../../shared/service/plans.ts';
import { serviceEntry } from '../../compose.ts';
import { checkDataFolder, makeDataFolder } from '../../core/local-service/data-folder.ts';
import {
  aboveZero,
  nonEmpty,
  planName,
  portNumber,
  WEBHOOK_REACHES,
  webhookReach,
  zeroOrMore,
} from '../argument-values.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { listed, t } from '../words.ts';

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
    .description(t('command.serve'))
    .option('--host <address>', t('option.host'), nonEmpty)
    .option('--port <n>', t('option.port'), portNumber)
    .option('--plan <plan>', t('option.plan', { plans: listed(PLANS) }), planName)
    .option('--data <dir>', t('option.data'), nonEmpty)
    .option('--speed-factor <n>', t('option.speedFactor'), zeroOrMore)
    .option('--speech-config <file>', t('option.speechConfig'), nonEmpty)
    .option('--keep-hours <n>', t('option.keepHours'), aboveZero)
    .option('--webhooks <reach>', t('option.webhooks', { reaches: listed(WEBHOOK_REACHES) }), webhookReach)
    .option('--json', t('option.jsonAccount'), false)
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
