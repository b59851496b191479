// The active part of a run: sending and awaiting lines over one link. At most one at a time.

import type { OrderedLine } from '../../../shared/model/run.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock, Random } from '../ports.ts';
import { type Run, startRun } from '../production/run.ts';
import type { RunOutcome } from '../production/run-state.ts';
import type { ServiceLink } from '../production/service-link.ts';
import type { KnownVoices } from '../production/voice-uses.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { RunFeed } from './run-feed.ts';
import type { RunOrders } from './run-orders.ts';
import { optionsOf } from './run-plan.ts';

export interface RunInProgressParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly orders: RunOrders;
  readonly workers: Pick<AudioWorkers, 'checkAudio'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly feed: RunFeed;
  readonly known: KnownVoices;
  readonly onBatchDone: (batchId: number) => void;
  readonly onDefect: (error: unknown) => unknown;
}

/** Callbacks to the run's controller. Not called after the run has been aborted. */
export interface RunSteering {
  /** Whether the run is neither paused nor cancelled, so lines may be sent again automatically. */
  readonly isRunning: () => boolean;
  readonly onEnded: (outcome: RunOutcome) => void;
  readonly onFailed: (error: unknown) => void;
}

interface Live {
  readonly run: Run;
  readonly link: ServiceLink;
  readonly end: AbortController;
  /** Settles when the run has ended and this was recorded; never rejects. */
  readonly over: Promise<void>;
}

export interface RunStart {
  readonly runId: number;
  readonly lines: readonly OrderedLine[];
  readonly kind: WorkKind;
  /** True if the producer has to resume before lines of an earlier process are sent. */
  readonly isPaused: boolean;
}

export class RunInProgress {
  readonly #parts: RunInProgressParts;
  readonly #steering: RunSteering;
  #live: Live | null = null;
  #departures = 0;

  constructor(parts: RunInProgressParts, steering: RunSteering) {
    this.#parts = parts;
    this.#steering = steering;
  }

  get isLive(): boolean {
    return this.#live !== null;
  }

  /** The link in use, or null if nothing is active. */
  get link(): ServiceLink | null {
    return this.#live?.link ?? null;
  }

  /** The number of times sending or awaiting has started; null while active. */
  get departures(): number | null {
    return this.#live ? null : this.#departures;
  }

  /** Sends lines and polls the project's open batches. If already active, the lines are added. */
  go(link: ServiceLink, { runId, lines, kind, isPaused }: RunStart): void {
    const { feed, onDefect } = this.#parts;
    if (this.#live?.run.add(lines, kind, runId)) {
      feed.changed();
      return;
    }
    const end = new AbortController();
    const run = this.#start(link, { runId, lines: kind === 'bulk' ? lines : [], signal: end.signal });
    if (isPaused && lines.length === 0) run.hold();
    if (kind === 'interactive') run.add(lines, kind, runId);
    const over = run.outcome
      .then((outcome) => this.#over(end, () => this.#steering.onEnded(outcome)))
      .catch((error) => this.#over(end, () => this.#steering.onFailed(error)))
      // The project can't even be read any more.
      .catch((error) => void onDefect(error));
    this.#live = { run, link, end, over };
    this.#departures += 1;
    feed.changed();
  }

  #start(
    link: ServiceLink,
    order: { readonly runId: number; readonly lines: readonly OrderedLine[]; readonly signal: AbortSignal },
  ): Run {
    const { project, journal, clock, random, workers, feed, orders, known, onBatchDone } = this.#parts;
    return startRun(
      {
        project,
        journal,
        client: link.client,
        connection: link.identity,
        dispatcher: link.dispatcher,
        ...(link.pollTiming ? { pollTiming: link.pollTiming } : {}),
        readsPerMinute: link.readsPerMinute,
        clock,
        random,
        checkAudio: workers.checkAudio,
        known,
        terms: (ofRun) => orders.termsOf(ofRun),
        // Batches from before are polled even without an active run; then nothing is sent automatically.
        inDoubtPolicy: () => (this.#steering.isRunning() ? orders.inDoubtPolicy : 'ask'),
        onBatchDone,
        onEvent: (event) => feed.tell(event),
      },
      { ...order, retryFailed: optionsOf(journal, order.runId).retryFailed ?? 0 },
    );
  }

  #over(end: AbortController, tell: () => void): void {
    this.#live = null;
    if (!end.signal.aborted) tell();
  }

  /** Stops sending; results of what was sent are still received. */
  hold(): void {
    this.#live?.run.hold();
  }

  /** Stops using the link. Resolves when what is in flight has been recorded. */
  async releaseLink(reason: string): Promise<void> {
    this.#live?.end.abort(new Error(reason));
    await this.#live?.over;
  }

  /** Waits for outstanding results, at most this many milliseconds. */
  async waitUpTo(ms: number): Promise<void> {
    const patience = new AbortController();
    const timeout = this.#parts.clock.sleep(ms, patience.signal).catch(() => {});
    await Promise.race([this.#live?.over, timeout]);
    patience.abort();
  }
}
