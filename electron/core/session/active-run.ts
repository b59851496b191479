import type { InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock, Random } from '../ports.ts';
import { type Run, startRun } from '../production/run.ts';
import type { RunOutcome } from '../production/run-state.ts';
import type { ServiceLink } from '../production/service-link.ts';
import type { SharedCap } from '../production/shared-cap.ts';
import type { KnownVoices } from '../production/voice-uses.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { RunPlanner } from './run-planner.ts';

export interface ActiveRunParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly planner: RunPlanner;
  readonly sharedCap?: SharedCap | undefined;
  readonly workers: Pick<AudioWorkers, 'checkAudio'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly known: KnownVoices;
  readonly inDoubtPolicy: () => InDoubtPolicy;
  readonly onEvent: (event: RunEvent) => void;
  readonly onDefect: (error: unknown) => unknown;
}

export type RunEnd =
  | { readonly kind: 'done'; readonly outcome: RunOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

interface LiveRun {
  readonly run: Run;
  readonly link: ServiceLink;
  readonly end: AbortController;
  /** Settles when the run's end has been recorded. Never rejects. */
  readonly over: Promise<void>;
}

export interface RunStart {
  readonly runId: number;
  readonly lines: readonly OrderedLine[];
  readonly kind: WorkKind;
  /** Lines from an earlier process aren't sent until the producer resumes the run. */
  readonly isPaused: boolean;
}

export class ActiveRun {
  readonly #parts: ActiveRunParts;
  readonly #onEnd: (end: RunEnd) => void;
  #live: LiveRun | null = null;
  #starts = 0;

  /** `onEnd` isn't called if the run was aborted. */
  constructor(parts: ActiveRunParts, onEnd: (end: RunEnd) => void) {
    this.#parts = parts;
    this.#onEnd = onEnd;
  }

  get isLive(): boolean {
    return this.#live !== null;
  }

  get isDownloading(): boolean {
    return this.#live?.run.isDownloading ?? false;
  }

  get link(): ServiceLink | null {
    return this.#live?.link ?? null;
  }

  /** Number of times that sending or awaiting has started; null while active. */
  get starts(): number | null {
    return this.#live ? null : this.#starts;
  }

  /** Sends lines and polls the project's open batches. If the run is already active, adds the lines to it. */
  go(link: ServiceLink, { runId, lines, kind, isPaused }: RunStart): void {
    if (this.#live?.run.add(lines, kind, runId)) return;
    const end = new AbortController();
    const run = this.#start(link, { runId, lines: kind === 'bulk' ? lines : [], signal: end.signal });
    if (isPaused && lines.length === 0) run.hold();
    if (kind === 'interactive') run.add(lines, kind, runId);
    const over = run.outcome
      .then(
        (outcome): RunEnd => ({ kind: 'done', outcome }),
        (error: unknown): RunEnd => ({ kind: 'failed', error }),
      )
      .then((how) => this.#handleEnd(end, how))
      // The project can't even be read any more.
      .catch((error: unknown) => void this.#parts.onDefect(error));
    this.#live = { run, link, end, over };
    this.#starts += 1;
  }

  #start(
    link: ServiceLink,
    order: { readonly runId: number; readonly lines: readonly OrderedLine[]; readonly signal: AbortSignal },
  ): Run {
    const { project, journal, clock, random, workers, planner, sharedCap, known, inDoubtPolicy, onEvent } = this.#parts;
    return startRun(
      {
        project,
        journal,
        client: link.client,
        connection: link.identity,
        dispatcher: link.dispatcher,
        lane: project.dir,
        ...(link.pollTiming ? { pollTiming: link.pollTiming } : {}),
        readsPerMinute: link.readsPerMinute,
        clock,
        random,
        checkAudio: workers.checkAudio,
        known,
        terms: (ofRun) => planner.termsOf(ofRun),
        sharedCap,
        inDoubtPolicy,
        onEvent,
      },
      { ...order, retryFailed: planner.retriesOf(order.runId) },
    );
  }

  #handleEnd(run: AbortController, end: RunEnd): void {
    // Another run might have started before this one ended.
    if (this.#live?.end !== run) return;
    this.#live = null;
    if (run.signal.aborted) return;
    try {
      this.#onEnd(end);
    } catch (error) {
      // The end of the run can't be recorded, so treat the run as failed.
      if (end.kind === 'failed') throw error;
      this.#onEnd({ kind: 'failed', error });
    }
  }

  /** Results for lines that have already been sent are still received. */
  hold(): void {
    this.#live?.run.hold();
  }

  /** Resolves when everything in flight has been recorded. */
  async releaseLink(reason: string): Promise<void> {
    this.#live?.end.abort(new Error(reason));
    await this.#live?.over;
  }

  async waitUpTo(ms: number): Promise<void> {
    const patience = new AbortController();
    const timeout = this.#parts.clock.sleep(ms, patience.signal).catch(() => {});
    await Promise.race([this.#live?.over, timeout]);
    patience.abort();
  }
}
