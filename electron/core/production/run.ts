import type { BatchJobReading, OutputReading } from '@lectern/tts-protocol';
import type { ProjectProblem } from '../../../shared/model/project-problem.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { type BatchTerms, NO_TERMS, type OpenBatch, type SentJob } from '../project/journal/journal.ts';
import type { RenderableLine } from '../project/lines/line-store.ts';
import { remainingBudget } from '../project/spending/remaining-budget.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { Reservation, SendResult } from '../scheduler/scheduler-types.ts';
import type { Failure, Loss } from './failure.ts';
import { type PollEvent, pollBatch } from './poll-batch.ts';
import { ReadingPace } from './poll-interval.ts';
import { RunRetakes, resendInRun } from './retake.ts';
import {
  type LiveRun,
  type PlannedLine,
  type ProductionParts,
  type RunOrder,
  type RunOutcome,
  type RunStop,
  RunTally,
} from './run-order.ts';
import { charactersOf, describeCap, missingDiskSpace, OVER_CAP, SendAllowance } from './send-allowance.ts';
import { Sender } from './sender.ts';
import { ServicePresence } from './service-presence.ts';
import { TakeDownloader } from './take-downloader.ts';

/** Renders lines: sends them as the budget allows, polls the service and stores the takes. */
export async function executeRun(parts: ProductionParts, order: RunOrder): Promise<RunOutcome> {
  return startRun(parts, order).outcome;
}

const unsent = (line: OrderedLine): Omit<PlannedLine, 'id'> => ({ ...line, attempts: 0 });

/** Starts a run to which lines can be added, and which can be held. */
export function startRun(parts: ProductionParts, order: RunOrder): LiveRun {
  const run = new Run(parts, order);
  return { add: (lines, kind, runId) => run.add(lines, kind, runId), hold: () => run.hold(), outcome: run.execute() };
}

class Run {
  readonly #parts: ProductionParts;
  readonly #readingPace: ReadingPace;
  readonly #order: RunOrder;
  readonly #sender: Sender;
  readonly #downloader: TakeDownloader;
  /** Aborts polling and downloads; submissions in flight finish. */
  readonly #halt = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #queues = new Set<string>();
  readonly #tally = new RunTally();
  readonly #allowance: SendAllowance;
  readonly #presence: ServicePresence;
  #runId: number;
  readonly #retakes: RunRetakes;
  #held = false;
  #ended = false;
  #stopped: RunStop | null = null;
  #holds = 0;

  constructor(parts: ProductionParts, order: RunOrder) {
    this.#parts = parts;
    this.#readingPace = new ReadingPace(parts.readsPerMinute ?? (() => null));
    this.#order = order;
    this.#runId = order.runId;
    this.#retakes = new RunRetakes(parts.project);
    this.#allowance = new SendAllowance(order.maxCharacters ?? Number.POSITIVE_INFINITY, () => this.#room());
    const { project, journal, client, connection, clock, random, checkAudio } = parts;
    const stop = (message: string, refusesAll = false) => this.#stop({ message, refusesAll, capped: false });
    this.#presence = new ServicePresence(client, clock);
    const stopFor = ({ problem }: ProjectError) => this.#stopFor(problem);
    const shared = { project, journal, client, connection, clock, stop, stopFor };
    this.#sender = new Sender({
      ...shared,
      db: project.db,
      random,
      terms: (runId) => this.#terms(runId),
      onCapped: (lineIds, by) => {
        this.#tally.waits(lineIds);
        this.#stop({ message: describeCap(by), refusesAll: false, capped: true });
      },
      missingDiskSpace: (characters) => missingDiskSpace(project.dir, characters),
      lineToRender: (line) => this.#lineToRender(line),
      isClosed: () => this.#closed,
      onAccepted: (batch, reading) => {
        this.#tally.taken(batch);
        this.#follow(batch, reading);
      },
      onRefused: (lineId, message) => this.#fail(lineId, { kind: 'refused', message }),
      onInDoubt: (batch) => {
        this.#tally.taken(batch);
        if (this.#tryResend(batch, batch.jobs, parts.inDoubtPolicy)) return;
        this.#tally.inDoubt(batch.jobs.map(({ lineId }) => lineId));
      },
      onGrown: (lines) => {
        for (const line of lines) if (this.#planOrFail(line)) this.#enqueue([line], 'bulk');
      },
      hold: (milliseconds) => this.#hold(milliseconds),
      onEvent: (event) => this.#tell(event),
    });
    this.#downloader = new TakeDownloader({ ...shared, checkAudio, known: parts.known, presence: this.#presence });
  }

