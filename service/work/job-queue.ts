// Takes accepted jobs, oldest first, and sees each to its end.
import { join } from 'node:path';
import { DECISIONS } from '../decisions.ts';
import type { Log } from '../host/log.ts';
import { SpeechError } from '../speech/speech-engine.ts';
import type { JobStore, StoredJob } from '../store/job-store.ts';
import { fileName, formatOf, type Renderer, renderOrder } from './renderer.ts';

/** Milliseconds after which a job is asked for again where the database failed. */
const RETRY_MS = 1000;

const ENGINE_FAILED = 'The text could not be spoken: the engine failed.';

export interface JobQueueOptions {
  readonly store: JobStore;
  readonly renderer: Renderer;
  /** The folder of the audio files. */
  readonly audioFolder: string;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Works on several jobs at once, as many as the renderer does well. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #mostAtOnce: number;
  readonly #running = new Map<string, Promise<void>>();
  readonly #tries = new Map<string, number>();
  readonly #stopping = new AbortController();
  #retry: NodeJS.Timeout | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#mostAtOnce = [...options.renderer.lanes.values()].reduce((sum, size) => sum + size, 0);
  }

  /** To be called when there may be more to do. */
  wake(): void {
    while (!this.#stopping.signal.aborted && this.#running.size < this.#mostAtOnce) {
      const job = this.#claim();
      if (job === undefined) return;
      const work = this.#see(job).finally(() => {
        this.#running.delete(job.id);
        this.wake();
      });
      this.#running.set(job.id, work);
    }
  }

  /** Gives up what is in progress; the next start takes it up again. */
  async stop(): Promise<void> {
    clearTimeout(this.#retry);
    this.#stopping.abort(new Error('The service is stopping.'));
    await Promise.allSettled(this.#running.values());
  }

  /** The next job. Where the database can't be written, nothing is done for a while. */
  #claim(): StoredJob | undefined {
    try {
      return this.#options.store.claim();
    } catch (error) {
      this.#options.log.error({ reason: String(error) }, 'no job could be taken');
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.wake(), RETRY_MS).unref();
      return undefined;
    }
  }

  async #see(job: StoredJob): Promise<void> {
    const { store, renderer, audioFolder, log, now } = this.#options;
    const file = fileName(job.id, formatOf(job.input));
    try {
      const order = renderOrder(job.input, job.seed, join(audioFolder, file));
      const finished = await renderer.render(order, this.#stopping.signal);
      store.complete(job.id, { file, ...finished }, now());
      this.#tries.delete(job.id);
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      if (!this.#stopping.signal.aborted) log.warn({ job: job.id, reason }, 'a job was not rendered');
      this.#giveUp(job, error);
    }
  }

  /** Notes what becomes of a job that was not rendered. Where even that can't be written, the next start sees to it. */
  #giveUp(job: StoredJob, error: unknown): void {
    const { store, log, now } = this.#options;
    try {
      if (this.#isWorthAnotherTry(job, error)) store.release(job.id);
      else store.fail(job.id, error instanceof SpeechError ? error.message : ENGINE_FAILED, now());
    } catch (failure) {
      log.error({ job: job.id, reason: String(failure) }, 'the end of a job could not be written');
    }
  }

  #isWorthAnotherTry(job: StoredJob, error: unknown): boolean {
    if (this.#stopping.signal.aborted) return true;
    const tries = (this.#tries.get(job.id) ?? 0) + 1;
    const isWorth = !(error instanceof SpeechError) && tries < DECISIONS.attempts;
    if (isWorth) this.#tries.set(job.id, tries);
    else this.#tries.delete(job.id);
    return isWorth;
  }
}
