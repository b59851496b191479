import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isCorrupt, isFull, isReadOnly } from '../../../node/sqlite/sqlite-codes.ts';
import type { Logger } from '../common/log.ts';
import { Sweeper } from '../jobs/sweeper.ts';
import type { ServiceAccount } from '../ports/accounts.ts';
import { Attachments } from '../routes/internal.ts';
import { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { localServers } from '../speech/elsewhere/discover-engines.ts';
import { type DatabaseTrouble, ServiceDatabase } from '../store/database.ts';
import { FolderObjects } from '../store/folder-objects.ts';
import { SqliteCloneStore } from '../store/sqlite-clone-store.ts';
import { SqliteJobStore } from '../store/sqlite-job-store.ts';
import { CloneSamples } from '../voices/clone-samples.ts';
import { createResolver } from '../voices/voice-directory.ts';
import { loadLocalAccount } from './account-file.ts';
import { DataFolder } from './data-folder.ts';
import type { HostOptions } from './options.ts';
import { buildServer } from './server.ts';
import { createSpeech } from './speech.ts';
import { Teardown } from './teardown.ts';

const ATTACH_TIMEOUT_MS = 15_000;

export interface RunningService {
  readonly address: string;
  readonly account: ServiceAccount;
  readonly setAside: string | null;
  /** Stops the service. Unfinished jobs continue the next time it starts. */
  stop(): Promise<void>;
}

function createEngineSettings(options: HostOptions): EngineSettings {
  const named = options['speech-config'];
  const ports = options['engine-ports'];
  return new EngineSettings({
    path: named ?? join(options.data, 'speech.json'),
    isNeeded: named !== undefined,
    places: ports && localServers(ports),
  });
}

function logDatabaseTrouble(log: Logger, { kind, isKept, aside, reason }: DatabaseTrouble): void {
  const fields = { kind, reason, ...(aside !== null && { aside }) };
  if (isKept) log.warn(fields, 'service.db was written again because its file was missing');
  else log.error(fields, 'service.db could not be read and has been replaced; accepted jobs are lost');
}

async function listen(app: FastifyInstance, { host, port }: HostOptions): Promise<string> {
  const address = await app.listen({ host, port });
  // Clients can't connect to a wildcard address, so report loopback instead.
  return address.replace('://0.0.0.0:', '://127.0.0.1:').replace('://[::]:', '://[::1]:');
}

/** Starts the service. @param onUnused called when an attached service has lost its last client */
export async function startService(
  options: HostOptions,
  version: string,
  log: Logger,
  onUnused: () => void,
): Promise<RunningService> {
  const folder = await DataFolder.open(options.data);
  const undo = new Teardown();
  undo.add(() => folder.close());
  try {
    const { account, signingSecret } = loadLocalAccount(folder.paths.account, options.plan);
    let damaged: string | null = null;
    const database = new ServiceDatabase(folder.paths.database, (trouble) => {
      logDatabaseTrouble(log, trouble);
      if (trouble.kind === 'damaged') damaged = trouble.aside;
    });
    const setAside = damaged;
    undo.add(() => database.close());
    const store = new SqliteJobStore(database);
    const cloneSamples = new CloneSamples(folder.paths.cloneSamples);
    const engines = createEngineSettings(options);
    const { packs: packFolder, ahead } = folder.paths;
    const resolve = createResolver(new SqliteCloneStore(database));
    const speech = createSpeech({
      kind: options.speech,
      engines,
      packs: packFolder,
      ahead,
      cloneSamples,
      resolve,
      log,
    });
    const { renderer, packs } = speech;
    undo.add(() => speech.close());
    const attachments = new Attachments(
      options.attached ? { graceMs: options['grace-ms'], firstMs: ATTACH_TIMEOUT_MS, onUnused } : undefined,
    );
    undo.add(() => attachments.close());
    const app = buildServer({
      accounts: [account],
      host: options.host,
      store,
      database,
      renderer,
      ...(packs && { refreshVoices: () => packs.refresh(), cloneSpeech: (clone) => packs.cloneSpeech(clone) }),
      audioFolder: folder.paths.audio,
      // Store samples rendered with `--speech silent` separately, so that they are never served as a voice's real
      // sample.
      sampleFolder: options.speech === 'silent' ? join(folder.paths.samples, 'silent') : folder.paths.samples,
      uploadFolder: join(options.data, 'uploads'),
      cloneSamples,
      signingSecret,
      speedFactor: options['speed-factor'],
      webhookReach: options.webhooks,
      log,
      version,
      attachments,
      engines,
    });
    undo.add(() => app.close());
    const sweeper = new Sweeper({
      store,
      objects: new FolderObjects(folder.paths.audio),
      keptSeconds: options['keep-hours'] * 3600,
      log,
      now: Date.now,
    });
    undo.add(() => sweeper.stop());
    sweeper.start();
    const address = await listen(app, options);
    folder.publishAddress(address);
    undo.add(() => folder.withdrawAddress());
    const { webhooks, 'speed-factor': speedFactor, 'keep-hours': keepHours } = options;
    log.info(
      { address, plan: account.plan, speech: options.speech, speedFactor, keepHours, webhooks },
      'the service listens',
    );
    return { address, account, setAside, stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

export function describeStartError(error: unknown, dataFolder: string | null): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, path, port, address, hostname } = error as NodeJS.ErrnoException & {
    readonly port?: number;
    readonly address?: string;
    readonly hostname?: string;
  };
  if (code === 'EADDRINUSE') {
    return `The port ${port} is already in use: choose another with --port, or omit it to use a free port.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `This user isn’t allowed to use the port ${port}: choose a port of 1024 or above with --port.`;
  }
  if (code === 'EADDRNOTAVAIL') return `This machine doesn’t have the address ${address}: choose another with --host.`;
  // The host name can't be resolved, or the address is invalid.
  if (syscall === 'getaddrinfo') return `“${hostname}” is not an address of this machine: choose another with --host.`;
  if (syscall === 'listen' || syscall === 'bind') {
    return `The service can’t listen on ${address ?? 'this address'} (${code}): choose another with --host or --port.`;
  }
  const folder = `The data folder ${dataFolder ?? ''}`.trimEnd();
  const other = 'choose another folder with --data';
  if (code === 'ENOSPC' || isFull(error)) {
    return `${folder} is on a full drive: free up space, or ${other}.`;
  }
  if (isCorrupt(error)) {
    return `${folder} contains a damaged database (${error.message}): move the folder away to start with an empty one, or ${other}.`;
  }
  if (isReadOnly(error)) return `${folder} isn’t writable: ${other}.`;
  // Node's recursive mkdir reports ENOENT on a read-only drive.
  if (path !== undefined && /^(EROFS|EACCES|EPERM|ENOTDIR|EEXIST|ENOENT)$/.test(code ?? '')) {
    return `${folder} can’t be created or written at ${path} (${code}): ${other}.`;
  }
  return error.message;
}
