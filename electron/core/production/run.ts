import type { ProjectProblem } from '../../../shared/model/project-problem.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import type { BatchJobReading } from '../../../shared/service/jobs.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { OpenBatch, SentJob } from '../project/journal/journal.ts';
import { type BatchTerms, NO_TERMS } from '../project/journal/journal.ts';
import { retakeAfter } from '../project/journal/ordered-retakes.ts';
import type { RenderableLine } from '../project/lines/line-store.ts';
import { remainingBudget } from '../project/spending/remaining-budget.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { Reservation, SendResult } from '../scheduler/scheduler-types.ts';
import { followBatch } from './batch-reader.ts';
import { Collector } from './collector.ts';
import { describeCap } from './describe-cap.ts';
import { lackOfRoom } from './disk-room.ts';
import type { Failure, Loss } from './failure.ts';
import type { PlannedLine } from './planned-line.ts';
import { ReadingPace } from './poll-interval.ts';
import { retakeOf } from './retake.ts';
import type { LiveRun, ProductionParts, RunOrder, RunOutcome, RunStop } from './run-order.ts';
import { sendAgainOnce } from './send-again.ts';
import { Sender } from './sender.ts';
import { ServicePresence } from './service-presence.ts';

/** Renders lines: sends them as the budget allows, follows what the service has, makes takes of what comes back. */
export async function executeRun(parts: ProductionParts, order: RunOrder): Promise<RunOutcome> {
  return startRun(parts, order).outcome;
}

const unsent = (line: OrderedLine): Omit<PlannedLine, 'id'> => ({ ...line, attempts: 0 });

/** As `executeRun`, for callers that can still add or hold back lines. */
export function startRun(parts: ProductionParts, order: RunOrder): LiveRun {
  const run = new Run(parts, order);
  const outcome = run.execute();
  return { add: (lines, kind, runId) => run.add(lines, kind, runId), hold: () => run.hold(), outcome };
}

const retakeKey = (lineId: number, seed: number): string => `${lineId} ${seed}`;

/** Why a line is not ordered. */
const OVER_CAP = 'Not sent: the cap on what is spent would have been passed.';

class Run {
  readonly #parts: ProductionParts;
  readonly #readingPace: ReadingPace;
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
  readonly #lost = new Set<number>();
  readonly #presence: ServicePresence;
  /** Characters of all that was ordered, retries included. */
  #planned = 0;
  #runId: number;
  /** Of those, the characters that left, or are leaving. */
  #committed = 0;
  /** Lines and seeds that were asked for as further takes. */
  readonly #retakes = new Set<string>();
  #held = false;
  #ended = false;
  #batches = 0;
  #characters = 0;
  #stopped: RunStop | null = null;
  #holds = 0;

