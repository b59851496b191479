// What of a run goes on: sending its lines and awaiting them over one link. At most one at a time.

import type { OrderedLine } from '../../../shared/model/run.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock, Random } from '../ports.ts';
import { startRun } from '../production/run.ts';
import type { LiveRun, RunOutcome } from '../production/run-order.ts';
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
  /** What the service in use tells of its voices. */
  readonly known: KnownVoices;
  /** All of a batch has come back. */
  readonly onBatchDone: (batchId: number) => void;
  /** A defect of ours, for the log. */
  readonly onDefect: (error: unknown) => unknown;
}

/** What the run tells the one that steers it. Nothing is told once it was let go. */
export interface RunSteering {
  /** The run is neither paused nor called off: what it needs may leave unasked. */
  readonly isRunning: () => boolean;
  /** Nothing of it leaves or is awaited any more. */
  readonly onEnded: (outcome: RunOutcome) => void;
  readonly onBroke: (error: unknown) => void;
}

interface Live {
  readonly run: LiveRun;
  readonly link: ServiceLink;
  readonly end: AbortController;
  /** Settles when it has come to its end and that was noted; never fails. */
  readonly over: Promise<void>;
}

/** Lines that go out together, and the run that they belong to. */
export interface RunStart {
  readonly runId: number;
  readonly lines: readonly OrderedLine[];
  readonly kind: WorkKind;
  /** What an earlier process ordered leaves once the producer goes on. */
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

  /** Whether something leaves or is awaited. */
  get isLive(): boolean {
    return this.#live !== null;
  }

  /** The link that it goes over; null where nothing goes on. */
  get link(): ServiceLink | null {
    return this.#live?.link ?? null;
  }

  /** How often something began to leave or to be awaited; null while something does. */
  get departures(): number | null {
    return this.#live ? null : this.#departures;
  }

  /** Sends lines, and follows what the service has of the project. Lines join what goes on already. */
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
      .catch((error) => this.#over(end, () => this.#steering.onBroke(error)))
      // The project can't even be read any more.
      .catch((error) => void onDefect(error));
    this.#live = { run, link, end, over };
    this.#departures += 1;
    feed.changed();
  }

  #start(
    link: ServiceLink,
    order: { readonly runId: number; readonly lines: readonly OrderedLine[]; readonly signal: AbortSignal },
  ): LiveRun {
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
        // What the service had from before is followed while no run goes on, too: then nothing leaves unasked.
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

  /** Nothing more leaves; what was sent is still awaited. */
  hold(): void {
    this.#live?.run.hold();
  }

  /** Lets go of the link: nothing more is sent over it. @returns when what is on its way was noted */
  async letGo(reason: string): Promise<void> {
    this.#live?.end.abort(new Error(reason));
    await this.#live?.over;
  }

  /** Waits for what is awaited, but no longer than this many milliseconds. */
  async waitUpTo(ms: number): Promise<void> {
    const patience = new AbortController();
    const timeout = this.#parts.clock.sleep(ms, patience.signal).catch(() => {});
    await Promise.race([this.#live?.over, timeout]);
    patience.abort();
  }
}
