// The local service as its own process: found where one runs, else started, and held only as long as it is needed.
import { appendFile, readFile, stat, truncate } from 'node:fs/promises';
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AUTHORIZATION_HEADER, bearer, USER_ID_HEADER } from '@lectern/tts-protocol';
import { makeFolder, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import type { Clock } from '../ports.ts';
import {
  ANSWER_MS,
  accountSchema,
  isListening,
  LocalServiceError,
  parseJson,
  readRunning,
  runningSchema,
  type ServiceAddress,
  within,
} from './running-service.ts';
import { type ServiceProcess, type ServiceStarter, spawnService } from './start-service.ts';

export interface AttachOptions {
  /** The file that starts the service. */
  readonly entry: string;
  /** The service's own data folder. */
  readonly dataFolder: string;
  /** Options for the service's command line, beside those that attaching needs. */
  readonly extraArguments?: readonly string[];
  readonly clock: Clock;
  /** How a service process is started, at first and whenever it died; as a process of this same Node unless given. */
  readonly start?: ServiceStarter;
}

/** A local service that lives at least until `detach`. */
export interface AttachedService extends ServiceAddress {
  /**
   * Whether it is held, as far as the system knows when this is called. While it is not, whatever listens at its address is
   * another program: nothing is sent there.
   */
  isHeld(): Promise<boolean>;
  /** Lets it go; it stops by itself when nothing else is attached. */
  detach(): void;
}

const startedSchema = accountSchema.extend(runningSchema.shape);

/** How often a start is tried: another process may stop, or start, a service at the same moment. */
const TRIES = 5;
const RETRY_MS = 300;
/** A process that was started says within this time that it listens, even on a slow machine. Milliseconds. */
const START_MS = 60_000;
const LONGEST_LOG_BYTES = 1_000_000;
/** The status with which the service says that another one holds its data. */
const ALREADY_RUNNING = 3;

/**
 * Attaches to the local service: to the one that another window or command runs on the same data, else to one that is
 * started. A killed process takes the service down with it, unless others are attached; a service that dies while it
 * is held is started again at the same address, where it finishes what it had accepted.
 *
 * @throws LocalServiceError one sentence on why it can't be started
 */
export async function attachLocalService(options: AttachOptions): Promise<AttachedService> {
  const { service, hold } = await attach(options);
  let current: ClientRequest | null = hold;
  let detached = false;
  const watch = (held: ClientRequest) =>
    held.once('close', async () => {
      current = null;
      // It never fails: callers learn from their requests that the service can't be reached.
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
      // What the system knows of the connection is heard of while the event loop polls: between two of these callbacks.
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

/** Whether the other side has neither ended nor broken the connection of a request. */
const isOpen = ({ destroyed, socket }: ClientRequest): boolean =>
  !destroyed && socket !== null && !socket.destroyed && !socket.readableEnded;

interface Attached {
  readonly service: ServiceAddress;
  readonly hold: ClientRequest;
}

async function attach(options: AttachOptions): Promise<Attached> {
  let problem = '';
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) await options.clock.sleep(RETRY_MS * tried);
    const running = await readRunning(options.dataFolder);
    if (running) {
      const hold = await holdOn(running, options.clock);
      if (hold) return { service: running, hold };
    }
    const outcome = await start(options);
    if ('problem' in outcome) {
      problem = outcome.problem;
      if (outcome.final) break;
      continue;
    }
    const hold = await holdOn(outcome.service, options.clock);
    if (hold) return { service: outcome.service, hold };
    outcome.process.kill();
    problem = 'it started and did not answer';
  }
  throw new LocalServiceError(`The local service could not be started: ${problem.replace(/\.$/, '')}.`);
}

/** Starts a service that died again, at the address that everyone knows. Null where that does not work. */
async function revive(options: AttachOptions, service: ServiceAddress): Promise<ClientRequest | null> {
  const extraArguments = [...(options.extraArguments ?? []), '--port', service.baseUrl.port];
  try {
    const { service: revived, hold } = await attach({ ...options, extraArguments });
    if (revived.baseUrl.origin === service.baseUrl.origin) return hold;
    hold.destroy();
    return null;
  } catch {
    // Callers that use the service are told that it can't be reached.
    return null;
  }
}

/** `final`: another try would fare no better. */
interface Failed {
  readonly problem: string;
  readonly final: boolean;
}

type Started = { readonly service: ServiceAddress; readonly process: ServiceProcess } | Failed;

async function start(options: AttachOptions): Promise<Started> {
  const logPath = join(options.dataFolder, 'service.log');
  const problem = await beginLog(options, logPath);
  if (problem) return problem;
  const given = ['--attached', '--json', '--data', options.dataFolder, '--log-file', logPath];
  const args = [...given, ...(options.extraArguments ?? [])];
  try {
    return await started((options.start ?? spawnService)({ entry: options.entry, args, logPath }), logPath, options);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), final: true };
  }
}

/** Writes the log's first row: a drive that is full has to be found by someone who can still say so. */
async function beginLog({ dataFolder, clock }: AttachOptions, path: string): Promise<Failed | null> {
  try {
    await makeFolder(dataFolder, PRIVATE_MODE);
    const size = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (size > LONGEST_LOG_BYTES) await truncate(path);
    const row = JSON.stringify({ time: new Date(clock.now()).toISOString(), message: 'a start' });
    await appendFile(path, `${row}\n`, { mode: 0o600 });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const why = isFull ? 'is on a drive that is full: make room' : `can’t be written (${code ?? String(error)})`;
    return { problem: `its data folder ${dataFolder} ${why}`, final: true };
  }
}

/** @throws Error where it could not be started at all */
async function started(process: ServiceProcess, logPath: string, { clock }: AttachOptions): Promise<Started> {
  const ended = process.exit.then(async (code): Promise<Failed> => {
    const said = (await readFile(logPath, 'utf8').catch(() => '')).trim().split('\n').at(-1);
    return { problem: said || `it ended with status ${code}`, final: code !== ALREADY_RUNNING };
  });
  const told = process.firstRow.then((row): Started => {
    const reply = startedSchema.safeParse(parseJson(row));
    if (!reply.success) return { problem: 'it did not say its address', final: true };
    const { address, key, user } = reply.data;
    return { service: { baseUrl: new URL(address), key, userId: user }, process };
  });
  // The one that does not win may fail later.
  ended.catch(() => {});
  const outcome = await within(START_MS, clock, (signal) => Promise.race([told, ended, aborted(signal)]));
  process.release();
  if (outcome) return outcome;
  process.kill();
  return { problem: `it did not say within ${START_MS / 1000} seconds that it listens`, final: true };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Opens the connection that keeps the service alive. Null where it is not ours that listens there, or does not answer. */
async function holdOn(service: ServiceAddress, clock: Clock): Promise<ClientRequest | null> {
  if (!(await isListening(service, clock))) return null;
  return within(ANSWER_MS, clock, (signal) => openHold(service, signal));
}

function openHold(service: ServiceAddress, signal: AbortSignal): Promise<ClientRequest | null> {
  return new Promise((resolve) => {
    const request = get(new URL('/internal/attach', service.baseUrl), {
      agent: false,
      headers: { [AUTHORIZATION_HEADER]: bearer(service.key), [USER_ID_HEADER]: service.userId },
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
      // The connection alone must not keep a process alive that has nothing else to do.
      response.socket.unref();
      resolve(request);
    });
    request.on('error', () => resolve(null));
  });
}
