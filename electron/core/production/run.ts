import type { AudioInput } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import type { LenientBatchJob, LenientOutput } from '@lectern/tts-protocol';
import type { ConnectionIdentity, InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { Clock, Random } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { type BatchTerms, type Journal, NO_TERMS, type OpenBatch, type SentJob } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import { beginWithinCaps, remainingBudget } from '../project/spending/remaining-budget.ts';
import type { Dispatcher } from '../scheduler/dispatcher.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { Reservation, SendResult } from '../scheduler/scheduler-types.ts';
import { diskShortage } from './disk-space.ts';
import { type PollEvent, pollBatch } from './poll-batch.ts';
import { PollingPace, type PollTiming } from './poll-interval.ts';
import { nextTake, requestOfQueued, resendInRun } from './retake.ts';
import {
  charactersOf,
  isClosed,
  newRunState,
  outcomeOf,
  type RunEffect,
  type RunFacts,
  type RunInput,
  type RunOutcome,
  type RunState,
  transition,
} from './run-state.ts';
import { ServicePresence } from './service-presence.ts';
import type { SharedCap } from './shared-cap.ts';
import { draftBatch, type QueuedLine, type SubmissionOutcome, sendResultOf, submitBatch } from './submit-batch.ts';
import { TakeDownloader } from './take-downloader.ts';
import type { KnownVoices } from './voice-uses.ts';

export interface RunParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly connection: ConnectionIdentity;
  readonly dispatcher: Dispatcher;
  /** Distinguishes the projects that share the dispatcher. Defaults to `''`. */
  readonly lane?: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly checkAudio: (at: AudioInput, expected: ExpectedAudio) => Promise<CheckedAudio>;
  readonly known?: KnownVoices | undefined;
  readonly pollTiming?: PollTiming;
  /** Null or omitted if no limit is known. */
  readonly readsPerMinute?: () => number | null;
  /** Default: no price and no webhook. */
  readonly terms?: (runId: number) => BatchTerms;
  readonly sharedCap?: SharedCap | undefined;
  /** Also the default for lost lines. Default: ask the producer. */
  readonly inDoubtPolicy?: () => InDoubtPolicy;
  /** Defaults to `inDoubtPolicy`. */
  readonly lostPolicy?: () => InDoubtPolicy;
  readonly onEvent: (event: RunEvent) => void;
}

export interface RunOrder {
  readonly runId: number;
  readonly lines: readonly OrderedLine[];
  /**
   * How often to retry a line that the service failed to render. Each retry is charged. 0 unless the producer has
   * chosen otherwise.
   */
  readonly retryFailed: number;
  /** Includes retries. The project's caps also apply. */
  readonly maxCharacters?: number | undefined;
  /** When aborted, nothing more is sent, but replies to lines already sent are still handled. */
  readonly signal: AbortSignal;
}

type PreparedBatch =
  | { readonly batch: OpenBatch; readonly terms: BatchTerms }
  | { readonly unsent: readonly string[] }
  | 'nothing-to-send';

export const startRun = (parts: RunParts, order: RunOrder): Run => new Run(parts, order);

export class Run {
  /** Resolves when nothing is queued, in flight or awaited. */
  readonly outcome: Promise<RunOutcome>;
  readonly #parts: RunParts;
  readonly #order: RunOrder;
  readonly #state: RunState;
  readonly #facts: RunFacts;
  readonly #readingPace: PollingPace;
  readonly #presence: ServicePresence;
  readonly #downloader: TakeDownloader;
  readonly #halt = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #submissions = new Set<Promise<SendResult>>();
  /** Rejects with the first unexpected error from any task. */
  readonly #failure = Promise.withResolvers<never>();
  /** The dispatcher's unfinished queues. */
  readonly #queues = new Set<string>();
  #queueCount = 0;
  /** Settles when the last batch has been prepared. */
  #prepared: Promise<unknown> = Promise.resolve();
  readonly #polled = new Map<number, BatchWork>();
  #pauses = 0;

