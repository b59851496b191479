// The local service as its own process: found where one runs, else started, and held only as long as it is needed.
import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, mkdir, open, readFile, stat, truncate } from 'node:fs/promises';
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { AUTHORIZATION_HEADER, bearer, USER_ID_HEADER } from '../../../shared/service/requests.ts';
import type { Clock } from '../ports.ts';
import { LocalServiceError } from './local-service-error.ts';

export interface AttachOptions {
  /** The file that starts the service. */
  readonly entry: string;
  /** The service's own data folder. */
  readonly dataFolder: string;
  /** Options for the service's command line, beside those that attaching needs. */
  readonly extraArguments?: readonly string[];
  readonly clock: Clock;
}

/** A local service that lives at least until `detach`. */
export interface AttachedService {
  readonly baseUrl: URL;
  readonly key: string;
  readonly userId: string;
  /** Lets it go; it stops by itself when nobody else is attached. */
  detach(): void;
}

const accountSchema = z.object({ key: z.string().min(1), user: z.string() });
const runningSchema = z.object({ address: z.url() });
const startedSchema = accountSchema.extend(runningSchema.shape);

/** How often a start is tried: another process may stop, or start, a service at the same moment. */
const TRIES = 5;
const RETRY_MS = 300;
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
  let current = hold;
  let detached = false;
  const watch = () =>
    current.once('close', async () => {
      const next = detached ? null : await revive(options, service);
      if (!next) return;
      current = next;
      if (detached) current.destroy();
      else watch();
    });
  watch();
  return {
    ...service,
    detach() {
      detached = true;
      current.destroy();
    },
  };
}

interface Attached {
  readonly service: Address;
  readonly hold: ClientRequest;
}

async function attach(options: AttachOptions): Promise<Attached> {
  let problem = '';
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) await options.clock.sleep(RETRY_MS * tried);
    const running = await findRunning(options.dataFolder);
    if (running) {
      const hold = await holdOn(running);
      if (hold) return { service: running, hold };
    }
    const outcome = await start(options);
    if ('problem' in outcome) {
      problem = outcome.problem;
      if (outcome.final) break;
      continue;
    }
    const hold = await holdOn(outcome.service);
    if (hold) return { service: outcome.service, hold };
    outcome.child.kill();
    problem = 'it started and did not answer';
  }
  throw new LocalServiceError(`The local service could not be started: ${problem.replace(/\.$/, '')}.`);
}

/** Starts a service that died again, at the address that everyone knows. Null where that does not work. */
async function revive(options: AttachOptions, service: Address): Promise<ClientRequest | null> {
  const extraArguments = [...(options.extraArguments ?? []), '--port', service.baseUrl.port];
  try {
    const { service: revived, hold } = await attach({ ...options, extraArguments });
    if (revived.baseUrl.origin === service.baseUrl.origin) return hold;
    hold.destroy();
    return null;
  } catch {
    // Whoever uses the service is told that it can't be reached.
    return null;
  }
}

type Address = Omit<AttachedService, 'detach'>;

async function findRunning(folder: string): Promise<Address | null> {
  try {
    const running = runningSchema.parse(JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')));
    const account = accountSchema.parse(JSON.parse(await readFile(join(folder, 'account.json'), 'utf8')));
    return { baseUrl: new URL(running.address), key: account.key, userId: account.user };
  } catch {
    // Nothing there, or half there: then none runs, or it is about to be started.
    return null;
  }
}

/** `final`: another try would fare no better. */
interface Failed {
  readonly problem: string;
  readonly final: boolean;
}

type Started = { readonly service: Address; readonly child: ChildProcess } | Failed;

async function start(options: AttachOptions): Promise<Started> {
  const args = [options.entry, '--attached', '--json', '--data', options.dataFolder, ...(options.extraArguments ?? [])];
  // Its log is a file, not a pipe: a pipe would break when this process ends before the service does.
  const logPath = join(options.dataFolder, 'service.log');
  const log = await openLog(options, logPath);
  if ('problem' in log) return log;
  try {
    // Detached: a Ctrl-C in the terminal goes to the whole group, and the service must outlive it until all is noted.
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', log.fd], detached: true });
    return await started(child, child.stdout, logPath);
  } finally {
    await log.close();
  }
}

/** Opens the log and writes its first row: a drive that is full has to be found by someone who can still say so. */
async function openLog({ dataFolder, clock }: AttachOptions, path: string): Promise<FileHandle | Failed> {
  let log: FileHandle | null = null;
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const size = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (size > LONGEST_LOG_BYTES) await truncate(path);
    log = await open(path, 'a', 0o600);
    await log.appendFile(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), message: 'a start' })}\n`);
    return log;
  } catch (error) {
    await log?.close();
    const { code } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const why = isFull ? 'is on a drive that is full: make room' : `can’t be written (${code ?? String(error)})`;
    return { problem: `its data folder ${dataFolder} ${why}`, final: true };
  }
}

function started(child: ChildProcess, stdout: Readable | null, logPath: string): Promise<Started> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ problem: error.message, final: true }));
    child.once('exit', async (code) => {
      const said = (await readFile(logPath, 'utf8').catch(() => '')).trim().split('\n').at(-1);
      resolve({ problem: said || `it ended with status ${code}`, final: code !== ALREADY_RUNNING });
    });
    if (!stdout) return resolve({ problem: 'it could not be listened to', final: true });
    createInterface({ input: stdout }).once('line', (row) => {
      const reply = startedSchema.safeParse(parseJson(row));
      if (!reply.success) return resolve({ problem: 'it did not say its address', final: true });
      const { address, key, user } = reply.data;
      stdout.destroy();
      child.unref();
      resolve({ service: { baseUrl: new URL(address), key, userId: user }, child });
    });
  });
}

/** Opens the connection that keeps the service alive. Null where it does not answer as ours. */
function holdOn(service: Address): Promise<ClientRequest | null> {
  return new Promise((resolve) => {
    const request = get(new URL('/internal/attach', service.baseUrl), {
      agent: false,
      headers: { [AUTHORIZATION_HEADER]: bearer(service.key), [USER_ID_HEADER]: service.userId },
    });
    request.once('response', (response) => {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
