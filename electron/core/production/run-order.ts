// What a run is given, and what comes of it.

import type { ConnectionIdentity, InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { ProjectProblem } from '../../../shared/model/project-problem.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { CheckedAudio, ExpectedAudio } from '../audio/check-audio.ts';
import type { AudioAt } from '../audio/file-source.ts';
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
  /** What is known of the voices, for the record of what takes may be used for; nothing unless given. */
  readonly known?: KnownVoices | undefined;
  readonly pollTiming?: PollTiming;
  /** How many readings the account allows; null, or absent: no limit is known. */
  readonly readsPerMinute?: () => number | null;
  /** What holds for a batch of a run that leaves now: no price and no webhook unless given. */
  readonly terms?: (runId: number) => BatchTerms;
  /** What becomes of what is in doubt or lost, as it is decided now: the producer is asked unless given. */
  readonly inDoubtPolicy?: () => InDoubtPolicy;
  /** What becomes of what is lost; as `inDoubtPolicy` unless given. */
  readonly lostPolicy?: () => InDoubtPolicy;
  /** All of a batch is fetched or has failed, and that is written down. */
  readonly onBatchDone?: (batchId: number) => void;
  readonly onEvent: (event: RunEvent) => void;
}

export interface RunOrder {
  readonly runId: number;
  readonly lines: readonly OrderedLine[];
  /** How often a line whose job the service failed is sent again, each time paid: 0 unless the producer said so. */
  readonly retryFailed: number;
  /** At most this many characters may leave, retries included; the project's caps apply as well. */
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
  /** A cap on what is spent kept lines back. */
  readonly capped: boolean;
  /** What is wrong with the project's folder, where that stopped it. */
  readonly problem?: ProjectProblem;
}

export interface RunOutcome {
  readonly rendered: readonly number[];
  /** By line. */
  readonly failed: ReadonlyMap<number, Failure>;
  /** Lines that came to be in doubt in this run. */
  readonly inDoubt: readonly number[];
  /** Lines of which this run found out that the service no longer has them. */
  readonly lost: readonly number[];
  /** Lines that the service has, and that this run did not wait for any longer, with the reason. */
  readonly unfinished: ReadonlyMap<number, string>;
  readonly batches: number;
  /** Characters that the service took, or may have taken. */
  readonly characters: number;
  /** Why the run ended before its time, or null. */
  readonly stopped: RunStop | null;
  readonly interrupted: boolean;
}

/** A run that is under way. */
export interface LiveRun {
  /**
   * Orders more lines, also after `hold` or after the run stopped by itself; lines that someone waits for (`interactive`)
   * go before all that wait in a run.
   *
   * @param runId the run in whose name all that leaves from now on is written down
   * @returns false where the run has come to its end: then nothing of it happens
   */
  add(lines: readonly OrderedLine[], kind: WorkKind, runId: number): boolean;
  /** Nothing more leaves; what was sent comes back. What was held back is not ordered any more until it is added. */
  hold(): void;
  /** Resolves when nothing is queued, sent or awaited any more. */
  readonly outcome: Promise<RunOutcome>;
}

/** Characters of all that is asked for of a line: those of the takes that follow the first, too. */
export const charactersOrdered = ({ characters, furtherTakes = 0 }: OrderedLine): number =>
  characters * (1 + furtherTakes);

/** A line in a run's queue. */
export interface PlannedLine extends OrderedLine {
  /** The line's id as the scheduler has it. */
  readonly id: string;
  /** How many jobs of this line this run had before. */
  readonly attempts: number;
}

/** What became of each line of a run so far. */
export class RunTally {
  readonly #unsent = new Set<number>();
  readonly #rendered = new Set<number>();
  readonly #failed = new Map<number, Failure>();
  readonly #inDoubt = new Set<number>();
  readonly #lost = new Set<number>();
  readonly #unfinished = new Map<number, string>();
  #batches = 0;
  #characters = 0;

  /** The lines that have not left, and have not failed. */
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

  /** The lines have not failed: something else became of them. */
  clearFailures(lineIds: readonly number[]): void {
    for (const lineId of lineIds) this.#failed.delete(lineId);
  }

  inDoubt(lineIds: readonly number[]): void {
    for (const lineId of lineIds) this.#inDoubt.add(lineId);
  }

  lost(lineIds: readonly number[]): void {
    for (const lineId of lineIds) this.#lost.add(lineId);
  }

  /** The jobs stay with the service, which is asked about them again when the run is resumed. @returns what to tell of it */
  unfinished(batchId: number, jobs: readonly SentJob[], message: string): RunEvent {
    const lineIds = jobs.map(({ lineId }) => lineId);
    for (const lineId of lineIds) this.#unfinished.set(lineId, message);
    return { kind: 'lines-unfinished', batchId, lineIds, message };
  }

  /** The service took a batch, or may have taken it. */
  taken({ jobs }: OpenBatch): void {
    this.#batches += 1;
    for (const job of jobs) this.#characters += job.characters;
  }

  /** The outcome of the run if it ends now: lines that were not sent have failed. */
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
