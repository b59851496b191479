// Runs of the open project: ordered, held back, gone on with, called off; one at a time. What a crash left is taken up.

import type { RunScope, RunSnapshot, RunSummary } from '../../../shared/ipc/production-requests.ts';
import { LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Clock, Random } from '../ports.ts';
import { boardBatch } from '../production/board-batch.ts';
import { boardStart } from '../production/board-start.ts';
import { retakeOf, SEEDS, sendAgainOnce } from '../production/retake.ts';
import { startRun } from '../production/run.ts';
import { RunBoard } from '../production/run-board.ts';
import type { LiveRun, RunOutcome } from '../production/run-order.ts';
import type { ServiceLink } from '../production/service-link.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Journal } from '../project/journal/journal.ts';
import { giveUpDoubt, leaveOut, restoreDoubt } from '../project/journal/journal-doubts.ts';
import type { JournalReports, RunRecord } from '../project/journal/journal-reports.ts';
import { noteRetakes, type RetakeOrder } from '../project/journal/ordered-retakes.ts';
import type { Project } from '../project/project.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import { Turns } from '../timing.ts';
import type { Figures } from './figures.ts';
import { planOrder } from './plan-order.ts';
import type { RunFeed } from './run-feed.ts';
import type { RunPlanner } from './run-planner.ts';
import { type ConnectionTerms, RunTerms } from './run-terms.ts';

export interface RunControllerParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly reports: JournalReports;
  readonly planner: RunPlanner;
  readonly figures: Pick<Figures, 'ask'>;
  readonly workers: Pick<AudioWorkers, 'checkAudio'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly feed: RunFeed;
  /** The service, where it is at hand and the project's lines go to it; null otherwise. */
  readonly linkAtHand: () => ServiceLink | null;
  /** The service, for something that is to be sent. @throws RequestError where nothing may be sent */
  readonly linkToSend: () => Promise<ServiceLink>;
  /** What holds with the connection in use. */
  readonly terms: () => ConnectionTerms;
  /** Looks whether the audio that was paid for is still there, before anything is planned. @throws ProjectError */
  readonly lookAtPaidWork: () => Promise<void>;
  /** All of a batch has come back. */
  readonly onBatchDone: (batchId: number) => void;
  /** A run came to its end. */
  readonly onFinished: (run: RunSummary) => void;
  /** A defect of ours, for the log. @returns the id that it has there */
  readonly onDefect: (error: unknown) => string;
}

type RunOrder = RunScope & {
  readonly retryFailed?: number | undefined;
  readonly webhookUrl?: string | null | undefined;
  readonly confirmed?: boolean | undefined;
};

interface Live {
  readonly run: LiveRun;
  readonly link: ServiceLink;
  readonly end: AbortController;
  /** Settles when it has come to its end and that was noted; never fails. */
  readonly over: Promise<void>;
}

export class RunController {
  readonly #parts: RunControllerParts;
  readonly #terms: RunTerms;
  #record: RunRecord | null = null;
  #live: Live | null = null;
  #isPaused = false;
  /** As the run was when it was called off. */
  #wasPaused = false;
  #isClosed = false;
  /** How often something began to leave or to be awaited. */
  #departures = 0;
  /** One order at a time: no two of them may plan the same lines. */
  readonly #turns = new Turns();

  constructor(parts: RunControllerParts) {
    this.#parts = parts;
    this.#terms = new RunTerms(parts);
  }

