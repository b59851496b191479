import { appendFile, readFile, stat, truncate } from 'node:fs/promises';
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AUTHORIZATION_HEADER, bearerToken, USER_ID_HEADER } from '@lectern/tts-protocol';
import { makeFolder, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import type { LocalServiceProblem } from '../../../shared/model/problems/machine-problem.ts';
import { parseJson } from '../../../shared/rules/parse-json.ts';
import type { Clock } from '../ports.ts';
import {
  ANSWER_MS,
  accountSchema,
  isListening,
  LocalServiceError,
  readRunningService,
  runningServiceSchema,
  type ServiceAddress,
  withTimeout,
} from './running-service.ts';
import { type ServiceProcess, type ServiceStarter, spawnService } from './start-service.ts';

export interface AttachOptions {
  readonly entry: string;
  readonly dataFolder: string;
  readonly extraArguments?: readonly string[];
  readonly clock: Clock;
  /** Also used to restart a service that has died. Defaults to starting a process with the current Node executable. */
  readonly start?: ServiceStarter;
}

export interface AttachedService extends ServiceAddress {
  /** If the connection is lost, another program might be listening at the address, so nothing is sent to it. */
  isHeld(): Promise<boolean>;
  detach(): void;
}

const startedSchema = accountSchema.extend(runningServiceSchema.shape);

/** Number of attempts to start, because another process might be starting or stopping a service at the same time. */
const MAX_TRIES = 5;
const RETRY_MS = 300;
/** Time limit for a process to report that it is listening, even on a slow machine, in milliseconds. */
const START_TIMEOUT_MS = 60_000;
const MAX_LOG_BYTES = 1_000_000;
/** Exit status of the service if another one is using its data. */
const ALREADY_RUNNING = 3;

/**
 * Attaches to the service that another window or command has started for the same data, or starts one. If this process
 * is killed, the service also stops, unless other processes are attached. If the service dies, it is restarted at the
 * same address and finishes the jobs it had accepted.
 * @throws LocalServiceError with the reason
 */
export async function attachLocalService(options: AttachOptions): Promise<AttachedService> {
  const { service, hold } = await attach(options);
  let current: ClientRequest | null = hold;
  let detached = false;
  const watch = (held: ClientRequest) =>
    held.once('close', async () => {
      current = null;
      // Never rejects. If the service can't be reached, callers find out when they send requests.
      const next = detached ? null : await revive(options, service);
      if (!next) return;
      if (detached) {
        next.destroy();
        return;
      }
      current = next;
      watch(next);
    });
  watch(hold);
  return {
    ...service,
    async isHeld() {
      // The event loop reports closed connections in its poll phase. That phase runs between these two callbacks.
      await setImmediate();
      await setImmediate();
      return current !== null && isOpen(current);
    },
    detach() {
      detached = true;
      current?.destroy();
      current = null;
    },
  };
}

const isOpen = ({ destroyed, socket }: ClientRequest): boolean =>
  !destroyed && socket !== null && !socket.destroyed && !socket.readableEnded;

interface Attached {
  readonly service: ServiceAddress;
  readonly hold: ClientRequest;
}

async function attach(options: AttachOptions): Promise<Attached> {
  let problem: LocalServiceProblem = { kind: 'no-answer' };
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    if (tried > 0) await options.clock.sleep(RETRY_MS * tried);
    const running = await readRunningService(options.dataFolder);
    if (running) {
      const hold = await attachTo(running, options.clock);
      if (hold) return { service: running, hold };
    }
    const outcome = await start(options);
    if ('problem' in outcome) {
      problem = outcome.problem;
      if (outcome.final) break;
      continue;
    }
    const hold = await attachTo(outcome.service, options.clock);
    if (hold) return { service: outcome.service, hold };
    outcome.process.kill();
    problem = { kind: 'no-answer' };
  }
  throw new LocalServiceError(problem);
}

async function revive(options: AttachOptions, service: ServiceAddress): Promise<ClientRequest | null> {
  const extraArguments = [...(options.extraArguments ?? []), '--port', service.baseUrl.port];
  try {
    const { service: revived, hold } = await attach({ ...options, extraArguments });
    if (revived.baseUrl.origin === service.baseUrl.origin) return hold;
    hold.destroy();
    return null;
  } catch {
    return null;
  }
}

