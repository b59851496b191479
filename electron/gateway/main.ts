// The gateway's process (`lectern worker --upstream`).
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createLogger,
  GatewayHealth,
  type GatewayOptions,
  openGatewayWork,
  parseGatewayOptions,
  SchemaError,
  StorageAddressError,
  stackFrames,
  UsageError,
} from '@lectern/speech-service/gateway';
import {
  type GatewayFigures,
  type GatewayWork,
  type Logger,
  StoreUnavailableError,
} from '@lectern/speech-service/upstream';
import type { RateLimit } from '@lectern/tts-protocol';
import { fullLimit, scaledLimit } from '../../shared/rules/limit-share.ts';
import { createNodeTransport } from '../core/api/node-transport.ts';
import { createServiceClient } from '../core/api/service-client.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { Dispatcher } from '../core/scheduler/dispatcher.ts';
import { LimitsStore } from '../core/scheduler/limits-store.ts';
import { RateBudget } from '../core/scheduler/rate-budget.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { ConfigurationError, readUpstreamConfiguration, type UpstreamConfiguration } from './configuration.ts';
import { countEarlierBatches } from './earlier-batches.ts';
import { Gateway } from './gateway.ts';
import { UpstreamVoices } from './upstream-voices.ts';

const EXIT_CODES = { good: 0, failed: 1, wrongUse: 2 } as const;
/** Request timeout, in milliseconds. */
const REQUEST_TIMEOUT_MS = 120_000;
const VOICES_MS = 600_000;
const RETRY_MS = 5_000;
const REPORT_MS = 60_000;
/**
 * Share of the read limits that is used. Reads are counted when they are sent, but the other service counts them slightly later,
 * so a full minute's reads could exceed its limits.
 */
const READ_SHARE = 0.9;

interface GatewayContext {
  readonly configuration: UpstreamConfiguration;
  readonly work: GatewayWork;
  readonly figures: GatewayFigures;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onReady: () => void;
}

/** Runs a gateway until the signal is aborted or the account's lease is lost. */
async function runWithLease({ configuration, work, figures, log, signal, onReady }: GatewayContext): Promise<void> {
  const { name, baseUrl, credentials, settings, reuse } = configuration;
  const account = { origin: baseUrl.origin, userId: credentials.userId };
  const until = AbortSignal.any([signal, work.lease.lost]);
  const transport = createNodeTransport();
  const audio = createAudioWorkers();
  const limits = new LimitsStore(join(work.scratch, 'limits.db'));
  const timers: NodeJS.Timeout[] = [];
  try {
    // Do this first, because batches without a recorded response count from the time of recovery.
    const doubtful = await work.journal.recover();
    if (doubtful > 0) log.error({ lines: doubtful }, 'an earlier gateway ended while it was sending lines');
    countEarlierBatches(limits, account, await work.journal.recent());
    const readLimit = (scope: 'read' | 'list'): RateLimit => scaledLimit(fullLimit(settings, scope), READ_SHARE);
    const client = createServiceClient({
      baseUrl,
      credentials,
      transport,
      clock: systemClock,
      random: systemRandom,
      timeouts: { exchangeMs: REQUEST_TIMEOUT_MS },
      beforeRead: async (scope, waiting) => {
        await waitForRead(work, scope, readLimit(scope), waiting ?? until, log);
        return { settle() {} };
      },
    });
    const voices = new UpstreamVoices(name);
    const lane = `upstream-${name}`;
    const refresh = async (): Promise<void> => {
      voices.update(await client.listVoices(until));
      await work.declare(voices.offered, lane);
    };
    await untilDone(refresh, 'the upstream voices could not be listed', until, log);
    const budget = new RateBudget({ store: limits, clock: systemClock, account, settings });
    const dispatcher = new Dispatcher({ budget, clock: systemClock, requestTimeoutMs: REQUEST_TIMEOUT_MS });
    const gateway = new Gateway({
      work,
      lane,
      client,
      dispatcher,
      voices,
      reuse,
      figures,
      clock: systemClock,
      random: systemRandom,
      checkAudio: audio.checkAudio,
      readsPerMinute: () => readLimit('read').requests ?? null,
      log,
    });
    let reported = JSON.stringify(figures);
    const report = (): void => {
      const current = JSON.stringify(figures);
      if (current !== reported) log.info({ ...figures }, 'totals since the start');
      reported = current;
    };
    work.onJobs(() => gateway.wake());
    gateway.wake();
    timers.push(
      setInterval(() => {
        refresh().catch((error: unknown) =>
          log.warn({ reason: String(error) }, 'the voices could not be listed again'),
        );
        work.journal.tidy().catch(() => {});
      }, VOICES_MS),
      setInterval(report, REPORT_MS),
    );
    log.info({ voices: voices.offered.length, skipped: voices.skipped }, 'the gateway is ready');
    onReady();
    await aborted(until);
    if (work.lease.lost.aborted) log.warn({}, 'the lease on the account was lost');
    await gateway.stop();
    log.info({ ...figures }, 'the gateway has stopped');
  } finally {
    for (const timer of timers) clearInterval(timer);
    transport.close();
    limits.close();
    await audio.close();
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function waitForRead(
  work: GatewayWork,
  scope: string,
  limit: RateLimit,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  if (limit.requests === undefined) return;
  for (;;) {
    signal.throwIfAborted();
    const waitMs = await work.take(scope, limit).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'the limits could not be read');
      return RETRY_MS;
    });
    if (waitMs === 0) return;
    await systemClock.sleep(waitMs, signal);
  }
}