  /** Takes up the latest run, as an earlier process left it. Nothing is sent. @throws ProjectError */
  takeUp(): void {
    const { reports, feed } = this.#parts;
    this.#record = reports.latestRun();
    if (this.#record) feed.log.recall(this.#record, reports.board(this.#record.id));
    this.#reload();
    this.#isPaused = feed.board?.hasMore ?? false;
    this.linkChanged();
  }

  get state(): RunSummary['state'] {
    if (!this.#record) return 'idle';
    if (this.#record.state !== 'open') return this.#live ? 'stopping' : 'finished';
    if (this.#isPaused || !this.#live) return 'paused';
    return 'running';
  }

  /** Whether something leaves or is awaited. */
  get isActive(): boolean {
    return this.#live !== null && this.state !== 'finished';
  }

  /**
   * The service is at hand, or another one than before: what it has is followed at once, for reading is free. A run that
   * was not paused goes on.
   */
  linkChanged(): void {
    const link = this.#parts.linkAtHand();
    if (this.#isClosed || this.#live?.link === link) return;
    if (this.#live) {
      this.#live.end.abort(new Error('the connection changed'));
      void this.#live.over.then(() => this.linkChanged()).catch(this.#parts.onDefect);
      return;
    }
    if (!link) return;
    const { journal } = this.#parts;
    const waiting = this.#record?.state === 'open' && !this.#isPaused ? this.#affordable() : [];
    if (waiting.length > 0 || journal.openBatches(link.identity).length > 0) this.#go(link, waiting, 'bulk');
    else if (this.#record?.state === 'open' && !this.#isPaused) this.#finish();
  }

  /** Orders a run; single lines join one that is open, and leave before it. @throws RequestError, ProjectError */
  start(scope: RunOrder): Promise<RunSnapshot> {
    return this.#turns.take(() => this.#start(scope));
  }

  async #start({ confirmed, ...scope }: RunOrder): Promise<RunSnapshot> {
    const { feed, journal, clock } = this.#parts;
    const isOpen = this.state === 'running' || this.state === 'paused';
    const joins = isOpen && scope.lineIds !== undefined;
    if (!joins) this.#refuseBusy();
    const link = await this.#parts.linkToSend();
    if (scope.lineIds === undefined) await this.#parts.lookAtPaidWork();
    const quiet = () => (this.#live ? null : this.#departures);
    const { send, overCap } = await planOrder({ ...this.#parts, quiet }, { scope, price: this.#terms.price });
    if (!confirmed) this.#terms.refuseDear(send);
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
    const lineIds = send.map((line) => line.lineId);
    this.#order(send, journal.createRun(lineIds, { ...scope }, clock.now()));
    feed.log.note('started', { lines: send.length });
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
      this.#live?.run.hold();
      this.#parts.feed.log.note('paused');
    }
    return this.#told();
  }

  /** Goes on with a run that is paused. @throws RequestError where nothing may be sent */
  resume(): Promise<RunSummary> {
    return this.#turns.take(() => this.#resume());
  }

  async #resume(): Promise<RunSummary> {
    const { feed } = this.#parts;
    if (this.state !== 'paused') return this.#told();
    const link = await this.#parts.linkToSend();
    if (this.state !== 'paused') return this.#told();
    this.#decideDoubts();
    // If nothing is under way, the lines may have been edited since the pause.
    if (!this.#live) this.#reload();
    const lines = this.#affordable();
    if (lines.length === 0 && (feed.board?.counts().waiting ?? 0) > 0) refuse(CAP_REACHED);
    this.#isPaused = false;
    feed.stopped = null;
    feed.log.note('resumed');
    this.#go(link, lines, 'bulk');
    return this.#told();
  }

  /** What of the run is in doubt or lost waits to leave once more, where the connection's policy says so. */
  #decideDoubts(): void {
    const { project, reports, feed } = this.#parts;
    if (this.#terms.inDoubtPolicy !== 'send-again') return;
    for (const { id, runId, jobs } of reports.doubts()) {
      if (runId !== this.#record?.id) continue;
      const again = new Set(sendAgainOnce(project.db, { id, runId }));
      const lines = jobs.flatMap(({ lineId, characters }) => (again.has(lineId) ? [{ lineId, characters }] : []));
      if (lines.length > 0) feed.tell({ kind: 'doubt-sent-again', batchId: id, lines });
    }
  }

  /** Calls off what has not left; what was sent is still received. */
  cancel(): RunSummary {
    const { feed, journal, clock, reports } = this.#parts;
    if (this.#record?.state === 'open') {
      journal.finishRun(this.#record.id, 'cancelled', clock.now());
      this.#wasPaused = this.#isPaused;
      this.#record = reports.latestRun();
      this.#isPaused = false;
      this.#live?.run.hold();
      feed.board?.callOff();
      if (this.#record) feed.noteRecord(this.#record);
      feed.log.note('cancelled');
    }
    return this.#told();
  }

  /**
   * A run that was called off goes on where it stood, paused if it was.
   *
   * @throws RequestError `not-found` where another run was ordered since, and where nothing may be sent
   */
  takeBackCancel(runId: number): Promise<RunSummary> {
    return this.#turns.take(async () => {
      const isLatest = () => this.#record?.id === runId && this.#record.state === 'cancelled';
      if (!isLatest()) refuse({ kind: 'not-found', what: 'batch' });
      const link = this.#wasPaused ? null : await this.#parts.linkToSend();
      if (!isLatest()) refuse({ kind: 'not-found', what: 'batch' });
      this.#parts.journal.reopenRun(runId, 'cancelled');
      this.#reload();
      this.#isPaused = link === null;
      this.#parts.feed.log.note('resumed');
      if (link) this.#go(link, this.#affordable(), 'bulk');
      return this.#told();
    });
  }

  /** Sends lines that failed again. @throws RequestError, ProjectError */
  retry(lineIds: readonly number[]): Promise<RunSnapshot> {
    return this.#turns.take(() => this.#again(lineIds));
  }

  /** What becomes of a batch in doubt, or of what is lost of one. @throws RequestError `not-found`, and where nothing may be sent; ProjectError */
  decide(batchId: number, decision: 'send-again' | 'leave-out'): Promise<void> {
    return this.#turns.take(() => this.#decide(batchId, decision));
  }

  /** Takes `leave-out` back. @returns the lines concerned. @throws RequestError `not-found` where they were ordered since */
  restoreDoubt(batchId: number): Promise<readonly number[]> {
    return this.#turns.take(async () => {
      const lines = restoreDoubt(this.#parts.project.db, batchId);
      if (lines.length === 0) refuse({ kind: 'not-found', what: 'batch' });
      this.#reload();
      return lines;
    });
  }

  async #decide(batchId: number, decision: 'send-again' | 'leave-out'): Promise<void> {
    const { project, clock, reports } = this.#parts;
    if (!reports.doubts().some(({ id }) => id === batchId)) refuse({ kind: 'not-found', what: 'batch' });
    if (decision === 'leave-out') {
      leaveOut(project.db, batchId, clock.now());
      this.#reload();
      return;
    }
    await this.#parts.linkToSend();
    const lines = giveUpDoubt(project.db, batchId);
    this.#reload();
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
    return this.#turns.take(() => this.#retake(lineIds, takes, before));
  }

  async #retake(lineIds: readonly number[], takes: number, before: () => void): Promise<RunSnapshot> {
    const { feed, project } = this.#parts;
    const link = await this.#parts.linkToSend();
    const ordered = lineIds.map((lineId) => this.#lineToRetake(lineId, takes));
    const lines = ordered.map(({ line }) => line);
    if (lines.length * takes > 1) this.#terms.refuseDear(lines);
    if (this.#terms.affordable(lines, null).length < lines.length) refuse(CAP_REACHED);
    before();
    const waiting = new Map(feed.board?.waiting().map((line) => [line.lineId, line]));
    const orders: RetakeOrder[] = [];
    const leaving = ordered.map(({ line, seeds }): OrderedLine => {
      // Takes that wait already are not given up for these: these follow them.
      const { retakeSeed: first = null, furtherTakes = 0 } = waiting.get(line.lineId) ?? {};
      orders.push({ lineId: line.lineId, seeds, joins: first });
      return first === null ? line : { ...line, retakeSeed: first, furtherTakes: furtherTakes + seeds.length };
    });
    this.#join(link, leaving, 'interactive', (runId) => noteRetakes(project.db, runId, orders));
    return feed.snapshot();
  }

  #lineToRetake(lineId: number, takes: number): { readonly line: OrderedLine; readonly seeds: readonly number[] } {
    const { project, random } = this.#parts;
    const built = project.lines.requestOf(lineId);
    if (!built.ok) refuse({ kind: 'invalid', field: 'line', reason: built.problem.kind });
    if (built.seedPinned) refuse({ kind: 'invalid', field: 'seed', reason: 'pinned' });
    const drawn = new Set<number>();
    while (drawn.size < takes) drawn.add(Math.floor(random.next() * SEEDS));
    const [retakeSeed = 0, ...further] = drawn;
    const renderable = retakeOf(project, lineId, retakeSeed);
    if (!renderable) refuse({ kind: 'invalid', field: 'line', reason: 'blocked' });
    const { characters } = renderable;
    return { line: { lineId, characters, retakeSeed, furtherTakes: further.length }, seeds: [...drawn] };
  }

  /** The run as the journal has it now. */
  refresh(): void {
    this.#reload();
  }

  /** The link is about to be closed: nothing more is sent over it, and what is on its way is noted. */
  async letGo(): Promise<void> {
    this.#live?.end.abort(new Error('the connection is closed'));
    await this.#live?.over;
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
    const live = this.#live;
    if (!live || this.state === 'running' || live.link.identity.origin !== LOCAL_ORIGIN) return;
    const patience = new AbortController();
    const timeout = this.#parts.clock.sleep(DRAIN_MS, patience.signal).catch(() => {});
    await Promise.race([live.over, timeout]);
    patience.abort();
  }

  async #again(lineIds: readonly number[]): Promise<RunSnapshot> {
    const { feed, planner } = this.#parts;
    const link = await this.#parts.linkToSend();
    const plan = planner.plan(
      { lineIds: [...lineIds], replaceApproved: true, renderMissing: true },
      this.#terms.price,
      true,
    );
    if (plan.send.length === 0 && plan.overCap.length > 0) refuse(CAP_REACHED);
    if (plan.send.length > 0) this.#join(link, plan.send, 'bulk');
    else this.#fetchAgain(link);
    return feed.snapshot();
  }

  /** What the service has made and could not be fetched is fetched once more, which costs nothing. */
  #fetchAgain(link: ServiceLink): void {
    const { journal, feed } = this.#parts;
    if (this.#live || !this.#record || journal.openBatches(link.identity).length === 0) return;
    if (this.#record.state === 'done') journal.reopenRun(this.#record.id);
    this.#reload();
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
    const { journal, clock, feed } = this.#parts;
    const lineIds = lines.map((line) => line.lineId);
    if (this.#record?.state !== 'open') {
      const runId = journal.createRun(lineIds, {}, clock.now());
      note(runId);
      this.#order(lines, runId);
      feed.log.note('started', { lines: lines.length });
    } else {
      journal.addToRun(this.#record.id, lineIds);
      note(this.#record.id);
      if (kind === 'interactive') feed.board?.orderExtra(lines);
      else feed.board?.order(lines);
    }
    this.#go(link, lines, kind);
  }

  /** What waits, as far as the caps let it. */
  #affordable(): readonly OrderedLine[] {
    return this.#terms.affordable(this.#parts.feed.board?.waiting() ?? [], this.#record);
  }

  #order(lines: readonly OrderedLine[], runId: number): void {
    const { reports, feed } = this.#parts;
    this.#record = reports.latestRun();
    this.#isPaused = false;
    const batches = reports.board(runId).map((batch, index) => boardBatch(batch, index + 1));
    feed.load(this.#record, new RunBoard({ runId, batches, fates: new Map(), waiting: lines, failures: new Map() }));
  }

  #reload(): void {
    const { feed, reports } = this.#parts;
    this.#record = reports.latestRun();
    const extras = feed.board?.runId === this.#record?.id ? feed.board?.extras : undefined;
    const start = this.#record && boardStart(this.#parts, this.#record);
    feed.load(this.#record, start && new RunBoard({ ...start, ...(extras && { extras }) }));
  }

  #go(link: ServiceLink, lines: readonly OrderedLine[], kind: WorkKind): void {
    const runId = this.#record?.id ?? 0;
    if (this.#live?.run.add(lines, kind, runId)) {
      this.#parts.feed.changed();
      return;
    }
    const end = new AbortController();
    const { project, journal, clock, random, workers, feed, planner } = this.#parts;
    const run = startRun(
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
        terms: (ofRun) => this.#terms.of(ofRun),
        // What the service had from before is followed while no run goes on, too: then nothing leaves unasked.
        inDoubtPolicy: () => (this.state === 'running' ? this.#terms.inDoubtPolicy : 'ask'),
        onBatchDone: this.#parts.onBatchDone,
        onEvent: (event) => feed.tell(event),
      },
      {
        runId,
        lines: kind === 'bulk' ? lines : [],
        retryFailed: planner.optionsOf(runId).retryFailed ?? 0,
        signal: end.signal,
      },
    );
    // What an earlier process ordered leaves once the producer goes on.
    if (this.#isPaused && lines.length === 0) run.hold();
    if (kind === 'interactive') run.add(lines, kind, runId);
    const over = run.outcome
      .then((outcome) => this.#ended(end, outcome))
      .catch((error) => this.#broke(end, error))
      // The project can't even be read any more.
      .catch((error) => void this.#parts.onDefect(error));
    this.#live = { run, link, end, over };
    this.#departures += 1;
    feed.changed();
  }

  #ended(end: AbortController, outcome: RunOutcome): void {
    this.#live = null;
    if (end.signal.aborted) return;
    const { feed } = this.#parts;
    if (this.#record?.state !== 'open') {
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
      feed.tell({ kind: 'stopped', message: this.#terms.whyCapped(this.#record), capped: true });
    if (!isHeldBack || outcome.stopped) this.#tellEnd();
    else feed.changed();
  }

  #broke(end: AbortController, error: unknown): void {
    this.#live = null;
    if (end.signal.aborted) return;
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
    const { journal, clock, feed, reports } = this.#parts;
    if (this.#record?.state !== 'open') return;
    try {
      journal.finishRun(this.#record.id, 'done', clock.now());
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      // It is found open, with nothing left to do, when the project is next opened.
      feed.tell({ kind: 'stopped', message: describeProjectProblem(error.problem), capped: false });
      return;
    }
    this.#record = reports.latestRun();
    this.#isPaused = false;
    if (this.#record) feed.noteRecord(this.#record);
    feed.log.note('finished');
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
