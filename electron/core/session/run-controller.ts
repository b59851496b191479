import type { RunScope, RunSnapshot, RunSummary } from '../../../shared/ipc/production-requests.ts';
import { LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import type { KnownConsents } from '../../../shared/model/consent.ts';
import type { RunStop } from '../../../shared/model/problems/run-stop.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { refuse } from '../bridge/request-error.ts';
import type { RunOutcome } from '../production/run-state.ts';
import type { ServiceLink } from '../production/service-link.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { leaveOut, markDoubtForResubmission, restoreDoubt } from '../project/journal/journal-doubts.ts';
import { recordRetakes } from '../project/journal/ordered-retakes.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import { SerialQueue } from '../timing.ts';
import { ActiveRun, type ActiveRunParts } from './active-run.ts';
import { LatestRun, type LatestRunParts } from './latest-run.ts';
import {
  type PlannedRetakes,
  queueAfterWaiting,
  RunPlanner,
  type RunPlannerParts,
  type SendTerms,
} from './run-planner.ts';

export interface RunControllerParts
  extends LatestRunParts,
    RunPlannerParts,
    Omit<ActiveRunParts, 'planner' | 'inDoubtPolicy' | 'onDefect'> {
  /** Null if the current link belongs to a connection other than the project's own. */
  readonly linkAtHand: () => ServiceLink | null;
  /** @throws RequestError if nothing can be sent */
  readonly requireServiceLink: () => Promise<ServiceLink>;
  readonly checkPaidFiles: () => Promise<void>;
  readonly knownConsents: () => Promise<KnownConsents>;
  /** Adds the sentence about synthetic voices to the credits if one is needed. @throws ProjectError */
  readonly updateDisclosure: () => void;
  readonly onFinished: (run: RunSummary) => void;
  /** Returns the defect's id in the log. */
  readonly onDefect: (error: unknown) => string;
}

type RunRequest = RunScope & {
  readonly retryFailed?: number | undefined;
  readonly webhookUrl?: string | null | undefined;
  readonly confirmed?: boolean | undefined;
};

export class RunController {
  readonly #parts: RunControllerParts;
  readonly #planner: RunPlanner;
  readonly #active: ActiveRun;
  readonly #latest: LatestRun;
  #isPaused = false;
  #wasPaused = false;
  #isClosed = false;
  /** Processes one order at a time, so that two orders can't include the same lines. */
  readonly #queue = new SerialQueue();

  constructor(parts: RunControllerParts) {
    this.#parts = parts;
    this.#latest = new LatestRun(parts);
    this.#planner = new RunPlanner(parts);
    // Earlier batches are polled even while nothing is being sent. While in this state, nothing is resent automatically
    // either.
    const inDoubtPolicy = () => (this.state === 'running' ? this.#planner.inDoubtPolicy : 'ask');
    this.#active = new ActiveRun({ ...parts, planner: this.#planner, inDoubtPolicy }, (end) =>
      end.kind === 'done' ? this.#handleEnd(end.outcome) : this.#handleError(end.error),
    );
  }

  /** Sends nothing. @throws ProjectError */
  loadLatestRun(): void {
    this.#latest.loadLatestRun();
    this.#isPaused = this.#parts.feed.progress?.hasMore ?? false;
    this.linkChanged();
  }

  get state(): RunSummary['state'] {
    if (!this.#latest.record) return 'idle';
    if (!this.#latest.isOpen) return this.#active.isLive ? 'stopping' : 'finished';
    if (this.#isPaused || !this.#active.isLive) return 'paused';
    return 'running';
  }

  get isActive(): boolean {
    return this.#active.isLive && this.state !== 'finished';
  }

  get isDownloading(): boolean {
    return this.#active.isDownloading;
  }

  /** Whether the producer, a cap or a problem has paused the run. */
  get isHeld(): boolean {
    return this.#isPaused;
  }

  /** Whether the project must stay open: its run continues, or will once the service is connected again. */
  get isUnderWay(): boolean {
    return this.isActive || (this.#latest.isOpen && !this.#isPaused);
  }

  /** Open batches are polled immediately, because reading is free. A run that wasn't paused continues. */
  linkChanged(): void {
    const link = this.#parts.linkAtHand();
    const isLive = this.#active.isLive;
    if (this.#isClosed || (isLive && this.#active.link === link)) return;
    if (isLive) {
      void this.#active
        .releaseLink('the connection changed')
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

  /** Individual lines join an open run and are sent first. @throws RequestError, ProjectError */
  start(scope: RunRequest): Promise<RunSnapshot> {
    return this.#queue.run(() => this.#start(scope));
  }

  async #start({ confirmed, ...scope }: RunRequest): Promise<RunSnapshot> {
    const { feed } = this.#parts;
    const isOpen = this.state === 'running' || this.state === 'paused';
    const joins = isOpen && scope.lineIds !== undefined;
    if (!joins) this.#refuseBusy();
    const terms = await this.#sendTerms();
    const { link } = terms;
    if (scope.lineIds === undefined) {
      await this.#parts.checkPaidFiles();
      this.#parts.updateDisclosure();
    }
    const { send, overCap } = await this.#planner.plan(scope, () => this.#active.starts);
    this.#planner.refuseForbidden(send, terms);
    if (!confirmed) this.#planner.refuseOverPrice(send);
    if (this.#isClosed) refuse({ kind: 'no-project' });
    if (!joins) this.#refuseBusy();
    if (send.length === 0 && overCap > 0) refuse(CAP_REACHED);
    if (send.length === 0) {
      this.#collectAudio(link);
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

  async #sendTerms(): Promise<SendTerms> {
    const link = await this.#parts.requireServiceLink();
    return { link, consents: await this.#parts.knownConsents() };
  }

  #refuseBusy(): void {
    if (this.state === 'running' || this.state === 'stopping') refuse({ kind: 'busy', what: 'run' });
  }

  /** Results for lines that have already been sent are still received. */
  pause(): RunSummary {
    if (this.state === 'running') {
      this.#isPaused = true;
      this.#active.hold();
      this.#parts.feed.log.note('paused');
    }
    return this.#publishSummary();
  }

  /** @throws RequestError if nothing can be sent */
  resume(): Promise<RunSummary> {
    return this.#queue.run(() => this.#resume());
  }

  async #resume(): Promise<RunSummary> {
    const { feed } = this.#parts;
    if (this.state !== 'paused') return this.#publishSummary();
    const terms = await this.#sendTerms();
    if (this.state !== 'paused') return this.#publishSummary();
    if (this.#planner.inDoubtPolicy === 'send-again') this.#latest.resendDoubts();
    // If nothing is in progress, the lines might have been edited during the pause.
    if (!this.#active.isLive) this.#latest.reload();
    const lines = this.#affordable();
    if (lines.length === 0 && (feed.progress?.counts().waiting ?? 0) > 0) refuse(CAP_REACHED);
    this.#planner.refuseForbidden(lines, terms);
    this.#isPaused = false;
    feed.stopped = null;
    feed.log.note('resumed');
    this.#go(terms.link, lines, 'bulk');
    return this.#publishSummary();
  }

  /** Results for lines that have already been sent are still received. */
  cancel(): RunSummary {
    const { record } = this.#latest;
    if (record?.state === 'open') {
      // Also applies if the project can't be written to.
      this.#active.hold();
      this.#latest.end(record.id, 'cancelled');
      this.#wasPaused = this.#isPaused;
      this.#isPaused = false;
    }
    return this.#publishSummary();
  }

  /** @throws RequestError `not-found` if another run has been started in the meantime, or if nothing can be sent */
  undoCancel(runId: number): Promise<RunSummary> {
    return this.#queue.run(async () => {
      const isLatest = () => this.#latest.record?.id === runId && this.#latest.record.state === 'cancelled';
      if (!isLatest()) refuse({ kind: 'not-found', what: 'batch' });
      const terms = this.#wasPaused ? null : await this.#sendTerms();
      if (!isLatest()) refuse({ kind: 'not-found', what: 'batch' });
      if (terms) this.#planner.refuseForbidden(this.#affordable(), terms);
      this.#parts.journal.reopenRun(runId, 'cancelled');
      this.#latest.reload();
      this.#isPaused = terms === null;
      this.#parts.feed.log.note('resumed');
      if (terms) this.#go(terms.link, this.#affordable(), 'bulk');
      return this.#publishSummary();
    });
  }

  /** @throws RequestError, ProjectError */
  retry(lineIds: readonly number[]): Promise<RunSnapshot> {
    return this.#queue.run(() => this.#requeue(lineIds));
  }

  /** @throws RequestError `not-found`, or if nothing can be sent; ProjectError */
  decide(batchId: number, decision: 'send-again' | 'leave-out'): Promise<void> {
    return this.#queue.run(() => this.#decide(batchId, decision));
  }

  /**
   * Undoes `leave-out`, returning its lines.
   * @throws RequestError `not-found` if they have been ordered in the meantime
   */
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
    await this.#parts.requireServiceLink();
    const lines = markDoubtForResubmission(project.db, batchId);
    this.#latest.reload();
    await this.#requeue(lines);
  }

  /**
   * Renders lines with new seeds, even if they are fresh, before all other lines. `takes` is 1 to `MAX_TAKES_AT_ONCE`.
   * `before` is called once it is certain that the lines can be ordered. `confirmed`: the price has been confirmed.
   * @throws RequestError if a line has a pinned seed or can't be rendered, or if nothing can be sent
   */
  retake(
    lineIds: readonly number[],
    takes: number,
    before: (drawn: readonly PlannedRetakes[]) => void = () => undefined,
    confirmed = false,
  ): Promise<RunSnapshot> {
    return this.#queue.run(() => this.#retake(lineIds, takes, before, confirmed));
  }

  async #retake(
    lineIds: readonly number[],
    takes: number,
    before: (drawn: readonly PlannedRetakes[]) => void,
    confirmed: boolean,
  ): Promise<RunSnapshot> {
    const { feed, project } = this.#parts;
    const terms = await this.#sendTerms();
    const drawn = this.#planner.planRetakes(lineIds, takes);
    const lines = drawn.map(({ line }) => line);
    this.#planner.refuseForbidden(lines, terms);
    if (lines.length * takes > 1 && !confirmed) this.#planner.refuseOverPrice(lines);
    if (this.#planner.affordable(lines, null).length < lines.length) refuse(CAP_REACHED);
    before(drawn);
    const { leaving, orders } = queueAfterWaiting(drawn, this.#latest.waiting());
    this.#join(terms.link, leaving, 'interactive', (runId) => recordRetakes(project.db, runId, orders));
    return feed.snapshot();
  }

  refresh(): void {
    this.#latest.reload();
  }

  async releaseLink(): Promise<void> {
    await this.#active.releaseLink('the connection is closed');
  }

  /** Resolves when everything in flight has been recorded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drain();
    await this.releaseLink();
  }

  /** Otherwise, the local service would have about a second of work left over the next time it starts. */
  async #drain(): Promise<void> {
    const { link } = this.#active;
    if (!link || this.state === 'running' || link.identity.origin !== LOCAL_ORIGIN) return;
    await this.#active.waitUpTo(DRAIN_MS);
  }

  async #requeue(lineIds: readonly number[]): Promise<RunSnapshot> {
    const { feed } = this.#parts;
    const terms = await this.#sendTerms();
    const { link } = terms;
    const { send, overCap } = this.#planner.replan(lineIds);
    this.#planner.refuseForbidden(send, terms);
    if (send.length === 0 && overCap > 0) refuse(CAP_REACHED);
    if (send.length > 0) this.#join(link, send, 'bulk');
    else this.#collectAudio(link);
    return feed.snapshot();
  }

  /** Collects audio that couldn't be downloaded earlier, at no cost. */
  #collectAudio(link: ServiceLink): void {
    const { journal, feed } = this.#parts;
    const { record } = this.#latest;
    if (this.#active.isLive || !record || journal.openBatches(link.identity).length === 0) return;
    if (record.state === 'done') journal.reopenRun(record.id);
    this.#latest.reload();
    feed.stopped = null;
    feed.log.note('resumed');
    this.#go(link, [], 'bulk');
  }

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

  #affordable(): readonly OrderedLine[] {
    return this.#planner.affordable(this.#latest.waiting(), this.#latest.record);
  }

  #go(link: ServiceLink, lines: readonly OrderedLine[], kind: WorkKind): void {
    this.#active.go(link, { runId: this.#latest.record?.id ?? 0, lines, kind, isPaused: this.#isPaused });
    this.#parts.feed.changed();
  }

  #handleEnd(outcome: RunOutcome): void {
    const { feed } = this.#parts;
    if (!this.#latest.isOpen) {
      feed.progress?.cancelUnsent();
      this.#emitEnd();
      return;
    }
    const waits = (feed.progress?.counts().waiting ?? 0) > 0;
    if (!waits) {
      this.#finish();
      return;
    }
    const isHeldBack = this.#isPaused;
    this.#isPaused = true;
    if (!outcome.stopped && !isHeldBack)
      feed.handleEvent({ kind: 'stopped', stop: { kind: 'capped', by: this.#planner.capOf(this.#latest.record) } });
    if (!isHeldBack || outcome.stopped) this.#emitEnd();
    else feed.changed();
  }

  #handleError(error: unknown): void {
    const { feed, onDefect } = this.#parts;
    const stop: RunStop =
      error instanceof ProjectError
        ? { kind: 'project', problem: error.problem }
        : { kind: 'defect', id: onDefect(error) };
    this.#isPaused = true;
    feed.handleEvent({ kind: 'stopped', stop });
    this.#emitEnd();
  }

  #finish(): void {
    const { record } = this.#latest;
    if (record?.state !== 'open') return;
    try {
      this.#latest.end(record.id, 'done');
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      // The run stays open and is completed the next time the project is opened.
      this.#parts.feed.handleEvent({ kind: 'stopped', stop: { kind: 'project', problem: error.problem } });
      return;
    }
    this.#isPaused = false;
    this.#emitEnd();
  }

  #emitEnd(): void {
    this.#parts.onFinished(this.#publishSummary());
  }

  #publishSummary(): RunSummary {
    this.#parts.feed.changed();
    return this.#parts.feed.summary();
  }
}

/** Maximum time to wait for the local service when a project is closed. */
const DRAIN_MS = 3_000;

const CAP_REACHED = { kind: 'invalid', field: 'characterCap', reason: 'reached' } as const;