  constructor(parts: RunParts, order: RunOrder) {
    const { project, journal, client, connection, clock, checkAudio, known } = parts;
    this.#parts = parts;
    this.#order = order;
    const { runId, retryFailed, maxCharacters = Number.POSITIVE_INFINITY } = order;
    this.#state = newRunState({ runId, retryFailed, maxCharacters });
    this.#facts = factsOf(parts, this.#state);
    this.#readingPace = new PollingPace(parts.readsPerMinute ?? (() => null));
    this.#presence = new ServicePresence(client, clock);
    const presence = this.#presence;
    this.#downloader = new TakeDownloader({ project, journal, client, connection, clock, presence, checkAudio, known });
    // An error after the run has ended has no listener.
    this.#failure.promise.catch(() => {});
    this.outcome = this.#execute();
  }

  get isDownloading(): boolean {
    return this.#downloader.isDownloading;
  }

  /**
   * Can be called even after `hold` or a stop. `interactive` lines go first. Returns false if the run has already
   * ended.
   */
  add(lines: readonly OrderedLine[], work: WorkKind, runId: number): boolean {
    if (this.#state.isEnded || this.#state.isHalted) return false;
    this.#apply({ kind: 'added', lines, work, runId });
    return true;
  }

  /** Replies to lines already sent are still handled. Unsent lines are dropped until they are added again. */
  hold(): void {
    this.#apply({ kind: 'held' });
  }

  async #execute(): Promise<RunOutcome> {
    const { signal, lines } = this.#order;
    const interrupt = () => this.#apply({ kind: 'interrupted' });
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      for (const batch of this.#parts.journal.openBatches(this.#parts.connection)) this.#poll(batch, null);
      this.#apply({ kind: 'ordered', lines });
      await this.#untilDone();
    } catch (error) {
      // Nothing in this run must continue after the caller has received the error.
      this.#apply({ kind: 'broken' });
      await Promise.allSettled([...this.#submissions]);
      await Promise.allSettled([...this.#tasks]);
      throw error;
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
    return outcomeOf(this.#state);
  }

  async #untilDone(): Promise<void> {
    const { dispatcher, lane } = this.#parts;
    const finish = async (queue: string) => {
      await dispatcher.finished(queue, lane);
      this.#queues.delete(queue);
    };
    while (!this.#state.isEnded) {
      await Promise.race([this.#failure.promise, Promise.all([...this.#queues].map(finish))]);
      // Follow-up work for a finished batch, such as retries, is queued before the batch's task ends.
      if (this.#tasks.size > 0) await Promise.race([this.#failure.promise, ...this.#tasks]);
      else if (this.#queues.size === 0) this.#apply({ kind: 'ended' });
    }
  }

  #apply(input: RunInput): void {
    for (const effect of transition(this.#state, input, this.#facts)) this.#carryOut(effect);
  }

  #carryOut(effect: RunEffect): void {
    const { project, journal, dispatcher, lane, onEvent } = this.#parts;
    switch (effect.kind) {
      case 'report':
        onEvent(effect.event);
        return;
      case 'enqueue':
        this.#enqueue(effect.lines, effect.work);
        return;
      case 'cancel':
        dispatcher.cancel(effect.lineIds.map(String), undefined, lane);
        return;
      case 'pause-sending':
        this.#pauseSending(effect.milliseconds);
        return;
      case 'poll':
        this.#poll(effect.batch, effect.reading);
        return;
      case 'download':
        this.#download(effect.batch, effect.job, effect.output);
        return;
      case 'resend': {
        const { batch, jobs } = effect;
        const lineIds = jobs.map(({ lineId }) => lineId);
        const isAllowed = resendInRun(project.db, journal, this.#state.runId, batch, lineIds);
        this.#apply({ kind: 'resend-decided', batch, jobs, isAllowed });
        return;
      }
      case 'find-next-take': {
        const line = nextTake(project, effect.job);
        if (line) this.#apply({ kind: 'next-take', line });
        return;
      }
      case 'halt':
        this.#halt.abort(effect.problem ? new ProjectError(effect.problem) : this.#order.signal.reason);
    }
  }

  #enqueue(lines: readonly QueuedLine[], kind: WorkKind): void {
    const queue = `${this.#state.runId}.${this.#queueCount}`;
    this.#queueCount += 1;
    this.#queues.add(queue);
    const { dispatcher, lane } = this.#parts;
    dispatcher.enqueue<QueuedLine>({
      lane,
      runId: queue,
      kind,
      lines,
      send: (taken, reservation) => {
        const submission = this.#send(taken, reservation).finally(() => this.#submissions.delete(submission));
        this.#submissions.add(submission);
        return submission;
      },
      neverFits: (line, limitCharacters) => this.#apply({ kind: 'never-fits', line, limitCharacters }),
    });
  }

  async #send(lines: readonly QueuedLine[], reservation: Reservation): Promise<SendResult> {
    this.#apply({ kind: 'taken', lines });
    const result = await this.#submit(lines, reservation);
    if (result.kind !== 'not-sent' && result.kind !== 'rate-limited' && result.kind !== 'split') return result;
    const { ids } = result;
    this.#apply({ kind: 'returned', lines: ids ? lines.filter(({ id }) => ids.includes(id)) : lines });
    if (!isClosed(this.#state)) return result;
    if (result.kind === 'rate-limited') reservation.refused(result.retryAfterMs);
    else if (result.kind === 'not-sent') reservation.release();
    return { kind: 'failed' };
  }

  async #submit(lines: readonly QueuedLine[], reservation: Reservation): Promise<SendResult> {
    const prepared = await this.#prepareInOrder(lines);
    if (prepared === 'nothing-to-send') {
      reservation.release();
      return { kind: 'failed' };
    }
    if ('unsent' in prepared) return { kind: 'not-sent', ids: prepared.unsent };
    const { batch, terms } = prepared;
    this.#apply({ kind: 'submitting', batch, webhookHost: hostOf(terms) });
    const outcome = await this.#submitWithinCap(batch, terms);
    this.#applyAndStopIfUnwritable({ kind: 'submitted', batch, outcome });
    return sendResultOf(outcome, batch);
  }

  async #submitWithinCap(batch: OpenBatch, terms: BatchTerms): Promise<SubmissionOutcome> {
    const outcome = await submitBatch(this.#parts, batch, terms);
    if (outcome.kind === 'not-sent' || outcome.kind === 'refused')
      await this.#parts.sharedCap?.spend(-charactersOf(batch.jobs), terms.price);
    return outcome;
  }

  /** Prepares one batch at a time, so that concurrent batches are sent in script order. */
  #prepareInOrder(lines: readonly QueuedLine[]): Promise<PreparedBatch> {
    const prepared = this.#prepared.then(() => this.#prepare(lines));
    this.#prepared = prepared.catch(() => {});
    return prepared;
  }

  async #prepare(lines: readonly QueuedLine[]): Promise<PreparedBatch> {
    const { project, journal, connection, clock, random, sharedCap } = this.#parts;
    const { runId } = this.#state;
    let unsent: readonly string[] = lines.map(({ id }) => id);
    try {
      const shortage = await diskShortage(project.dir, charactersOf(lines));
      if (shortage !== null) this.#apply({ kind: 'disk-short', folder: project.dir, ...shortage });
      if (shortage !== null || isClosed(this.#state)) return { unsent };
      // Nothing is awaited between drafting and journaling, so no other batch can include the same lines.
      const draft = draftBatch(lines, (line) => requestOfQueued(project, line), journal, random);
      const { jobs } = draft;
      this.#apply({ kind: 'drafted', lines, draft });
      if (jobs.length === 0) return 'nothing-to-send';
      unsent = jobs.map(({ lineId }) => String(lineId));
      const terms = termsOf(this.#parts, runId);
      const sharedRoom = sharedCap?.room(terms.price);
      const order = { runId, connection, jobs, terms, now: clock.now(), sharedRoom };
      const { batch, beyond, by } = beginWithinCaps(project.db, journal, order);
      if (by === 'queue') sharedCap?.exhausted();
      if (by !== null) this.#apply({ kind: 'capped', lines: beyond, by });
      if (!batch) return 'nothing-to-send';
      // Counted before the batch is sent, so that a crash can't lose the spending, and other batches can't use it.
      await sharedCap?.spend(charactersOf(batch.jobs), terms.price);
      return { batch, terms };
    } catch (error) {
      // The journal could not be written, so nothing was sent.
      if (!(error instanceof ProjectError)) throw error;
      this.#apply({ kind: 'unwritable', problem: error.problem });
      return { unsent };
    }
  }

  #applyAndStopIfUnwritable(input: RunInput): void {
    try {
      this.#apply(input);
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      this.#apply({ kind: 'unwritable', problem: error.problem });
    }
  }

  #poll(batch: OpenBatch, reading: LenientBatchJob | null): void {
    const { journal, client, clock, pollTiming, onEvent } = this.#parts;
    const parts = { journal, client, clock, timing: pollTiming, pace: this.#readingPace, presence: this.#presence };
    const work: BatchWork = { open: new Map(batch.jobs.map((job) => [job.id, job])), downloads: [] };
    this.#polled.set(batch.id, work);
    const untilDone = async () => {
      try {
        for await (const event of pollBatch(batch, reading, parts, this.#halt.signal)) {
          this.#endJobs(work, endedJobs(event));
          this.#apply({ kind: 'polled', batch, event });
        }
      } finally {
        await Promise.allSettled(work.downloads);
        this.#endJobs(work, [...work.open.values()]);
        this.#polled.delete(batch.id);
      }
      await Promise.all(work.downloads);
      journal.closeBatch(batch.id);
      onEvent({ kind: 'batch-done', batchId: batch.id });
    };
    this.#track(
      untilDone().catch((error) => {
        // Results that can't be written are read again when the run is resumed.
        if (!(error instanceof ProjectError)) throw error;
        this.#apply({ kind: 'unwritable', problem: error.problem });
      }),
    );
  }

  #download(batch: OpenBatch, job: SentJob, output: LenientOutput): void {
    const work = this.#polled.get(batch.id);
    if (!work) throw new RangeError(`Batch ${batch.id} isn't being polled.`);
    const download = async () => {
      const outcome = await this.#downloader.download(batch, job, output, this.#halt.signal);
      this.#endJobs(work, [job]);
      this.#apply({ kind: 'downloaded', batch, job, outcome });
    };
    const downloading = download();
    work.downloads.push(downloading);
    // The promise is awaited once the batch has been polled. Until then, this prevents an unhandled rejection.
    downloading.catch(() => {});
  }

  /** Must run before the lines of these jobs are queued again. */
  #endJobs({ open }: BatchWork, jobs: readonly SentJob[]): void {
    const ended = jobs.filter(({ id }) => open.delete(id));
    const { dispatcher, lane } = this.#parts;
    dispatcher.ended(
      ended.map(({ lineId }) => String(lineId)),
      lane,
    );
  }

  #pauseSending(milliseconds: number): void {
    const { dispatcher, clock } = this.#parts;
    this.#pauses += 1;
    dispatcher.pause(this);
    const pause = async () => {
      try {
        await clock.sleep(milliseconds, this.#halt.signal);
      } finally {
        this.#pauses -= 1;
        if (this.#pauses === 0) dispatcher.resume(this);
      }
    };
    this.#track(pause());
  }

  #track(task: Promise<void>): void {
    const tracked = task
      .catch((error) => {
        if (!this.#halt.signal.aborted) this.#failure.reject(error);
      })
      .finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }
}

interface BatchWork {
  /** Jobs, by id, that the service is still working on or whose audio hasn't been stored yet. */
  readonly open: Map<number, SentJob>;
  readonly downloads: Promise<void>[];
}

function endedJobs(event: PollEvent): readonly SentJob[] {
  if (event.kind === 'failed') return [event.job];
  return event.kind === 'lost' || event.kind === 'abandoned' ? event.jobs : [];
}

const termsOf = ({ terms }: RunParts, runId: number): BatchTerms => terms?.(runId) ?? NO_TERMS;

/** Returns facts that are looked up again on each call. */
function factsOf(parts: RunParts, state: RunState): RunFacts {
  const { project, clock, inDoubtPolicy = () => 'ask', lostPolicy = inDoubtPolicy } = parts;
  return {
    get now() {
      return clock.now();
    },
    get room() {
      const { price } = termsOf(parts, state.runId);
      return remainingBudget(project.db, price, state.runId).characters ?? Number.POSITIVE_INFINITY;
    },
    get inDoubtPolicy() {
      return inDoubtPolicy();
    },
    get lostPolicy() {
      return lostPolicy();
    },
  };
}

/** Removes the rest of the address, because it might contain secrets. */
const hostOf = ({ webhookUrl }: BatchTerms): string | null => (webhookUrl === null ? null : new URL(webhookUrl).host);
