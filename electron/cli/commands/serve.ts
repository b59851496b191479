import { join, resolve } from 'node:path';
import { PLANS, type Plan } from '@lectern/tts-protocol';
import { Command, InvalidArgumentError } from 'commander';
import { serviceEntry } from '../../compose.ts';
import { checkDataFolder, makeDataFolder } from '../../core/local-service/data-folder.ts';
import { serviceCommand } from '../../core/local-service/start-service.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty, planName, portNumber, wholeNumber } from '../options.ts';
import { runServiceProcess } from '../run-service.ts';
import { listed, t } from '../words.ts';
import { DATABASE_VARIABLE, databaseOf, runSharedProcess } from './shared-service.ts';

const WEBHOOK_REACH_VALUES = ['loopback', 'any', 'none'];

interface ServeCommandOptions {
  readonly host?: string;
  readonly port?: number;
  readonly plan?: Plan;
  readonly data?: string;
  readonly speedFactor?: number;
  readonly speechConfig?: string;
  readonly keepHours?: number;
  readonly webhooks?: string;
  readonly database?: string;
  readonly storage?: string;
  readonly publicAddress?: string;
  readonly drainSeconds?: number;
  readonly healthPort?: number;
  readonly healthHost?: string;
  readonly json: boolean;
}

export function serveCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('serve')
    .description(t('command.serve'))
    .option('--host <address>', t('option.host'), nonEmpty)
    .option('--port <n>', t('option.port'), portNumber)
    .option('--plan <plan>', t('option.plan', { plans: listed(PLANS) }), planName)
    .option('--data <dir>', t('option.data'), nonEmpty)
    .option('--speed-factor <n>', t('option.speedFactor'), nonNegativeNumber)
    .option('--speech-config <file>', t('option.speechConfig'), nonEmpty)
    .option('--keep-hours <n>', t('option.keepHours'), positiveNumber)
    .option('--webhooks <reach>', t('option.webhooks', { reaches: listed(WEBHOOK_REACH_VALUES) }), webhookReach)
    .option('--database <url>', t('option.database'), nonEmpty)
    .option('--storage <dir>', t('option.storage'), nonEmpty)
    .option('--public-address <url>', t('option.publicAddress'), nonEmpty)
    .option('--drain-seconds <n>', t('option.drainSeconds'), wholeNumber)
    .option('--health-port <n>', t('option.healthPort'), portNumber)
    .option('--health-host <address>', t('option.healthHost'), nonEmpty)
    .option('--json', t('option.jsonAccount'), false)
    .action(async (options: ServeCommandOptions) =>
      finish(await (databaseOf(options) === undefined ? serve(options) : serveShared(options))),
    );
}

/** Parses a number between 0 and 1,000,000,000 (exclusive) with up to six decimals. */
function nonNegativeNumber(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError(t('value.zeroOrMore'));
  return Number(text);
}

function positiveNumber(text: string): number {
  const number = nonNegativeNumber(text);
  if (number === 0) throw new InvalidArgumentError(t('value.aboveZero'));
  return number;
}

function webhookReach(text: string): string {
  if (!WEBHOOK_REACH_VALUES.includes(text)) {
    throw new InvalidArgumentError(t('value.choices', { choices: listed(WEBHOOK_REACH_VALUES) }));
  }
  return text;
}

/** The service sets the defaults and validates the rest. */
function serviceArguments({ json, speechConfig, ...options }: ServeCommandOptions): string[] {
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

/** @throws CliError if one of these options was given; the message is about the first of them */
function refuse(options: Readonly<Record<string, unknown>>, message: (option: string) => string): void {
  const [given] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (given !== undefined) throw new CliError(message(`--${given}`));
}

/** Runs a node of a service on several machines. The data folder and the account are in the database. */
function serveShared(options: ServeCommandOptions): Promise<ExitStatus> {
  const { plan, data, speedFactor, speechConfig } = options;
  refuse({ plan, data, 'speed-factor': speedFactor, 'speech-config': speechConfig }, (option) =>
    t('error.sharedServiceOption', { option, variable: DATABASE_VARIABLE }),
  );
  if (options.storage === undefined)
    throw new CliError(t('error.sharedServiceStorage', { variable: DATABASE_VARIABLE }));
  return runSharedProcess('serve', {
    database: options.database,
    storage: options.storage,
    host: options.host,
    port: options.port,
    'keep-hours': options.keepHours,
    webhooks: options.webhooks,
    'public-address': options.publicAddress,
    'drain-seconds': options.drainSeconds,
    'health-port': options.healthPort,
    'health-host': options.healthHost,
    json: options.json,
  });
}

async function serve(options: ServeCommandOptions): Promise<ExitStatus> {
  const { storage, publicAddress, drainSeconds, healthPort, healthHost } = options;
  refuse(
    {
      ...{ storage, 'public-address': publicAddress, 'drain-seconds': drainSeconds },
      ...{ 'health-port': healthPort, 'health-host': healthHost },
    },
    (option) => t('error.singleServiceOption', { option, variable: DATABASE_VARIABLE }),
  );
  const data = options.data ? resolve(options.data) : join(makeDataFolder(), 'service');
  checkDataFolder(data, '--data');
  const { command, args } = serviceCommand(serviceEntry(), ['--data', data, ...serviceArguments(options)]);
  const code = await runServiceProcess(command, args);
  return code === 0 ? EXIT.done : EXIT.usage;
}
