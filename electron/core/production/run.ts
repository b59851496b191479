import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { RunEvent } from '../../../shared/model/run.ts';
import type { BatchJobReading } from '../../../shared/service/jobs.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { CheckedAudio, ExpectedAudio } from '../audio/check-audio.ts';
import type { Clock, Random } from '../ports.ts';
import type { Dispatcher } from '../scheduler/dispatcher.ts';
import type { Reservation, SendResult } from '../scheduler/scheduler-types.ts';
import type { Journal, OpenBatch, SentJob } from '../store/journal.ts';
import type { RenderableLine } from '../store/line-store.ts';
import type { Project } from '../store/project.ts';
import { describeProjectProblem, ProjectError } from '../store/project-error.ts';
import { followBatch } from './batch-reader.ts';
import { Collector } from './collector.ts';
import { lackOfRoom } from './disk-room.ts';
import type { Failure } from './failure.ts';
import type { PlannedLine } from './planned-line.ts';
import type { PollTiming } from './poll-interval.ts';
import { Sender } from './sender.ts';

export interface ProductionParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly connection: ConnectionIdentity;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly checkAudio: (bytes: Uint8Array, expected: ExpectedAudio) => Promise<CheckedAudio>;
  readonly pollTiming?: PollTiming;
  readonly onEvent: (event: RunEvent) => void;
}

export interface RunOrder {
  readonly runId: number;
  readonly lines: readonly { readonly lineId: number; readonly characters: number }[];
  /** How often a line whose job the service failed is sent again, each time paid: 0 unless the producer said so. */
  readonly retryFailed: number;
  /** At most so many characters may be taken by the service, retries included. */
  readonly maxCharacters?: number | undefined;
  /** Aborted to stop: what was sent is still answered for, nothing more leaves. */
  readonly signal: AbortSignal;
}

/** Why a run ended before its time. */
export interface RunStop {
  /** One sentence. */
  readonly message: string;
  /** The service refuses every request, whatever it holds: the key, the plan or the address is wrong. */
  readonly refusesAll: boolean;
}

export interface RunOutcome {
  readonly rendered: readonly number[];
  /** By line. */
  readonly failed: ReadonlyMap<number, Failure>;
  /** Lines that came to be in doubt in this run. */
  readonly inDoubt: readonly number[];
  readonly batches: number;
  /** Characters that the service took, or may have taken. */
  readonly characters: number;
  /** Why the run ended before its time, or null. */
  readonly stopped: RunStop | null;
  readonly interrupted: boolean;
}

/** Renders lines: sends them as the budget allows, follows what the service has, makes takes of what comes back. */
export async function executeRun(parts: ProductionParts, order: RunOrder): Promise<RunOutcome> {
  return new Run(parts, order).execute();
}

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
  #planned: number;
  #batches = 0;
  #characters = 0;
  #stopped: RunStop | null = null;
  #holds = 0;

  constructor(parts: ProductionParts, order: RunOrder) {
    this.#parts = parts;
    this.#order = order;
    this.#planned = order.lines.reduce((sum, line) => sum + line.characters, 0);
    const { project, journal, client, connection, clock, random, checkAudio } = parts;
    const stop = (message: string, refusesAll?: boolean) => this.#stop(message, refusesAll);
    const shared = { project, journal, client, connection, clock, stop };
    this.#sender = new Sender({
      ...shared,
      random,
      lackOfRoom: (characters) => lackOfRoom(project.dir, characters),
      lineToRender: (lineId) => this.#lineToRender(lineId),
      onAccepted: (batch, reading) => {
        this.#count(batch);
        this.#follow(batch, reading);
      },
      onRefused: (lineId, message) => this.#fail(lineId, { kind: 'refused', message }),
      onInDoubt: (batch) => {
        this.#count(batch);
        for (const { lineId } of batch.jobs) this.#inDoubt.add(lineId);
      },
      onGrown: (lines) => {
        for (const line of lines) {
          if (this.#withinCap(line.characters)) this.#enqueue([{ ...line, attempts: 0 }]);
          else this.#fail(line.lineId, { kind: 'not-sent', message: 'The cap on characters would have been passed.' });
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
      for (const batch of this.#parts.journal.openBatches()) this.#follow(batch, null);
      this.#enqueue(lines.map((line) => ({ ...line, attempts: 0 })));
      await this.#allDone();
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
    for (;;) {
      await Promise.all([...this.#queues].map((queue) => dispatcher.finished(queue)));
      // What a finished batch brings up, as lines to retry, is queued before its task ends.
      if (this.#tasks.size === 0) return;
      await Promise.race(this.#tasks);
    }
  }

  #enqueue(
    lines: readonly { readonly lineId: number; readonly characters: number; readonly attempts: number }[],
  ): void {
    if (lines.length === 0) return;
    for (const { lineId } of lines) this.#unsent.add(lineId);
    if (this.#stopped !== null || this.#halt.signal.aborted) return;
    const queue = `${this.#order.runId}.${this.#queues.size}`;
    this.#queues.add(queue);
    this.#parts.dispatcher.enqueue<PlannedLine>({
      runId: queue,
      kind: 'bulk',
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
    let result: SendResult;
    try {
      result = await this.#sender.send(this.#order.runId, planned, reservation);
    } catch (error) {
      // The journal took nothing, so nothing left.
      if (!(error instanceof ProjectError)) throw error;
      reservation.release();
      this.#stop(describeProjectProblem(error.problem));
      result = { kind: 'not-sent' };
    }
    if (result.kind !== 'not-sent' && result.kind !== 'rate-limited' && result.kind !== 'split') return result;
    for (const { lineId } of planned) this.#unsent.add(lineId);
    const over = this.#stopped !== null || this.#halt.signal.aborted;
    return over ? { kind: 'failed' } : result;
  }

  /** What the line asks for at this moment; null where it was deleted, is blocked or has become fresh. */
  #lineToRender(lineId: number): RenderableLine | null {
    this.#unsent.delete(lineId);
    return this.#parts.project.lines.toRender(lineId);
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
    };
    this.#track(follow());
  }

  #failedByService(job: SentJob, failure: Failure): void {
    const { journal, clock } = this.#parts;
    journal.jobFailed(job.id, failure, clock.now());
    const willRetry = job.attempts < this.#order.retryFailed && this.#withinCap(job.characters);
    this.#fail(job.lineId, failure, willRetry);
    if (willRetry) {
      this.#enqueue([{ lineId: job.lineId, characters: job.characters, attempts: job.attempts + 1 }]);
    }
  }

  /** Whether the cap lets so many characters more be sent, beside what was sent and what is planned. */
  #withinCap(characters: number): boolean {
    const { maxCharacters = Number.POSITIVE_INFINITY } = this.#order;
    if (this.#planned + characters > maxCharacters) return false;
    this.#planned += characters;
    return true;
  }

  #fail(lineId: number, failure: Failure, willRetry = false): void {
    this.#unsent.delete(lineId);
    this.#failed.set(lineId, failure);
    this.#tell({ kind: 'line-failed', lineId, message: failure.message ?? 'The service gave no reason.', willRetry });
  }

  #stop(message: string, refusesAll = false): void {
    if (this.#stopped !== null) return;
    this.#stopped = { message, refusesAll };
    this.#tell({ kind: 'stopped', message });
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