async function untilDone(work: () => Promise<void>, what: string, signal: AbortSignal, log: Logger): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      log.error({ reason: String(error) }, what);
      await systemClock.sleep(RETRY_MS, signal);
    }
  }
}

/** The user ID is a credential, so only its digest is stored. */
const accountName = ({ baseUrl, credentials }: UpstreamConfiguration): string =>
  `${baseUrl.origin} ${createHash('sha256').update(credentials.userId).digest('base64url').slice(0, 16)}`;

async function run(options: GatewayOptions, configuration: UpstreamConfiguration, log: Logger): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error('The gateway is stopping.'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  process.on('disconnect', stop);
  process.channel?.unref();
  const { signal } = stopping;
  const account = accountName(configuration);
  const health = new GatewayHealth();
  const { 'health-port': port, 'health-host': host } = options;
  const server = port === undefined ? undefined : await health.listen(host, port);
  if (server !== undefined) log.info({ health: server.address }, 'health checks and metrics are available');
  let isReady = false;
  const onReady = (): void => {
    const result = { ready: true, health: server?.address };
    if (!isReady) process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : 'The gateway is ready.\n');
    isReady = true;
  };
  while (!signal.aborted) {
    try {
      const work = await openGatewayWork(options, account, health, log, signal);
      try {
        await runWithLease({ configuration, work, figures: health.figures, log, signal, onReady });
      } finally {
        await work.close();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isPermanent(error)) throw error;
      log.error({ reason: String(error) }, 'the gateway failed and will restart');
      await systemClock.sleep(RETRY_MS, signal).catch(() => {});
    }
  }
}

const isPermanent = (error: unknown): boolean =>
  error instanceof SchemaError || error instanceof StorageAddressError || error instanceof StoreUnavailableError;

function openLog({ log, 'log-file': file }: GatewayOptions): Logger {
  return createLogger(log, (row) => {
    if (file === undefined) process.stderr.write(row);
    else appendFileSync(file, row, { mode: 0o600 });
  });
}

async function main(): Promise<void> {
  process.umask(0o077);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const options = parseGatewayOptions(process.argv.slice(2), process.env);
  const configuration = readUpstreamConfiguration(options.upstream, process.env);
  const log = openLog(options);
  process.on('uncaughtExceptionMonitor', (error) => {
    log.error({ name: error.name, where: stackFrames(error) }, 'the process failed');
  });
  await run(options, configuration, log);
}

main().then(
  () => process.exit(EXIT_CODES.good),
  (error: unknown) => {
    const isUsage = error instanceof UsageError || error instanceof ConfigurationError;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(isUsage ? EXIT_CODES.wrongUse : EXIT_CODES.failed);
  },
);
