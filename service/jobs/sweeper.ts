// Results are kept for a while; what is older goes, and so does what a crash has left behind.
import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AUDIO_FORMATS } from '../../shared/model/audio-formats.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { JobStore } from '../store/job-store.ts';

/** Batches that are forgotten in one transaction: requests are answered between two of them. */
const BATCHES_AT_ONCE = 50;

const EXTENSIONS = [...new Set(Object.values(AUDIO_FORMATS).map(({ extension }) => extension))].join('|');
/** A job's file, finished or still being written, as the queue names it. Files of any other name are not the service's. */
const JOB_FILE = new RegExp(
  `^(?<file>(?<id>[a-z]{2}-[0-9A-Za-z]{22})\\.(?:${EXTENSIONS}))(?<part>\\.part|\\.samples)?$`,
);

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
   * Removes files that no job has to do with: what was being written when the service was killed, and what it was about to
   * remove. A job that is open keeps its files, so that this may run while the queue works.
   */
  async sweepLeftovers(): Promise<void> {
    const { store, audioFolder, log } = this.#options;
    let removed = 0;
    for await (const { name } of await opendir(audioFolder)) {
      if (this.#isStopped) return;
      const { id, file, part } = JOB_FILE.exec(name)?.groups ?? {};
      if (id === undefined || file === undefined) continue;
      // A job that has ended no longer needs its unfinished file, even if the job has a file of that name.
      if (store.isWanted(id, part === undefined ? file : name)) continue;
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
