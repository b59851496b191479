import type { RunEvent } from '../../../shared/model/run.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import type { BatchJobReading } from '../../../shared/service/jobs.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { Reservation, SendResult } from '../scheduler/scheduler-types.ts';
import { type BatchTerms, NO_TERMS } from '../store/batch-terms.ts';
import type { OpenBatch, SentJob } from '../store/journal.ts';
import type { RenderableLine } from '../store/line-store.ts';
import { ProjectError } from '../store/project-error.ts';
import { spendingRoom } from '../store/spending-room.ts';
import { followBatch } from './batch-reader.ts';
import { Collector } from './collector.ts';
import { describeCap } from './describe-cap.ts';
import { lackOfRoom } from './disk-room.ts';
import type { Failure } from './failure.ts';
import type { OrderedLine, PlannedLine } from './planned-line.ts';
import { retakeOf } from './retake.ts';
import type { LiveRun, ProductionParts, RunOrder, RunOutcome, RunStop } from './run-order.ts';
import { sendAgainOnce } from './send-again.ts';
import { Sender } from './sender.ts';

/** Renders lines: sends them as the budget allows, follows what the service has, makes takes of what comes back. */
export async function executeRun(parts: ProductionParts, order: RunOrder): Promise<RunOutcome> {
  return startRun(parts, order).outcome;
}

const unsent = (line: OrderedLine): Omit<PlannedLine, 'id'> => ({ ...line, attempts: 0 });

/** As `executeRun`, for whoever may change their mind while it goes on. */
export function startRun(parts: ProductionParts, order: RunOrder): LiveRun {
  const run = new Run(parts, order);
  const outcome = run.execute();
  return { add: (lines, kind, runId) => run.add(lines, kind, runId), hold: () => run.hold(), outcome };
}

/** Why a line is not ordered. */
const OVER_CAP = 'Not sent: the cap on what is spent would have been passed.';

class Run {
  readonly #parts: ProductionParts;
  readonly #order: RunOrder;
  readonly #sender: Sender;
  readonly #collector: Collector;
  /** Ends the waiting for replies and files, not the sending of what is on its way. */
  readonly #halt = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #queues = new Set<string>();
  readonly #unsent = new Set<number>();
  readonly #rendered = new Set<number>();
  readonly #failed = new Map<number, Failure>();
  readonly #inDoubt = new Set<number>();
  /** Characters of all that was ordered, retries included. */
  #planned = 0;
  #runId: number;
  /** Of those, the characters that left, or are leaving. */
  #committed = 0;
  readonly #retakes = new Map<number, number>();
  #held = false;
  #ended = false;
  #batches = 0;
  #characters = 0;
  #stopped: RunStop | null = null;
  #holds = 0;

