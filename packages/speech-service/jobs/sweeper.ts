import { setImmediate as nextTurn } from 'node:timers/promises';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { JobStore } from '../ports/jobs.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { jobIdOfFile } from './job-files.ts';

/** Batches per transaction. Requests are handled between transactions. */
const BATCHES_PER_TRANSACTION = 50;

export interface SweeperOptions {
  readonly store: Pick<JobStore, 'removeFinished' | 'isFileInUse'>;
  readonly objects: Pick<ObjectStore, 'remove' | 'list'>;
  /** Leftovers must be at least this old, in milliseconds. Required if other machines share the objects. */
  readonly leftoverAgeMs?: number | undefined;
  readonly keptSeconds?: number | undefined;
  readonly log: Logger;
  readonly now: () => number;
}

export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #keptMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#keptMs = (options.keptSeconds ?? DECISIONS.keptSeconds) * 1000;
  }

  start(): void {
    // Sweep more often if the retention period is short.
    const everyMs = Math.min(DECISIONS.sweepSeconds * 1000, Math.max(1000, this.#keptMs / 4));
    this.#timer = setInterval(() => this.#run(() => this.sweep()), everyMs);
    this.#run(() => this.sweep());
    this.#run(() => this.sweepLeftovers());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  async sweep(): Promise<void> {
    const { store, objects, log, now } = this.#options;
    const before = now() - this.#keptMs;
    let removed = 0;
    for (let found = BATCHES_PER_TRANSACTION; found === BATCHES_PER_TRANSACTION && !this.#isStopped; ) {
      const swept = await store.removeFinished(before, BATCHES_PER_TRANSACTION);
      found = swept.batches;
      for (const file of swept.files) await objects.remove(file);
      removed += swept.files.length;
      await nextTurn();
    }
    if (removed > 0) log.info({ files: removed }, 'old results were removed');
  }

  /** Deletes files left by a killed sweep. Files of unfinished jobs are kept, so this can run alongside the queue. */
  async sweepLeftovers(): Promise<void> {
    const { store, objects, leftoverAgeMs, log, now } = this.#options;
    const before = leftoverAgeMs === undefined ? Number.POSITIVE_INFINITY : now() - leftoverAgeMs;
    let removed = 0;
    for await (const name of objects.list(before)) {
      if (this.#isStopped) return;
      const job = jobIdOfFile(name);
      if (job === undefined || (await store.isFileInUse(job, name))) continue;
      await objects.remove(name);
      removed += 1;
    }
    if (removed > 0) log.info({ files: removed }, 'leftovers were removed');
  }

  #run(sweep: () => Promise<void>): void {
    this.#sweeping = this.#sweeping.then(sweep).catch((error: unknown) => {
      this.#options.log.error({ reason: String(error) }, 'old results could not be removed');
    });
  }
}
