import { join } from 'node:path';
import { type MonotonicClock, SYSTEM_CLOCK } from '../common/clock.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { ClaimedJob, FinishedJob, WorkQueue } from '../ports/jobs.ts';
import { type ObjectStore, StoreUnavailableError } from '../ports/objects.ts';
import type { ProgressReporter } from '../ports/progress.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { createStreamOrder, type StreamOrder } from '../rendering/stream-order.ts';
import { type OnProgress, SpeechError } from '../speech/speech-engine.ts';
import { jobFileName } from './job-files.ts';
import { simulateProgress } from './job-progress.ts';

/** Delay in milliseconds before retrying a failed operation of the database or the object store. */
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
  readonly queue: WorkQueue;
  readonly renderer: Renderer;
  readonly progress: ProgressReporter;
  /** The local folder that files are rendered in. */
  readonly audioFolder: string;
  /** Where finished files are kept. */
  readonly objects: Pick<ObjectStore, 'put' | 'remove'>;
  /** Minimum time in the lane, as a multiple of the audio length. */
  readonly speedFactor?: number | undefined;
  readonly log: Logger;
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
  readonly #tries = new Map<string, number>();
  readonly #stopping = new AbortController();
  /** Lanes that had no more jobs when they were last looked at. */
  readonly #emptyLanes = new Set<string>();
  /** Lanes with stored jobs whose engine has been removed from the configuration. Read when first needed. */
  #goneLanes: readonly string[] | undefined;
  #again: NodeJS.Timeout | undefined;
  #isAsked = false;
  #isLooking = false;
  #isDraining = false;
  #looking: Promise<void> | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  /** Starts waiting jobs. Call this after adding a job. Tries again later if the database fails. */
  wake(): void {
    this.#emptyLanes.clear();
    this.#fillPlaces();
  }

  /** Starts waiting jobs in lanes with free places. */
  #fillPlaces(): void {
    if (this.#isDraining) return;
    this.#isAsked = true;
    if (!this.#isLooking) this.#looking = this.#look();
  }

  /** Takes no more jobs, and waits for those in progress, but no longer than the given time. */
  async drain(milliseconds: number): Promise<void> {
    this.#isDraining = true;
    await this.#looking;
    const timer = new AbortController();
    const ended = Promise.allSettled([...this.#running].map(({ work }) => work));
    await Promise.race([ended, this.#clock.sleep(milliseconds, timer.signal)]).finally(() => timer.abort());
  }

  async stop(): Promise<void> {
    const reason = new Error('The service is stopping.');
    this.#stopping.abort(reason);
    clearTimeout(this.#again);
    await this.#looking;
    for (const { stop } of this.#running) stop.abort(reason);
    await Promise.allSettled([...this.#running].map(({ work }) => work));
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#isAsked && !this.#isDraining && !this.#stopping.signal.aborted) {
      // Several jobs that end together leave several places, which are filled at once.
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#isAsked = false;
      try {
        this.#goneLanes ??= await this.#findGoneLanes();
        const lanes = [
          ...this.#options.renderer.lanes,
          ...this.#goneLanes.map((lane) => [lane, SETTLED_PER_YIELD] as const),
        ];
        await Promise.all(lanes.map(([lane, most]) => this.#startJobs(lane, most)));
      } catch (error) {
        this.#options.log.error({ reason: String(error) }, 'no job could be taken');
        clearTimeout(this.#again);
        this.#again = setTimeout(() => this.wake(), RETRY_MS).unref();
      }
    }
    this.#isLooking = false;
  }

  async #findGoneLanes(): Promise<readonly string[]> {
    const lanes = await this.#options.queue.lanes();
    return lanes.filter((lane) => !this.#options.renderer.lanes.has(lane));
  }

  async #startJobs(lane: string, limit: number): Promise<void> {
    if (this.#emptyLanes.has(lane)) return;
    const holdsPlace = (one: RunningJob): boolean => one.lane === lane && !one.isMade;
    const free = limit - [...this.#running].filter(holdsPlace).length;
    if (free <= 0) return;
    // If a job is added in the meantime, `wake` removes the lane again.
    this.#emptyLanes.add(lane);
    const claimed = await this.#options.queue.claim(lane, free);
    if (claimed.length === free) this.#emptyLanes.delete(lane);
    for (const job of claimed) this.#start(job, lane);
  }

  #start(job: ClaimedJob, lane: string): void {
    const stop = new AbortController();
    const onMade = (): void => this.#freePlace(running);
    const work = this.#run(job, stop.signal, onMade).finally(() => this.#handleEnd(running));
    const running: RunningJob = { lane, isMade: false, stop, work };
    this.#running.add(running);
  }

  #freePlace(running: RunningJob): void {
    if ([...this.#running].filter(({ isMade }) => isMade).length >= MAX_UNWRITTEN) return;
    running.isMade = true;
    this.#fillPlaces();
  }

  #handleEnd(running: RunningJob): void {
    this.#running.delete(running);
    this.#fillPlaces();
  }

  /** Runs a job, or moves it to another lane if the engines have changed since it was accepted. */
  async #run(job: ClaimedJob, signal: AbortSignal, onMade: () => void): Promise<void> {
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

  async #process(job: ClaimedJob, order: StreamOrder, signal: AbortSignal, onMade: () => void): Promise<void> {
    const { progress, log } = this.#options;
    progress.begin(job.id);
    const verdict = await this.#render(job, order, signal, onMade).catch((error: unknown) => ({ error }));
    if ('error' in verdict && !signal.aborted) {
      const reason = verdict.error instanceof Error ? verdict.error.name : 'unknown';
      log.warn({ job: job.id, reason }, 'a job was not rendered');
    }
    await this.#storeOutcome(job, verdict, signal);
  }

  async #render(job: ClaimedJob, order: StreamOrder, signal: AbortSignal, onMade: () => void): Promise<FinishedJob> {
    const file = jobFileName(job, order.format);
    const { renderer, progress, audioFolder, speedFactor = 0 } = this.#options;
    const path = join(audioFolder, file);
    const from = this.#clock.now();
    const tell: OnProgress = (stage, fraction) => progress.advance(job.id, stage, fraction);
    // With a speed factor, `simulateProgress` reports the progress, because the duration is only known after rendering.
    const [onProgress, free] = speedFactor > 0 ? [] : [tell, onMade];
    const finished = await renderer.render({ ...order, path }, signal, onProgress, free);
    await simulateProgress(this.#clock, from, finished.duration * 1000 * speedFactor, tell, signal);
    await this.#keep(job, file, path, signal);
    return { file, ...finished };
  }

  /**
   * Moves a finished file to the object store. While the store can't be used, the job waits instead of failing, as it
   * does for the database.
   */
  async #keep(job: ClaimedJob, file: string, path: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await this.#options.objects.put(file, path);
        return;
      } catch (failure) {
        if (!(failure instanceof StoreUnavailableError)) throw failure;
        this.#options.log.error({ job: job.id, reason: failure.message }, 'a finished file could not be stored');
      }
      await this.#clock.sleep(RETRY_MS, signal);
    }
  }

  /** Stores the outcome of a job, retrying until it succeeds. The job keeps its place in the lane until then. */
  async #storeOutcome(job: ClaimedJob, outcome: JobOutcome, signal: AbortSignal): Promise<void> {
    const isAnotherTry = 'error' in outcome && this.#shouldRetry(job, outcome.error);
    for (;;) {
      try {
        if (isAnotherTry) await this.#release(job, job.lane);
        else if ('lane' in outcome) await this.#release(job, outcome.lane);
        else await this.#end(job, outcome);
        return;
      } catch (failure) {
        this.#options.log.error({ job: job.id, reason: String(failure) }, 'the end of a job could not be written');
      }
      if (signal.aborted) return;
      await this.#clock.sleep(RETRY_MS, signal).catch(() => {});
    }
  }

  async #release(job: ClaimedJob, lane: string): Promise<void> {
    await this.#options.queue.release(job, lane);
    this.#emptyLanes.delete(lane);
    this.#options.progress.release(job.id);
  }

  async #end(job: ClaimedJob, verdict: FinishedJob | { readonly error: unknown }): Promise<void> {
    const { queue, progress, objects } = this.#options;
    const ended =
      'error' in verdict ? await queue.fail(job, failureReason(verdict.error)) : await queue.complete(job, verdict);
    this.#tries.delete(job.id);
    if (ended !== undefined) progress.end(ended.job);
    else if ('file' in verdict) await objects.remove(verdict.file);
  }

  #shouldRetry(job: ClaimedJob, error: unknown): boolean {
    if (this.#stopping.signal.aborted) return true;
    const tries = (this.#tries.get(job.id) ?? 0) + 1;
    this.#tries.set(job.id, tries);
    return !(error instanceof SpeechError) && tries < DECISIONS.attempts;
  }
}

const failureReason = (error: unknown): string => (error instanceof SpeechError ? error.message : ENGINE_FAILED);
