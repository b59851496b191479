// Runs of the open project: started, paused, resumed, cancelled; one at a time. Resumes what a crash left.

import type { RunScope, RunSnapshot, RunSummary } from '../../../shared/ipc/production-requests.ts';
import { LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import { refuse } from '../bridge/request-error.ts';
import type { RunOutcome } from '../production/run-order.ts';
import type { ServiceLink } from '../production/service-link.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { giveUpDoubt, leaveOut, restoreDoubt } from '../project/journal/journal-doubts.ts';
import { noteRetakes } from '../project/journal/ordered-retakes.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import { SerialQueue } from '../timing.ts';
import { LatestRun, type LatestRunParts } from './latest-run.ts';
import { RunInProgress, type RunInProgressParts } from './run-in-progress.ts';
import { behindWaiting, RunOrders, type RunOrdersParts } from './run-orders.ts';

export interface RunControllerParts
  extends LatestRunParts,
    RunOrdersParts,
    Omit<RunInProgressParts, 'orders' | 'onDefect'> {
  /** The service, where it is at hand and the project's lines go to it; null otherwise. */
  readonly linkAtHand: () => ServiceLink | null;
  /** The service, for something that is to be sent. @throws RequestError where nothing may be sent */
  readonly linkToSend: () => Promise<ServiceLink>;
  /** Looks whether the audio that was paid for is still there, before anything is planned. @throws ProjectError */
  readonly lookAtPaidWork: () => Promise<void>;
  /** A run came to its end. */
  readonly onFinished: (run: RunSummary) => void;
  /** A defect of ours, for the log. @returns the id that it has there */
  readonly onDefect: (error: unknown) => string;
}

type RunRequest = RunScope & {
  readonly retryFailed?: number | undefined;
  readonly webhookUrl?: string | null | undefined;
  readonly confirmed?: boolean | undefined;
};

export class RunController {
  readonly #parts: RunControllerParts;
  readonly #orders: RunOrders;
  readonly #progress: RunInProgress;
  readonly #latest: LatestRun;
  #isPaused = false;
  /** Whether the run was paused when it was cancelled. */
  #wasPaused = false;
  #isClosed = false;
  /** One order at a time: no two of them may plan the same lines. */
  readonly #queue = new SerialQueue();

  constructor(parts: RunControllerParts) {
    this.#parts = parts;
    this.#latest = new LatestRun(parts);
    this.#orders = new RunOrders(parts);
    this.#progress = new RunInProgress(
      { ...parts, orders: this.#orders },
      {
        isRunning: () => this.state === 'running',
        onEnded: (outcome) => this.#ended(outcome),
        onBroke: (error) => this.#broke(error),
      },
    );
  }

  /** Takes up the latest run, as an earlier process left it. Nothing is sent. @throws ProjectError */
  takeUp(): void {
    this.#latest.takeUp();
    this.#isPaused = this.#parts.feed.board?.hasMore ?? false;
    this.linkChanged();
  }

  get state(): RunSummary['state'] {
    if (!this.#latest.record) return 'idle';
    if (!this.#latest.isOpen) return this.#progress.isLive ? 'stopping' : 'finished';
    if (this.#isPaused || !this.#progress.isLive) return 'paused';
    return 'running';
  }

  /** Whether something leaves or is awaited. */
  get isActive(): boolean {
    return this.#progress.isLive && this.state !== 'finished';
  }

  /**
   * The service is at hand, or another one than before: what it has is followed at once, for reading is free. A run that
   * was not paused goes on.
   */
  linkChanged(): void {
    const link = this.#parts.linkAtHand();
    const isLive = this.#progress.isLive;
    if (this.#isClosed || (isLive && this.#progress.link === link)) return;
    if (isLive) {
      void this.#progress
        .letGo('the connection changed')
        .then(() => this.linkChanged())
        .catch(this.#parts.onDefect);
      return;
    }
    if (!link) return;
    const { journal } = this.#parts;
    const waiting = this.#latest.isOpen && !this.#isPaused ? this.#affordable() : [];
    if (waiting.length > 0 || journal.openBatches(link.identity).length > 0) this.#go(link, waiting, 'bulk');
    else if (this.#latest.isOpen && !this.#isPaused) this.#finish();
  }

  /** Orders a run; single lines join one that is open, and leave before it. @throws RequestError, ProjectError */
  start(scope: RunRequest): Promise<RunSnapshot> {
    return this.#queue.run(() => this.#start(scope));
  }

  async #start({ confirmed, ...scope }: RunRequest): Promise<RunSnapshot> {
    const { feed } = this.#parts;
    const isOpen = this.state === 'running' || this.state === 'paused';
    const joins = isOpen && scope.lineIds !== undefined;
    if (!joins) this.#refuseBusy();
    const link = await this.#parts.linkToSend();
    if (scope.lineIds === undefined) await this.#parts.lookAtPaidWork();
    const { send, overCap } = await this.#orders.plan(scope, () => this.#progress.departures);
    if (!confirmed) this.#orders.refuseDear(send);
    if (this.#isClosed) refuse({ kind: 'no-project' });
    if (!joins) this.#refuseBusy();
    if (send.length === 0 && overCap > 0) refuse(CAP_REACHED);
    if (send.length === 0) {
      this.#fetchAgain(link);
      return feed.snapshot();
    }
    if (joins) {
      this.#join(link, send, 'interactive');
      return feed.snapshot();
    }
    this.#latest.begin(send, { ...scope });
    this.#isPaused = false;
    this.#go(link, send, 'bulk');
    return feed.snapshot();
  }

  #refuseBusy(): void {
    if (this.state === 'running' || this.state === 'stopping') refuse({ kind: 'busy', what: 'run' });
  }

  /** Nothing more leaves; what was sent comes back. */
  pause(): RunSummary {
    if (this.state === 'running') {
      this.#isPaused = true;
      this.#progress.hold();
      this.#parts.feed.log.note('paused');
    }
    return this.#told();
  }

  /** Goes on with a run that is paused. @throws RequestError where nothing may be sent */
  resume(): Promise<RunSummary> {
    return this.#queue.run(() => this.#resume());
  }

  async #resume(): Promise<RunSummary> {
    const { feed } = this.#parts;
    if (this.state !== 'paused') return this.#told();
    const link = await this.#parts.linkToSend();
    if (this.state !== 'paused') return this.#told();
    if (this.#orders.inDoubtPolicy === 'send-again') this.#latest.sendDoubtsAgain();
    // If nothing is under way, the lines may have been edited since the pause.
    if (!this.#progress.isLive) this.#latest.reload();
    const lines = this.#affordable();
    if (lines.length === 0 && (feed.board?.counts().waiting ?? 0) > 0) refuse(CAP_REACHED);
    this.#isPaused = false;
    feed.stopped = null;
    feed.log.note('resumed');
    this.#go(link, lines, 'bulk');
    return this.#told();
  }

  /** Cancels the lines that are not sent yet; results of those that were sent are still received. */
  cancel(): RunSummary {
    const { record } = this.#latest;
    if (record?.state === 'open') {
      this.#latest.end(record.id, 'cancelled');
      this.#wasPaused = this.#isPaused;
      this.#isPaused = false;
      this.#progress.hold();
    }
    return this.#told();
  }

  /**
   * A cancelled run continues where it was, paused if it was.
   *
   * @throws RequestError `not-found` where another run was ordered since, and where nothing may be sent
   */
  takeBackCancel(runId: number): Promise<RunSummary> {
    return this.#queue.run(async () => {
      const isLatest = () => this.#latest.record?.id === runId && this.#latest.record.state === 'cancelled';
      if (!isLatest()) refuse({ kind: 'not-found', what: 'batch' });
      const link = this.#wasPaused ? null : await this.#parts.linkToSend();
      if (!isLatest()) refuse({ kind: 'not-found', what: 'batch' });
      this.#parts.journal.reopenRun(runId, 'cancelled');
      this.#latest.reload();
      this.#isPaused = link === null;
      this.#parts.feed.log.note('resumed');
      if (link) this.#go(link, this.#affordable(), 'bulk');
      return this.#told();
    });
  }

  /** Sends lines that failed again. @throws RequestError, ProjectError */
  retry(lineIds: readonly number[]): Promise<RunSnapshot> {
    return this.#queue.run(() => this.#again(lineIds));
  }

  /** What becomes of a batch in doubt, or of what is lost of one. @throws RequestError `not-found`, and where nothing may be sent; ProjectError */
  decide(batchId: number, decision: 'send-again' | 'leave-out'): Promise<void> {
    return this.#queue.run(() => this.#decide(batchId, decision));
  }

  /** Takes `leave-out` back. @returns the lines concerned. @throws RequestError `not-found` where they were ordered since */
  restoreDoubt(batchId: number): Promise<readonly number[]> {
    return this.#queue.run(async () => {
      const lines = restoreDoubt(this.#parts.project.db, batchId);
      if (lines.length === 0) refuse({ kind: 'not-found', what: 'batch' });
      this.#latest.reload();
      return lines;
    });
  }

  async #decide(batchId: number, decision: 'send-again' | 'leave-out'): Promise<void> {
    const { project, clock, reports } = this.#parts;
    if (!reports.doubts().some(({ id }) => id === batchId)) refuse({ kind: 'not-found', what: 'batch' });
    if (decision === 'leave-out') {
      leaveOut(project.db, batchId, clock.now());
      this.#latest.reload();
      return;
    }
    await this.#parts.linkToSend();
    const lines = giveUpDoubt(project.db, batchId);
    this.#latest.reload();
    await this.#again(lines);
  }

  /**
   * Renders lines again with new random seeds, fresh or not, ahead of all lines that wait.
   *
   * @param takes how many of each line, one after another: 1 to `MOST_TAKES_AT_ONCE`
   * @param before called once it is certain that it can be ordered
   * @throws RequestError where the producer pinned the seed, the line can't be rendered, or nothing may be sent
   */
  retake(lineIds: readonly number[], takes: number, before: () => void = () => undefined): Promise<RunSnapshot> {
    return this.#queue.run(() => this.#retake(lineIds, takes, before));
  }

  async #retake(lineIds: readonly number[], takes: number, before: () => void): Promise<RunSnapshot> {
    const { feed, project } = this.#parts;
    const link = await this.#parts.linkToSend();
    const drawn = this.#orders.drawRetakes(lineIds, takes);
    const lines = drawn.map(({ line }) => line);
    if (lines.length * takes > 1) this.#orders.refuseDear(lines);
    if (this.#orders.affordable(lines, null).length < lines.length) refuse(CAP_REACHED);
    before();
    const { leaving, orders } = behindWaiting(drawn, this.#latest.waiting());
    this.#join(link, leaving, 'interactive', (runId) => noteRetakes(project.db, runId, orders));
    return feed.snapshot();
  }

  /** The run as the journal has it now. */
  refresh(): void {
    this.#latest.reload();
  }

  /** The link is about to be closed: nothing more is sent over it, and what is on its way is noted. */
  async letGo(): Promise<void> {
    await this.#progress.letGo('the connection is closed');
  }

  /** Sends nothing more; what is on its way is noted. @returns when that is done */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drain();
    await this.letGo();
  }

  /**
   * A run that was paused or cancelled leaves the local service about a second of work. Once that is back, nothing is left
   * for it to speak when it is started again.
   */
  async #drain(): Promise<void> {
    const { link } = this.#progress;
    if (!link || this.state === 'running' || link.identity.origin !== LOCAL_ORIGIN) return;
    await this.#progress.waitUpTo(DRAIN_MS);
  }

  async #again(lineIds: readonly number[]): Promise<RunSnapshot> {
    const { feed } = this.#parts;
    const link = await this.#parts.linkToSend();
    const { send, overCap } = this.#orders.planAgain(lineIds);
    if (send.length === 0 && overCap > 0) refuse(CAP_REACHED);
    if (send.length > 0) this.#join(link, send, 'bulk');
    else this.#fetchAgain(link);
    return feed.snapshot();
  }

  /** What the service has made and could not be fetched is fetched once more, which costs nothing. */
  #fetchAgain(link: ServiceLink): void {
    const { journal, feed } = this.#parts;
    const { record } = this.#latest;
    if (this.#progress.isLive || !record || journal.openBatches(link.identity).length === 0) return;
    if (record.state === 'done') journal.reopenRun(record.id);
    this.#latest.reload();
    feed.stopped = null;
    feed.log.note('resumed');
    this.#go(link, [], 'bulk');
  }

  /** Adds lines to the run that is open, else makes one of them. */
  #join(
    link: ServiceLink,
    lines: readonly OrderedLine[],
    kind: WorkKind,
    note: (runId: number) => void = () => undefined,
  ): void {
    const { record } = this.#latest;
    if (record?.state === 'open') this.#latest.add(record.id, lines, kind, note);
    else {
      this.#latest.begin(lines, {}, note);
      this.#isPaused = false;
    }
    this.#go(link, lines, kind);
  }

  /** What waits, as far as the caps let it. */
  #affordable(): readonly OrderedLine[] {
    return this.#orders.affordable(this.#latest.waiting(), this.#latest.record);
  }

  #go(link: ServiceLink, lines: readonly OrderedLine[], kind: WorkKind): void {
    this.#progress.go(link, { runId: this.#latest.record?.id ?? 0, lines, kind, isPaused: this.#isPaused });
  }

  #ended(outcome: RunOutcome): void {
    const { feed } = this.#parts;
    if (!this.#latest.isOpen) {
      feed.board?.callOff();
      this.#tellEnd();
      return;
    }
    const waits = (feed.board?.counts().waiting ?? 0) > 0;
    if (!waits) {
      this.#finish();
      return;
    }
    const isHeldBack = this.#isPaused;
    this.#isPaused = true;
    if (!outcome.stopped && !isHeldBack)
      feed.tell({ kind: 'stopped', message: this.#orders.whyCapped(this.#latest.record), capped: true });
    if (!isHeldBack || outcome.stopped) this.#tellEnd();
    else feed.changed();
  }

  #broke(error: unknown): void {
    const { feed, onDefect } = this.#parts;
    const sentence =
      error instanceof ProjectError
        ? describeProjectProblem(error.problem)
        : `Something went wrong inside Lectern (${onDefect(error)} in its log); nothing that was kept is lost.`;
    this.#isPaused = true;
    feed.tell({ kind: 'stopped', message: sentence, capped: false });
    this.#tellEnd();
  }

  #finish(): void {
    const { record } = this.#latest;
    if (record?.state !== 'open') return;
    try {
      this.#latest.end(record.id, 'done');
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      // It is found open, with nothing left to do, when the project is next opened.
      this.#parts.feed.tell({ kind: 'stopped', message: describeProjectProblem(error.problem), capped: false });
      return;
    }
    this.#isPaused = false;
    this.#tellEnd();
  }

  #tellEnd(): void {
    this.#parts.onFinished(this.#told());
  }

  #told(): RunSummary {
    this.#parts.feed.changed();
    return this.#parts.feed.summary();
  }
}

/** The longest wait for what the local service works on, when a project is closed. Milliseconds. */
const DRAIN_MS = 3_000;

const CAP_REACHED = { kind: 'invalid', field: 'characterCap', reason: 'reached' } as const;
