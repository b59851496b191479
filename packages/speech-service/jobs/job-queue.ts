import { join } from 'node:path';
import { type MonotonicClock, SYSTEM_CLOCK } from '../common/clock.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { audioFileName, createStreamOrder, type StreamOrder } from '../rendering/stream-order.ts';
import { type OnProgress, SpeechError } from '../speech/speech-engine.ts';
import type { EndedJob, FinishedJob, JobStore, OnJobEnded, StoredJob } from '../store/job-store.ts';
import { type JobProgress, simulateProgress } from './job-progress.ts';

type End = () => EndedJob | undefined;

interface PendingOutcome {
  readonly end: End;
  readonly resolve: (ended: EndedJob | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class OutcomeWriter {
  readonly #store: Pick<JobStore, 'inTransaction'>;
  #waiting: PendingOutcome[] = [];

  constructor(store: Pick<JobStore, 'inTransaction'>) {
    this.#store = store;
  }

  write(end: End): Promise<EndedJob | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#writeAll());
      this.#waiting.push({ end, resolve, reject });
    });
  }

  #writeAll(): void {
    const all = this.#waiting;
    this.#waiting = [];
    try {
      const ended = this.#store.inTransaction(() => all.map(({ end }) => end()));
      for (const [index, { resolve }] of all.entries()) resolve(ended[index]);
    } catch (error) {
      // Write outcomes one by one, so that a failing write doesn't block the others.
      if (all.length === 1) all[0]?.reject(error);
      else for (const one of all) this.#writeOne(one);
    }
  }

  #writeOne({ end, resolve, reject }: PendingOutcome): void {
    try {
      resolve(end());
    } catch (error) {
      reject(error);
    }
  }
}

/** Delay in milliseconds before retrying a failed database operation. */
const RETRY_MS = 1000;
/**
 * Maximum number of jobs that have left their lane and are waiting for the disk. Further jobs keep their place in the
 * lane.
 */
const MAX_UNWRITTEN = 64;
const SETTLED_PER_YIELD = 20;

const ENGINE_FAILED = 'The text could not be spoken: the engine failed.';
const ENGINE_REMOVED = 'The engine for the voice of this job is no longer configured.';

export interface JobQueueOptions {
  readonly store: JobStore;
  readonly renderer: Renderer;
  readonly progress: JobProgress;
  readonly audioFolder: string;
  /** Minimum time in the lane, as a multiple of the audio length. */
  readonly speedFactor?: number | undefined;
  readonly alongside?: OnJobEnded | undefined;
  readonly log: Logger;
  readonly now: () => number;
  readonly clock?: MonotonicClock | undefined;
}

type JobOutcome = FinishedJob | { readonly error: unknown } | { readonly lane: string };

interface RunningJob {
  readonly lane: string;
  /** Whether the job has left its place in the lane and is only waiting for the disk. */
  isMade: boolean;
  readonly stop: AbortController;
  readonly work: Promise<void>;
}

