// Results are kept for a while; older ones are removed, and so are files of jobs that are gone.
import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { JobStore } from '../store/job-store.ts';
import { jobOfFile } from './job-files.ts';

/** Batches that are forgotten in one transaction: requests are answered between two of them. */
const BATCHES_AT_ONCE = 50;

export interface SweeperOptions {
  readonly store: JobStore;
  /** The folder of the audio files. */
  readonly audioFolder: string;
  /** Seconds for which a finished batch and its audio are kept; a week unless given. */
  readonly keptSeconds?: number | undefined;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
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

  /** Sweeps now, in the background, and then now and then. */
  start(): void {
    // What is kept for a short time only is looked at more often.
    const everyMs = Math.min(DECISIONS.sweepSeconds * 1000, Math.max(1000, this.#keptMs / 4));
    this.#timer = setInterval(() => this.#run(() => this.sweep()), everyMs);
    this.#run(() => this.sweep());
    this.#run(() => this.sweepLeftovers());
  }

  /** Resolves when nothing is swept any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  /** Forgets the batches that were finished too long ago, with their files. */
  async sweep(): Promise<void> {
    const { store, log, now } = this.#options;
    const before = now() - this.#keptMs;
    let removed = 0;
    for (let found = BATCHES_AT_ONCE; found === BATCHES_AT_ONCE && !this.#isStopped; ) {
      const swept = store.sweep(before, BATCHES_AT_ONCE);
      found = swept.batches;
      for (const file of swept.files) await this.#remove(file);
      removed += swept.files.length;
      await nextTurn();
    }
    if (removed > 0) log.info({ files: removed }, 'old results were removed');
  }

  /**
   * Removes the files of jobs that are gone, or have another file: the service was killed when it was about to remove them.
   * A job that is open keeps its file, so that this may run while the queue works.
   */
  async sweepLeftovers(): Promise<void> {
    const { store, audioFolder, log } = this.#options;
    let removed = 0;
    for await (const { name } of await opendir(audioFolder)) {
      if (this.#isStopped) return;
      const job = jobOfFile(name);
      if (job === undefined || store.isWanted(job, name)) continue;
      await this.#remove(name);
      removed += 1;
    }
    if (removed > 0) log.info({ files: removed }, 'leftovers were removed');
  }

  /** One after another; what goes wrong is tried again the next time. */
  #run(sweep: () => Promise<void>): void {
    this.#sweeping = this.#sweeping.then(sweep).catch((error: unknown) => {
      this.#options.log.error({ reason: String(error) }, 'old results could not be removed');
    });
  }

  async #remove(file: string): Promise<void> {
    await rm(join(this.#options.audioFolder, file), { force: true }).catch(() => {});
  }
}
