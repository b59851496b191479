import type { AudioAt } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import type { ConnectionIdentity, InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { ProjectProblem } from '../../../shared/model/project-problem.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { Clock, Random } from '../ports.ts';
import type { BatchTerms, Journal, OpenBatch, SentJob } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import type { Dispatcher } from '../scheduler/dispatcher.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { Failure } from './failure.ts';
import type { PollTiming } from './poll-interval.ts';
import type { KnownVoices } from './voice-uses.ts';

export interface ProductionParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly connection: ConnectionIdentity;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly checkAudio: (at: AudioAt, expected: ExpectedAudio) => Promise<CheckedAudio>;
  /** Information about voices, to record the permitted uses of takes. None if omitted. */
  readonly known?: KnownVoices | undefined;
  readonly pollTiming?: PollTiming;
  /** Reads per minute that the account allows; null or omitted if no limit is known. */
  readonly readsPerMinute?: () => number | null;
  /** Terms for a batch sent now. By default, no price and no webhook. */
  readonly terms?: (runId: number) => BatchTerms;
  /** Current policy for batches in doubt and, by default, for lost lines. By default, the producer is asked. */
  readonly inDoubtPolicy?: () => InDoubtPolicy;
  /** Current policy for lost lines. Defaults to `inDoubtPolicy`. */
  readonly lostPolicy?: () => InDoubtPolicy;
  /** Called when all jobs of a batch have been collected or failed, and this is in the journal. */
  readonly onBatchDone?: (batchId: number) => void;
  readonly onEvent: (event: RunEvent) => void;
}

export interface RunOrder {
  readonly runId: number;
  readonly lines: readonly OrderedLine[];
  /**
   * How often a line that failed at the service is sent again, charged each time. 0 unless the producer chose
   * otherwise.
   */
  readonly retryFailed: number;
  /** Maximum number of characters to send, including retries. The project's caps also apply. */
  readonly maxCharacters?: number | undefined;
  /** Stops the run when aborted: nothing more is sent, but replies to what was sent are still handled. */
  readonly signal: AbortSignal;
}

export interface RunStop {
  readonly message: string;
  /** The service refuses all requests, because the key, the plan or the address is wrong. */
  readonly refusesAll: boolean;
  /** A spending cap kept lines from being sent. */
  readonly capped: boolean;
  readonly problem?: ProjectProblem;
}

export interface RunOutcome {
  readonly rendered: readonly number[];
  readonly failed: ReadonlyMap<number, Failure>;
  /** Lines that became in doubt in this run. */
  readonly inDoubt: readonly number[];
  /** Lines that this run found to be missing at the service. */
  readonly lost: readonly number[];
  /** Lines still at the service that this run stopped waiting for, with the reason. */
  readonly unfinished: ReadonlyMap<number, string>;
  readonly batches: number;
  /** Characters that the service accepted or may have accepted. */
  readonly characters: number;
  readonly stopped: RunStop | null;
  readonly interrupted: boolean;
}

export interface LiveRun {
  /**
   * Adds lines, even after `hold` or after the run stopped by itself. Lines that a user is waiting for (`interactive`)
   * go before all waiting lines of runs.
   *
   * @param runId the run that everything sent from now on is recorded for
   * @returns false if the run has already ended, so nothing was added
   */
  add(lines: readonly OrderedLine[], kind: WorkKind, runId: number): boolean;
  /** Stops sending; replies to what was sent are still handled. Unsent lines are dropped until they are added again. */
  hold(): void;
  /** Resolves when nothing is queued, in flight or awaited. */
  readonly outcome: Promise<RunOutcome>;
}

/** Returns the characters of all takes ordered for a line. */
export const charactersOrdered = ({ characters, furtherTakes = 0 }: OrderedLine): number =>
  characters * (1 + furtherTakes);

export interface PlannedLine extends OrderedLine {
  readonly id: string;
  /** Number of jobs this line already had in this run. */
  readonly attempts: number;
}

/** The state of each line of a run so far. */
export class RunTally {
  readonly #unsent = new Set<number>();
  readonly #rendered = new Set<number>();
  readonly #failed = new Map<number, Failure>();
  readonly #inDoubt = new Set<number>();
  readonly #lost = new Set<number>();
  readonly #unfinished = new Map<number, string>();
  #batches = 0;
  #characters = 0;

  get unsent(): readonly number[] {
    return [...this.#unsent];
  }

  waits(lineIds: Iterable<number>): void {
    for (const lineId of lineIds) this.#unsent.add(lineId);
  }

  leaves(lineId: number): void {
    this.#unsent.delete(lineId);
  }

  rendered(lineId: number): void {
    this.#rendered.add(lineId);
    this.#failed.delete(lineId);
  }

  failed(lineId: number, failure: Failure): void {
    this.#unsent.delete(lineId);
    this.#failed.set(lineId, failure);
  }

  /** Removes the failures of lines that turned out to be lost. */
  clearFailures(lineIds: readonly number[]): void {
    for (const lineId of lineIds) this.#failed.delete(lineId);
  }

  inDoubt(lineIds: readonly number[]): void {
    for (const lineId of lineIds) this.#inDoubt.add(lineId);
  }

  lost(lineIds: readonly number[]): void {
    for (const lineId of lineIds) this.#lost.add(lineId);
  }

  /**
   * Records jobs that stay at the service and are checked again when the run is resumed.
   *
   * @returns the event to report
   */
  unfinished(batchId: number, jobs: readonly SentJob[], message: string): RunEvent {
    const lineIds = jobs.map(({ lineId }) => lineId);
    for (const lineId of lineIds) this.#unfinished.set(lineId, message);
    return { kind: 'lines-unfinished', batchId, lineIds, message };
  }

  taken({ jobs }: OpenBatch): void {
    this.#batches += 1;
    for (const job of jobs) this.#characters += job.characters;
  }

  /** Returns the outcome if the run ended now: unsent lines count as failed. */
  outcome(stopped: RunStop | null, interrupted: boolean): RunOutcome {
    const message = stopped?.message ?? 'The run was stopped before its turn came.';
    const kind = stopped?.capped ? 'over-cap' : 'not-sent';
    for (const lineId of this.#unsent) this.#failed.set(lineId, { kind, message });
    return {
      rendered: [...this.#rendered],
      failed: this.#failed,
      inDoubt: [...this.#inDoubt],
      lost: [...this.#lost],
      unfinished: this.#unfinished,
      batches: this.#batches,
      characters: this.#characters,
      stopped,
      interrupted,
    };
  }
}