  constructor(parts: ProductionParts, order: RunOrder) {
    this.#parts = parts;
    this.#order = order;
    this.#runId = order.runId;
    const { project, journal, client, connection, clock, random, checkAudio } = parts;
    const stop = (message: string, refusesAll = false) => this.#stop({ message, refusesAll, capped: false });
    const shared = { project, journal, client, connection, clock, stop };
    this.#sender = new Sender({
      ...shared,
      db: project.db,
      random,
      terms: (runId) => this.#terms(runId),
      onCapped: (lineIds, by) => {
        for (const lineId of lineIds) this.#unsent.add(lineId);
        this.#stop({ message: describeCap(by), refusesAll: false, capped: true });
      },
      lackOfRoom: (characters) => lackOfRoom(project.dir, characters),
      lineToRender: (line) => this.#lineToRender(line),
      onAccepted: (batch, reading) => {
        this.#count(batch);
        this.#follow(batch, reading);
      },
      onRefused: (lineId, message) => this.#fail(lineId, { kind: 'refused', message }),
      onInDoubt: (batch) => {
        this.#count(batch);
        if (this.#sentAgain(batch)) return;
        for (const { lineId } of batch.jobs) this.#inDoubt.add(lineId);
      },
      onGrown: (lines) => {
        for (const line of lines) {
          if (this.#withinCap(line.characters)) this.#enqueue([line], 'bulk');
          else this.#fail(line.lineId, { kind: 'not-sent', message: OVER_CAP });
        }
      },
      hold: (milliseconds) => this.#hold(milliseconds),
      onEvent: (event) => this.#tell(event),
    });
    this.#collector = new Collector({
      ...shared,
      checkAudio,
      onTake: (job, takeId, durationSeconds) => {
        this.#rendered.add(job.lineId);
        this.#failed.delete(job.lineId);
        this.#tell({ kind: 'line-rendered', lineId: job.lineId, takeId, durationSeconds });
      },
      onHindered: (job, failure) => this.#fail(job.lineId, failure),
    });
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
      this.#planned = lines.reduce((sum, line) => sum + line.characters, 0);
      this.#enqueue(lines.map(unsent), 'bulk');
      await this.#allDone();
    } catch (error) {
      // Nothing of this run may go on once whoever ordered it has been told that it failed.
      this.#ended = true;
      this.#cancelQueue();
      this.#halt.abort(error);
      await Promise.allSettled([...this.#tasks]);
      throw error;
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
    const message = this.#stopped?.message ?? 'The run was stopped before its turn came.';
    for (const lineId of this.#unsent) this.#failed.set(lineId, { kind: 'not-sent', message });
    return {
      rendered: [...this.#rendered],
      failed: this.#failed,
      inDoubt: [...this.#inDoubt],
      batches: this.#batches,
      characters: this.#characters,
      stopped: this.#stopped,
      interrupted: signal.aborted,
    };
  }

  async #allDone(): Promise<void> {
    const { dispatcher } = this.#parts;
    while (!this.#ended) {
      const queues = this.#queues.size;
      await Promise.all([...this.#queues].map((queue) => dispatcher.finished(queue)));
      // What a finished batch brings up, as lines to retry, is queued before its task ends.
      if (this.#tasks.size > 0) await Promise.race(this.#tasks);
      else this.#ended = queues === this.#queues.size;
    }
  }

  add(lines: readonly OrderedLine[], kind: WorkKind, runId: number): boolean {
    if (this.#ended || this.#halt.signal.aborted) return false;
    this.#runId = runId;
    if (this.#closed) {
      this.#planned = this.#committed;
      this.#held = false;
      this.#stopped = null;
      this.#sender.forgive();
    }
    // A line that waits already is not to leave twice.
    this.#parts.dispatcher.cancel(lines.map((line) => String(line.lineId)));
    const room = this.#room();
    const fitting = lines.filter((line) => {
      if (this.#withinCap(line.characters, room)) return true;
      this.#fail(line.lineId, { kind: 'not-sent', message: OVER_CAP });
      return false;
    });
    this.#enqueue(fitting.map(unsent), kind);
    return true;
  }

  hold(): void {
    this.#held = true;
    this.#cancelQueue();
  }

  /** Nothing more is to leave: what comes back unsent is not queued again. */
  get #closed(): boolean {
    return this.#held || this.#stopped !== null || this.#halt.signal.aborted;
  }

  #enqueue(lines: readonly Omit<PlannedLine, 'id'>[], kind: WorkKind): void {
    if (lines.length === 0) return;
    for (const { lineId } of lines) this.#unsent.add(lineId);
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
    const characters = planned.reduce((sum, line) => sum + line.characters, 0);
    this.#committed += characters;
    let result: SendResult;
    try {
      result = await this.#sender.send(this.#runId, planned, reservation);
    } catch (error) {
      // The journal took nothing, so nothing left.
      if (!(error instanceof ProjectError)) throw error;
      reservation.release();
      this.#stop({ message: describeProjectProblem(error.problem), refusesAll: false, capped: false });
      result = { kind: 'not-sent' };
    }
    if (result.kind !== 'not-sent' && result.kind !== 'rate-limited' && result.kind !== 'split') return result;
    this.#committed -= characters;
    for (const { lineId } of planned) this.#unsent.add(lineId);
    if (!this.#closed) return result;
    if (result.kind === 'rate-limited') reservation.refused(result.retryAfterMs);
    else if (result.kind === 'not-sent') reservation.release();
    return { kind: 'failed' };
  }

  /** What the line asks for at this moment; null where it was deleted, is blocked or has become fresh. */
  #lineToRender(line: PlannedLine): RenderableLine | null {
    const { lineId, retakeSeed } = line;
    this.#unsent.delete(lineId);
    const { project } = this.#parts;
    if (retakeSeed !== undefined) this.#retakes.set(lineId, retakeSeed);
    const renderable =
      retakeSeed === undefined ? project.lines.toRender(lineId) : retakeOf(project, lineId, retakeSeed);
    if (!renderable) this.#tell({ kind: 'line-skipped', lineId });
    return renderable;
  }

  #follow(batch: OpenBatch, reading: BatchJobReading | null): void {
    const { journal, client, clock, pollTiming } = this.#parts;
    const downloads = new Set<Promise<void>>();
    const follow = async () => {
      await followBatch(
        batch,
        reading,
        {
          journal,
          client,
          clock,
          ...(pollTiming ? { timing: pollTiming } : {}),
          onCompleted: (job, output) => {
            const download = this.#collector.collect(batch, job, output, this.#halt.signal);
            downloads.add(download);
            // Its end is awaited below; until then a failure must not count as unhandled.
            download.catch(() => {});
          },
          onFailed: (job, failure) => this.#failedByService(job, failure),
          onUnreadable: (message, until) => this.#tell({ kind: 'waiting', cause: 'unreachable', until, message }),
          onGivenUp: (job, failure) => {
            journal.jobHindered(job.id, failure);
            this.#fail(job.lineId, failure);
          },
        },
        this.#halt.signal,
      );
      await Promise.all(downloads);
      journal.closeBatch(batch.id);
      this.#parts.onBatchDone?.(batch.id);
    };
    this.#track(
      follow().catch((error) => {
        // What can't be written down is read again by whoever goes on with the run.
        if (!(error instanceof ProjectError)) throw error;
        this.#stop({ message: describeProjectProblem(error.problem), refusesAll: false, capped: false });
      }),
    );
  }

  #failedByService(job: SentJob, failure: Failure): void {
    const { journal, clock } = this.#parts;
    journal.jobFailed(job.id, failure, clock.now());
    const willRetry = job.attempts < this.#order.retryFailed && this.#withinCap(job.characters);
    this.#fail(job.lineId, failure, willRetry);
    if (willRetry) this.#enqueue([this.#again(job, job.attempts + 1)], 'bulk');
  }

  /** What is in doubt leaves once more, where the policy says so and the caps let it. */
  #sentAgain(batch: OpenBatch): boolean {
    const { project, inDoubtPolicy } = this.#parts;
    if (this.#closed || inDoubtPolicy?.() !== 'send-again') return false;
    if (!this.#withinCap(batch.jobs.reduce((sum, job) => sum + job.characters, 0))) return false;
    const lineIds = sendAgainOnce(project.db, batch);
    if (lineIds.length === 0) return false;
    this.#tell({ kind: 'doubt-sent-again', batchId: batch.id, lineIds });
    this.#enqueue(
      batch.jobs.map((job) => this.#again(job, job.attempts)),
      'bulk',
    );
    return true;
  }

  /** A line that had a job, as it was ordered. */
  #again({ lineId, characters }: SentJob, attempts: number): Omit<PlannedLine, 'id'> {
    const retakeSeed = this.#retakes.get(lineId);
    return { lineId, characters, attempts, ...(retakeSeed === undefined ? {} : { retakeSeed }) };
  }

  #terms(runId: number): BatchTerms {
    return this.#parts.terms?.(runId) ?? NO_TERMS;
  }

  /**
   * Whether the caps let so many characters more be ordered, beside what was sent and what is planned. What really leaves
   * is checked once more, batch by batch, as it is written down.
   */
  #withinCap(characters: number, room = this.#room()): boolean {
    const { maxCharacters = Number.POSITIVE_INFINITY } = this.#order;
    if (this.#planned + characters > maxCharacters) return false;
    if (this.#planned - this.#committed + characters > room) return false;
    this.#planned += characters;
    return true;
  }

  /** Characters that the caps leave at this moment. */
  #room(): number {
    const { characters } = spendingRoom(this.#parts.project.db, this.#terms(this.#runId).price, this.#runId);
    return characters ?? Number.POSITIVE_INFINITY;
  }

  #fail(lineId: number, failure: Failure, willRetry = false): void {
    this.#unsent.delete(lineId);
    this.#failed.set(lineId, failure);
    this.#tell({ kind: 'line-failed', lineId, message: failure.message ?? 'The service gave no reason.', willRetry });
  }

  #stop(why: RunStop): void {
    if (this.#stopped !== null) return;
    this.#stopped = why;
    this.#tell({ kind: 'stopped', message: why.message, capped: why.capped });
    this.#cancelQueue();
  }

  #cancelQueue(): void {
    this.#parts.dispatcher.cancel([...this.#unsent].map(String));
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

  /** What the service took, or may have taken. */
  #count(batch: OpenBatch): void {
    this.#batches += 1;
    for (const job of batch.jobs) this.#characters += job.characters;
  }

  #tell(event: RunEvent): void {
    this.#parts.onEvent(event);
  }
}