/** `final` means that another attempt would fail as well. */
interface StartFailure {
  readonly problem: LocalServiceProblem;
  readonly final: boolean;
}

type StartResult = { readonly service: ServiceAddress; readonly process: ServiceProcess } | StartFailure;

async function start(options: AttachOptions): Promise<StartResult> {
  const logPath = join(options.dataFolder, 'service.log');
  const problem = await startLog(options, logPath);
  if (problem) return problem;
  const given = ['--attached', '--json', '--data', options.dataFolder, '--log-file', logPath];
  const args = [...given, ...(options.extraArguments ?? [])];
  try {
    return await waitUntilStarted(
      (options.start ?? spawnService)({ entry: options.entry, args, logPath }),
      logPath,
      options,
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: { kind: 'no-process', message }, final: true };
  }
}

/** The first line of the log is written here, so that a full drive is detected while it can still be reported. */
async function startLog({ dataFolder, clock }: AttachOptions, path: string): Promise<StartFailure | null> {
  try {
    await makeFolder(dataFolder, PRIVATE_MODE);
    const size = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (size > MAX_LOG_BYTES) await truncate(path);
    const row = JSON.stringify({ time: new Date(clock.now()).toISOString(), message: 'a start' });
    await appendFile(path, `${row}\n`, { mode: 0o600 });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const problem = isFull
      ? ({ kind: 'disk-full', folder: dataFolder } as const)
      : ({ kind: 'unwritable', folder: dataFolder, code: code ?? 'UNKNOWN' } as const);
    return { problem, final: true };
  }
}

async function waitUntilStarted(
  process: ServiceProcess,
  logPath: string,
  { clock }: AttachOptions,
): Promise<StartResult> {
  const ended = process.exit.then(async (code): Promise<StartFailure> => {
    const message = (await readFile(logPath, 'utf8').catch(() => '')).trim().split('\n').at(-1);
    const problem = message
      ? ({ kind: 'ended-with-message', message } as const)
      : ({ kind: 'ended', status: code } as const);
    return { problem, final: code !== ALREADY_RUNNING };
  });
  const told = process.firstRow.then((row): StartResult => {
    const reply = startedSchema.safeParse(parseJson(row));
    if (!reply.success) return { problem: { kind: 'no-address' }, final: true };
    const { address, key, user } = reply.data;
    return { service: { baseUrl: new URL(address), key, userId: user }, process };
  });
  ended.catch(() => {});
  const outcome = await withTimeout(START_TIMEOUT_MS, clock, (signal) =>
    Promise.race([told, ended, rejectOnAbort(signal)]),
  );
  process.release();
  if (outcome) return outcome;
  process.kill();
  return { problem: { kind: 'timeout', seconds: START_TIMEOUT_MS / 1000 }, final: true };
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Keeps the service alive. Returns null if the service at the address isn't ours or doesn't answer. */
async function attachTo(service: ServiceAddress, clock: Clock): Promise<ClientRequest | null> {
  if (!(await isListening(service, clock))) return null;
  return withTimeout(ANSWER_MS, clock, (signal) => openAttachment(service, signal));
}

function openAttachment(service: ServiceAddress, signal: AbortSignal): Promise<ClientRequest | null> {
  return new Promise((resolve) => {
    const request = get(new URL('/internal/attach', service.baseUrl), {
      agent: false,
      headers: { [AUTHORIZATION_HEADER]: bearerToken(service.key), [USER_ID_HEADER]: service.userId },
    });
    const giveUp = () => request.destroy(new Error('there was no answer in time'));
    signal.addEventListener('abort', giveUp, { once: true });
    request.once('response', (response) => {
      signal.removeEventListener('abort', giveUp);
      if (response.statusCode !== 200) {
        request.destroy();
        return resolve(null);
      }
      response.resume();
      response.on('error', () => {});
      // The connection alone should not keep this process running.
      response.socket.unref();
      resolve(request);
    });
    request.on('error', () => resolve(null));
  });
}