/** Runs jobs in order within each lane, as many at a time as the renderer supports. Lanes don't block each other. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #clock: MonotonicClock;
  readonly #running = new Set<RunningJob>();
  readonly #ends: OutcomeWriter;
  readonly #tries = new Map<string, number>();
  readonly #stopping = new AbortController();
  /** Lanes with stored jobs whose engine has been removed from the configuration. */
  readonly #goneLanes: readonly string[];
  #again: NodeJS.Timeout | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#ends = new OutcomeWriter(options.store);
    this.#goneLanes = options.store.lanes().filter((lane) => !options.renderer.lanes.has(lane));
  }

  /**
   * Starts waiting jobs. Call this after adding a job or freeing a place in a lane. Tries again later if the database
   * fails.
   */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    try {
      for (const [lane, most] of this.#options.renderer.lanes) this.#startJobs(lane, most);
      for (const lane of this.#goneLanes) this.#startJobs(lane, SETTLED_PER_YIELD);
    } catch (error) {
      this.#options.log.error({ reason: String(error) }, 'no job could be taken');
      clearTimeout(this.#again);
      this.#again = setTimeout(() => this.wake(), RETRY_MS).unref();
    }
  }

  async stop(): Promise<void> {
    const reason = new Error('The service is stopping.');
    this.#stopping.abort(reason);
    clearTimeout(this.#again);
    for (const { stop } of this.#running) stop.abort(reason);
    await Promise.allSettled([...this.#running].map(({ work }) => work));
  }

  #startJobs(lane: string, limit: number): void {
    const holdsPlace = (one: RunningJob): boolean => one.lane === lane && !one.isMade;
    for (let free = limit - [...this.#running].filter(holdsPlace).length; free > 0; free -= 1) {
      const job = this.#options.store.claim(lane);
      if (job === undefined) return;
      const stop = new AbortController();
      const onMade = (): void => this.#freePlace(running);
      const work = this.#run(job, stop.signal, onMade).finally(() => this.#handleEnd(running));
      const running: RunningJob = { lane, isMade: false, stop, work };
      this.#running.add(running);
    }
  }

  #freePlace(running: RunningJob): void {
    if ([...this.#running].filter(({ isMade }) => isMade).length >= MAX_UNWRITTEN) return;
    running.isMade = true;
    this.wake();
  }

  #handleEnd(running: RunningJob): void {
    this.#running.delete(running);
    this.wake();
  }

  /** Runs a job, or moves it to another lane if the engines have changed since it was accepted. */
  async #run(job: StoredJob, signal: AbortSignal, onMade: () => void): Promise<void> {
    const { renderer } = this.#options;
    let verdict: JobOutcome | undefined;
    try {
      const order = createStreamOrder(job.input, job.seed);
      const lane = renderer.laneOf(order);
      if (lane === job.lane && renderer.lanes.has(lane)) return await this.#process(job, order, signal, onMade);
      verdict = renderer.lanes.has(lane) ? { lane } : { error: new SpeechError(ENGINE_REMOVED) };
    } catch (error) {
      verdict = { error };
    }
    // Yield to the event loop, so that a long series of jobs that end here doesn't delay requests.
    await new Promise<void>((resolve) => setImmediate(resolve));
    await this.#storeOutcome(job, verdict, signal);
  }

  async #process(job: StoredJob, order: StreamOrder, signal: AbortSignal, onMade: () => void): Promise<void> {
    const { progress, log } = this.#options;
    progress.begin(job.id);
    const verdict = await this.#render(job, order, signal, onMade).catch((error: unknown) => ({ error }));
    if ('error' in verdict && !signal.aborted) {
      const reason = verdict.error instanceof Error ? verdict.error.name : 'unknown';
      log.warn({ job: job.id, reason }, 'a job was not rendered');
    }
    await this.#storeOutcome(job, verdict, signal);
  }

  async #render(job: StoredJob, order: StreamOrder, signal: AbortSignal, onMade: () => void): Promise<FinishedJob> {
    const { renderer, progress, audioFolder, speedFactor = 0 } = this.#options;
    const file = audioFileName(job.id, order.format);
    const from = this.#clock.now();
    const tell: OnProgress = (stage, fraction) => progress.advance(job.id, stage, fraction);
    // With a speed factor, `simulateProgress` reports the progress, because the duration is only known after rendering.
    const [onProgress, free] = speedFactor > 0 ? [] : [tell, onMade];
    const finished = await renderer.render({ ...order, path: join(audioFolder, file) }, signal, onProgress, free);
    await simulateProgress(this.#clock, from, finished.duration * 1000 * speedFactor, tell, signal);
    return { file, ...finished };
  }

  /** Stores the outcome of a job, retrying until it succeeds. The job keeps its place in the lane until then. */
  async #storeOutcome(job: StoredJob, outcome: JobOutcome, signal: AbortSignal): Promise<void> {
    const isAnotherTry = 'error' in outcome && this.#shouldRetry(job, outcome.error);
    for (;;) {
      try {
        if (isAnotherTry) this.#release(job, job.lane);
        else if ('lane' in outcome) this.#release(job, outcome.lane);
        else await this.#end(job, outcome);
        return;
      } catch (failure) {
        this.#options.log.error({ job: job.id, reason: String(failure) }, 'the end of a job could not be written');
      }
      if (signal.aborted) return;
      await this.#clock.sleep(RETRY_MS, signal).catch(() => {});
    }
  }

  #release(job: StoredJob, lane: string): void {
    this.#options.store.release(job.id, lane);
    this.#options.progress.release(job.id);
  }

  async #end(job: StoredJob, verdict: FinishedJob | { readonly error: unknown }): Promise<void> {
    const { store, progress, alongside, now } = this.#options;
    const ended = await this.#ends.write(() =>
      'error' in verdict
        ? store.fail(job.id, failureReason(verdict.error), now(), alongside)
        : store.complete(job.id, verdict, now(), alongside),
    );
    this.#tries.delete(job.id);
    if (ended !== undefined) progress.end(ended.job);
  }

  #shouldRetry(job: StoredJob, error: unknown): boolean {
    if (this.#stopping.signal.aborted) return true;
    const tries = (this.#tries.get(job.id) ?? 0) + 1;
    this.#tries.set(job.id, tries);
    return !(error instanceof SpeechError) && tries < DECISIONS.attempts;
  }
}

const failureReason = (error: unknown): string => (error instanceof SpeechError ? error.message : ENGINE_FAILED);