  async execute(): Promise<RunOutcome> {
    const { signal, lines } = this.#order;
    const interrupt = () => {
      this.#cancelQueue();
      this.#halt.abort(signal.reason);
    };
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      for (const batch of this.#parts.journal.openBatches(this.#parts.connection)) this.#follow(batch, null);
      this.#allowance.plan(charactersOf(lines));
      this.#enqueue(lines.map(unsent), 'bulk');
      await this.#allDone();
    } catch (error) {
      // Nothing of this run may continue after the caller has received its error.
      this.#ended = true;
      this.#cancelQueue();
      this.#halt.abort(error);
      await Promise.allSettled([...this.#tasks]);
      throw error;
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
    return this.#tally.outcome(this.#stopped, signal.aborted);
  }

  async #allDone(): Promise<void> {
    const { dispatcher } = this.#parts;
    while (!this.#ended) {
      const queues = this.#queues.size;
      await Promise.all([...this.#queues].map((queue) => dispatcher.finished(queue)));
      // Follow-up work of a finished batch, such as retries, is queued before its task ends.
      if (this.#tasks.size > 0) await Promise.race(this.#tasks);
      else this.#ended = queues === this.#queues.size;
    }
  }

  add(lines: readonly OrderedLine[], kind: WorkKind, runId: number): boolean {
    if (this.#ended || this.#halt.signal.aborted) return false;
    this.#runId = runId;
    if (this.#closed) {
      this.#allowance.dropUnsent();
      this.#held = false;
      this.#stopped = null;
      this.#sender.forgive();
    }
    // Don't send a line twice if it is already waiting.
    this.#parts.dispatcher.cancel(lines.map((line) => String(line.lineId)));
    const { room } = this.#allowance;
    const fitting = lines.filter((line) => this.#planOrFail(line, room));
    this.#enqueue(fitting.map(unsent), kind);
    return true;
  }

  hold(): void {
    this.#held = true;
    this.#cancelQueue();
  }

  /** True if nothing more may be sent; lines that come back unsent are not queued again. */
  get #closed(): boolean {
    return this.#held || this.#stopped !== null || this.#halt.signal.aborted;
  }

  #enqueue(lines: readonly Omit<PlannedLine, 'id'>[], kind: WorkKind): void {
    if (lines.length === 0) return;
    this.#tally.waits(lines.map(({ lineId }) => lineId));
    if (this.#closed) return;
    const queue = `${this.#runId}.${this.#queues.size}`;
    this.#queues.add(queue);
    this.#parts.dispatcher.enqueue<PlannedLine>({
      runId: queue,
      kind,
      lines: lines.map((line) => ({ ...line, id: String(line.lineId) })),
      send: (planned, reservation) => this.#send(planned, reservation),
      neverFits: (line, limit) =>
        this.#fail(line.lineId, {
          kind: 'refused',
          message: `It has ${line.characters} characters, and the limit lets no more than ${limit} through in a minute.`,
        }),
    });
  }

  async #send(planned: readonly PlannedLine[], reservation: Reservation): Promise<SendResult> {
    const characters = charactersOf(planned);
    this.#allowance.leaves(characters);
    let result: SendResult;
    try {
      result = await this.#sender.send(this.#runId, planned, reservation);
    } catch (error) {
      // The journal could not be written, so nothing was sent.
      if (!(error instanceof ProjectError)) throw error;
      reservation.release();
      this.#stopFor(error.problem);
      result = { kind: 'not-sent' };
    }
    if (result.kind !== 'not-sent' && result.kind !== 'rate-limited' && result.kind !== 'split') return result;
    this.#allowance.stays(characters);
    this.#tally.waits(planned.map(({ lineId }) => lineId));
    if (!this.#closed) return result;
    if (result.kind === 'rate-limited') reservation.refused(result.retryAfterMs);
    else if (result.kind === 'not-sent') reservation.release();
    return { kind: 'failed' };
  }

  #lineToRender(line: PlannedLine): RenderableLine | null {
    const { lineId } = line;
    this.#tally.leaves(lineId);
    const renderable = this.#retakes.lineToRender(line);
    if (!renderable) this.#tell({ kind: 'line-skipped', lineId });
    return renderable;
  }

  #follow(batch: OpenBatch, reading: BatchJobReading | null): void {
    const { dispatcher } = this.#parts;
    this.#track(
      this.#collect(batch, reading)
        .finally(() => dispatcher.ended(batch.jobs.map(({ lineId }) => String(lineId))))
        .catch((error) => {
          // Results that can't be written are read again when the run is resumed.
          if (!(error instanceof ProjectError)) throw error;
          this.#stopFor(error.problem);
        }),
    );
  }

  /** Polls a batch and downloads its audio until nothing of it is outstanding. */
  async #collect(batch: OpenBatch, reading: BatchJobReading | null): Promise<void> {
    const { journal, client, clock, pollTiming, onBatchDone } = this.#parts;
    const downloads = new Set<Promise<void>>();
    const polling = { journal, client, clock, timing: pollTiming, pace: this.#readingPace, presence: this.#presence };
    try {
      for await (const event of pollBatch(batch, reading, polling, this.#halt.signal)) {
        const download = this.#polled(batch, event);
        if (!download) continue;
        downloads.add(download);
        // Awaited below; this prevents an unhandled rejection until then.
        download.catch(() => {});
      }
    } finally {
      await Promise.allSettled(downloads);
    }
    await Promise.all(downloads);
    journal.closeBatch(batch.id);
    onBatchDone?.(batch.id);
  }

  /** @returns the download that follows, if any */
  #polled(batch: OpenBatch, event: PollEvent): Promise<void> | null {
    const ended = (jobs: readonly SentJob[]) => this.#parts.dispatcher.ended(jobs.map(({ lineId }) => String(lineId)));
    switch (event.kind) {
      case 'completed':
        return this.#download(batch, event.job, event.output).finally(() => ended([event.job]));
      case 'failed':
        ended([event.job]);
        this.#failedByService(event.job, event.failure);
        return null;
      case 'lost':
        ended(event.jobs);
        this.#lose(batch, event.jobs, event.loss);
        return null;
      case 'abandoned': {
        const { jobs, failure, why } = event;
        ended(jobs);
        if (why === 'unreadable') for (const { lineId } of jobs) this.#fail(lineId, failure);
        else this.#tell(this.#tally.unfinished(batch.id, jobs, failure.message));
        if (why === 'useless') this.#stop({ message: failure.message, refusesAll: false, capped: false });
        return null;
      }
      case 'unreadable':
        this.#tell({ kind: 'waiting', cause: 'unreachable', until: event.until, message: event.message });
        return null;
    }
  }

  async #download(batch: OpenBatch, job: SentJob, output: OutputReading): Promise<void> {
    const outcome = await this.#downloader.download(batch, job, output, this.#halt.signal);
    switch (outcome.kind) {
      case 'stored': {
        const { takeId, durationSeconds } = outcome;
        this.#tally.rendered(job.lineId);
        this.#tell({ kind: 'line-rendered', lineId: job.lineId, takeId, durationSeconds });
        this.#orderNextTake(job);
        return;
      }
      case 'lost':
        this.#lose(batch, [job], outcome.loss);
        return;
      case 'unavailable':
        this.#fail(job.lineId, outcome.failure);
        return;
      case 'unwritable':
        // If the folder was moved, the line itself is fine: its take can still be downloaded from the service.
        if (outcome.problem.kind !== 'moved-while-open') {
          this.#fail(job.lineId, { kind: 'not-stored', message: describeProjectProblem(outcome.problem) });
        }
        this.#stopFor(outcome.problem);
    }
  }

  #failedByService(job: SentJob, failure: Failure): void {
    const willRetry = job.attempts < this.#order.retryFailed && this.#allowance.tryPlan(job.characters);
    this.#fail(job.lineId, failure, willRetry);
    if (willRetry) this.#enqueue([this.#retakes.again(job, job.attempts + 1)], 'bulk');
  }

  #lose(batch: OpenBatch, jobs: readonly SentJob[], loss: Loss): void {
    const { inDoubtPolicy, lostPolicy = inDoubtPolicy } = this.#parts;
    const lineIds = jobs.map(({ lineId }) => lineId);
    this.#tally.clearFailures(lineIds);
    this.#tell({ kind: 'lines-lost', batchId: batch.id, lineIds, cause: loss.cause });
    if (this.#tryResend(batch, jobs, lostPolicy)) return;
    this.#tally.lost(lineIds);
  }

  /** Sends jobs that are in doubt or lost again, if the policy and the caps allow it. */
  #tryResend(batch: OpenBatch, jobs: readonly SentJob[], policy: ProductionParts['inDoubtPolicy']): boolean {
    const { project, journal } = this.#parts;
    if (this.#closed || policy?.() !== 'send-again') return false;
    const characters = charactersOf(jobs);
    if (!this.#allowance.tryPlan(characters)) return false;
    const lineIds = jobs.map(({ lineId }) => lineId);
    if (!resendInRun(project.db, journal, this.#runId, batch, lineIds)) {
      this.#allowance.drop(characters);
      return false;
    }
    const lines = jobs.map(({ lineId, characters: own }) => ({ lineId, characters: own }));
    this.#tell({ kind: 'doubt-sent-again', batchId: batch.id, lines });
    this.#enqueue(
      jobs.map((job) => this.#retakes.again(job, job.attempts)),
      'bulk',
    );
    return true;
  }

  /** If several takes of a line were ordered, sends the next one after the previous one has arrived. */
  #orderNextTake(job: SentJob): void {
    const line = this.#retakes.nextAfter(job);
    if (!line) return;
    this.#tell({ kind: 'next-take', line });
    if (this.#planOrFail(line)) this.#enqueue([unsent(line)], 'interactive');
  }

  #planOrFail({ lineId, characters }: OrderedLine, room?: number): boolean {
    if (this.#allowance.tryPlan(characters, room)) return true;
    this.#fail(lineId, { kind: 'over-cap', message: OVER_CAP });
    return false;
  }

  #terms(runId: number): BatchTerms {
    return this.#parts.terms?.(runId) ?? NO_TERMS;
  }

  #room(): number {
    const { characters } = remainingBudget(this.#parts.project.db, this.#terms(this.#runId).price, this.#runId);
    return characters ?? Number.POSITIVE_INFINITY;
  }

  #fail(lineId: number, failure: Failure, willRetry = false): void {
    this.#tally.failed(lineId, failure);
    this.#tell({ kind: 'line-failed', lineId, message: failure.message ?? 'The service gave no reason.', willRetry });
  }

  #stop(why: RunStop): void {
    if (this.#stopped !== null) return;
    this.#stopped = why;
    this.#tell({ kind: 'stopped', message: why.message, capped: why.capped });
    this.#cancelQueue();
  }

  /**
   * Stops because the project folder can't be written to. If it was moved, waiting stops too, because audio couldn't be
   * stored.
   */
  #stopFor(problem: ProjectProblem): void {
    this.#stop({ message: describeProjectProblem(problem), refusesAll: false, capped: false, problem });
    if (problem.kind === 'moved-while-open') this.#halt.abort(new ProjectError(problem));
  }

  #cancelQueue(): void {
    this.#parts.dispatcher.cancel(this.#tally.unsent.map(String));
  }

  #hold(milliseconds: number): void {
    const { dispatcher, clock } = this.#parts;
    this.#holds += 1;
    dispatcher.pause();
    const wait = async () => {
      try {
        await clock.sleep(milliseconds, this.#halt.signal);
      } finally {
        this.#holds -= 1;
        if (this.#holds === 0) dispatcher.resume();
      }
    };
    this.#track(wait());
  }

  #track(task: Promise<void>): void {
    const tracked = task
      .catch((error) => {
        if (!this.#halt.signal.aborted) throw error;
      })
      .finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
    tracked.catch(() => {});
  }

  #tell(event: RunEvent): void {
    this.#parts.onEvent(event);
  }
}