  constructor(parts: ProductionParts, order: RunOrder) {
    this.#parts = parts;
    this.#readingPace = new ReadingPace(parts.readsPerMinute ?? (() => null));
    this.#order = order;
    this.#runId = order.runId;
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
        for (const lineId of lineIds) this.#unsent.add(lineId);
        this.#stop({ message: describeCap(by), refusesAll: false, capped: true });
      },
      lackOfRoom: (characters) => lackOfRoom(project.dir, characters),
      lineToRender: (line) => this.#lineToRender(line),
      isClosed: () => this.#closed,
      onAccepted: (batch, reading) => {
        this.#count(batch);
        this.#follow(batch, reading);
      },
      onRefused: (lineId, message) => this.#fail(lineId, { kind: 'refused', message }),
      onInDoubt: (batch) => {
        this.#count(batch);
        if (this.#sentAgain(batch, batch.jobs, parts.inDoubtPolicy)) return;
        for (const { lineId } of batch.jobs) this.#inDoubt.add(lineId);
      },
      onGrown: (lines) => {
        for (const line of lines) {
          if (this.#withinCap(line.characters)) this.#enqueue([line], 'bulk');
          else this.#fail(line.lineId, { kind: 'over-cap', message: OVER_CAP });
        }
      },
      hold: (milliseconds) => this.#hold(milliseconds),
      onEvent: (event) => this.#tell(event),
    });
    this.#collector = new Collector({
      ...shared,
      checkAudio,
      presence: this.#presence,
      onTake: (job, takeId, durationSeconds) => {
        this.#rendered.add(job.lineId);
        this.#failed.delete(job.lineId);
        this.#tell({ kind: 'line-rendered', lineId: job.lineId, takeId, durationSeconds });
        this.#orderNextTake(job);
      },
      onHindered: (job, failure) => this.#fail(job.lineId, failure),
      onLost: (batch, job, loss) => this.#lose(batch, [job], loss),
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
      // Nothing of this run may go on once its caller has been told that it failed.
      this.#ended = true;
      this.#cancelQueue();
      this.#halt.abort(error);
      await Promise.allSettled([...this.#tasks]);
      throw error;
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
    const message = this.#stopped?.message ?? 'The run was stopped before its turn came.';
    const kind = this.#stopped?.capped ? 'over-cap' : 'not-sent';
    for (const lineId of this.#unsent) this.#failed.set(lineId, { kind, message });
    return {
      rendered: [...this.#rendered],
      failed: this.#failed,
      inDoubt: [...this.#inDoubt],
      lost: [...this.#lost],
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
      this.#fail(line.lineId, { kind: 'over-cap', message: OVER_CAP });
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
      this.#stopFor(error.problem);
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
    if (retakeSeed !== undefined) this.#retakes.add(retakeKey(lineId, retakeSeed));
    const renderable =
      retakeSeed === undefined ? project.lines.toRender(lineId) : retakeOf(project, lineId, retakeSeed);
    if (!renderable) this.#tell({ kind: 'line-skipped', lineId });
    return renderable;
  }

  #follow(batch: OpenBatch, reading: BatchJobReading | null): void {
    const { journal, client, clock, pollTiming, dispatcher } = this.#parts;
    const ended = (...jobs: readonly SentJob[]) => dispatcher.ended(jobs.map(({ lineId }) => String(lineId)));
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
          pace: this.#readingPace,
          presence: this.#presence,
          onLost: (jobs, loss) => {
            ended(...jobs);
            this.#lose(batch, jobs, loss);
          },
          onCompleted: (job, output) => {
            const download = this.#collector.collect(batch, job, output, this.#halt.signal).finally(() => ended(job));
            downloads.add(download);
            // Its end is awaited below; until then a failure must not count as unhandled.
            download.catch(() => {});
          },
          onFailed: (job, failure) => {
            ended(job);
            this.#failedByService(job, failure);
          },
          onUnreadable: (message, until) => this.#tell({ kind: 'waiting', cause: 'unreachable', until, message }),
          onGivenUp: (job, failure) => {
            ended(job);
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
      follow()
        .finally(() => ended(...batch.jobs))
        .catch((error) => {
          // What can't be written down is read again when the run is resumed.
          if (!(error instanceof ProjectError)) throw error;
          this.#stopFor(error.problem);
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

  #lose(batch: OpenBatch, jobs: readonly SentJob[], loss: Loss): void {
    const { journal, clock, inDoubtPolicy, lostPolicy = inDoubtPolicy } = this.#parts;
    const jobIds = jobs.map(({ id }) => id);
    journal.jobsLost(batch.id, jobIds, loss, clock.now());
    const lineIds = jobs.map(({ lineId }) => lineId);
    for (const lineId of lineIds) this.#failed.delete(lineId);
    this.#tell({ kind: 'lines-lost', batchId: batch.id, lineIds, cause: loss.cause });
    if (this.#sentAgain(batch, jobs, lostPolicy)) return;
    for (const lineId of lineIds) this.#lost.add(lineId);
  }

  /** What is in doubt or lost leaves once more, where the policy says so and the caps let it. */
  #sentAgain(batch: OpenBatch, jobs: readonly SentJob[], policy: ProductionParts['inDoubtPolicy']): boolean {
    const { project, journal } = this.#parts;
    if (this.#closed || policy?.() !== 'send-again') return false;
    const characters = jobs.reduce((sum, job) => sum + job.characters, 0);
    if (!this.#withinCap(characters)) return false;
    const lineIds = jobs.map(({ lineId }) => lineId);
    const isSentAgain = project.db.durably(() => {
      const again = sendAgainOnce(project.db, batch, lineIds);
      // A batch of an earlier run may be concerned: resuming this one must find its lines.
      if (again.length > 0) journal.addToRun(this.#runId, lineIds);
      return again.length > 0;
    });
    if (!isSentAgain) {
      this.#planned -= characters;
      return false;
    }
    const lines = jobs.map(({ lineId, characters: own }) => ({ lineId, characters: own }));
    this.#tell({ kind: 'doubt-sent-again', batchId: batch.id, lines });
    this.#enqueue(
      jobs.map((job) => this.#again(job, job.attempts)),
      'bulk',
    );
    return true;
  }

  /** A line that had a job, as it was ordered. */
  #again({ lineId, characters, request: { seed } }: SentJob, attempts: number): Omit<PlannedLine, 'id'> {
    const isRetake = seed !== undefined && seed !== null && this.#retakes.has(retakeKey(lineId, seed));
    return { lineId, characters, attempts, ...(isRetake ? { retakeSeed: seed } : {}) };
  }

  /** Where several takes of a line were ordered, the next leaves once the one before it has come. */
  #orderNextTake({ id, lineId, request: { seed } }: SentJob): void {
    const { project } = this.#parts;
    const next = seed === undefined || seed === null ? null : retakeAfter(project.db, { id, lineId }, seed);
    const renderable = next && retakeOf(project, lineId, next.seed);
    if (!renderable) return;
    const { characters } = renderable;
    const line = { lineId, characters, retakeSeed: next.seed, furtherTakes: next.further };
    this.#tell({ kind: 'next-take', line });
    if (this.#withinCap(characters)) this.#enqueue([unsent(line)], 'interactive');
    else this.#fail(lineId, { kind: 'over-cap', message: OVER_CAP });
  }

  #terms(runId: number): BatchTerms {
    return this.#parts.terms?.(runId) ?? NO_TERMS;
  }

  /**
   * Whether the caps allow this many more characters, on top of what was sent and what is planned. What really leaves
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
    const { characters } = remainingBudget(this.#parts.project.db, this.#terms(this.#runId).price, this.#runId);
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

  /** The project's folder takes nothing more. Where it has gone, nothing is waited for either: its audio has no place. */
  #stopFor(problem: ProjectProblem): void {
    this.#stop({ message: describeProjectProblem(problem), refusesAll: false, capped: false, problem });
    if (problem.kind === 'moved-while-open') this.#halt.abort(new ProjectError(problem));
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
