// The life of a service as a process.
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../accounts.ts';
import { DECISIONS } from '../decisions.ts';
import { buildServer } from '../server.ts';
import { EspeakEngine } from '../speech/espeak/espeak-engine.ts';
import { ServiceDatabase } from '../store/database.ts';
import { JobStore } from '../store/job-store.ts';
import { type Renderer, SpeechRenderer } from '../work/renderer.ts';
import { SilentRenderer } from '../work/silent-renderer.ts';
import { WorkerPool } from '../work/worker-pool.ts';
import { localAccount } from './account-file.ts';
import { Attachments } from './attachments.ts';
import { DataFolder } from './data-folder.ts';
import type { Log } from './log.ts';
import type { HostOptions } from './options.ts';

/** How long an attached service waits for the first one who attaches, in milliseconds. */
const FIRST_ATTACHMENT_MS = 15_000;

/** A service that listens. */
export interface RunningService {
  readonly address: string;
  readonly account: Account;
  /** Stops it; what was accepted and is not done is done after the next start. */
  stop(): Promise<void>;
}

function newRenderer(speech: HostOptions['speech']): Renderer {
  if (speech === 'silent') return new SilentRenderer();
  const pool = new WorkerPool(availableParallelism());
  // Whoever listens has threads of their own: they are started when they are first needed.
  const listenedTo = new WorkerPool(DECISIONS.streams);
  return new SpeechRenderer(new EspeakEngine(pool, listenedTo), pool, listenedTo);
}

/** Forgets what is no longer kept, now and then. @returns what ends it */
function startSweeping(store: JobStore, audioFolder: string, log: Log): () => void {
  const sweep = (): void => {
    const files = store.sweep(Date.now() - DECISIONS.keptSeconds * 1000);
    if (files.length > 0) log.info({ files: files.length }, 'old results were removed');
    for (const file of files) rm(join(audioFolder, file), { force: true }).catch(() => {});
  };
  sweep();
  const timer = setInterval(sweep, DECISIONS.sweepSeconds * 1000);
  return () => clearInterval(timer);
}

async function listen(app: FastifyInstance, { host, port }: HostOptions): Promise<string> {
  const address = await app.listen({ host, port });
  // Who listens on every address is reached on this machine by this one.
  return address.replace('://0.0.0.0:', '://127.0.0.1:').replace('://[::]:', '://[::1]:');
}

/**
 * Starts a service.
 *
 * @param onDeserted called where the service is attached and nobody holds on to it any more
 * @throws FolderTakenError, AccountFileError, NewerDatabaseError; what the operating system says of the address
 */
export async function startService(
  options: HostOptions,
  version: string,
  log: Log,
  onDeserted: () => void,
): Promise<RunningService> {
  const folder = await DataFolder.take(options.data);
  const undo: (() => Promise<void> | void)[] = [() => folder.close()];
  const unwind = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const { account, signingSecret } = localAccount(folder.paths.account, options.plan);
    const database = new ServiceDatabase(folder.paths.database);
    undo.push(() => database.close());
    const store = new JobStore(database);
    const renderer = newRenderer(options.speech);
    undo.push(() => renderer.close());
    const attachments = new Attachments(
      options.attached ? { graceMs: options['grace-ms'], firstMs: FIRST_ATTACHMENT_MS, onDeserted } : undefined,
    );
    undo.push(() => attachments.close());
    const app = buildServer({
      accounts: [account],
      store,
      database,
      renderer,
      audioFolder: folder.paths.audio,
      // Silence must not be kept as what a voice sounds like.
      sampleFolder: options.speech === 'silent' ? join(folder.paths.samples, 'silent') : folder.paths.samples,
      signingSecret,
      log,
      version,
      attachments,
    });
    undo.push(() => app.close());
    undo.push(startSweeping(store, folder.paths.audio, log));
    const address = await listen(app, options);
    folder.announce(address);
    undo.push(() => folder.withdraw());
    log.info({ address, plan: account.plan, speech: options.speech }, 'the service listens');
    return { address, account, stop: unwind };
  } catch (error) {
    await unwind();
    throw error;
  }
}
