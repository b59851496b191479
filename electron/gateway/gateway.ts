// Forwards jobs of the speech service to an account at another service. A gateway is a worker that sends its jobs in batches,
// within the account's limits per minute. It follows the same rules as the production client: a batch is recorded in the
// journal before it is sent, and isn't sent again if the other service might have it.
import { randomInt } from 'node:crypto';
import { extname } from 'node:path';
import type { AudioInput } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import {
  type ClaimedJob,
  type FinishedJob,
  type GatewayFigures,
  type GatewayWork,
  LeaseLostError,
  type Logger,
  StoreUnavailableError,
  type UpstreamBatch,
  type UpstreamJob,
} from '@lectern/speech-service/upstream';
import type { LenientBatchJob, LenientOutput } from '@lectern/tts-protocol';
import { countCharacters } from '../../shared/rules/characters.ts';
import type { ServiceClient } from '../core/api/service-client.ts';
import type { Clock, Random } from '../core/ports.ts';
import { AudioFetcher } from '../core/production/audio-fetcher.ts';
import { type PollEvent, type PollParts, pollBatch } from '../core/production/poll-batch.ts';
import { PollingPace, type PollTiming } from '../core/production/poll-interval.ts';
import { ServicePresence } from '../core/production/service-presence.ts';
import {
  type SubmissionJournal,
  type SubmissionOutcome,
  sendResultOf,
  submitBatch,
} from '../core/production/submit-batch.ts';
import { NO_TERMS, type OpenBatch, type SentJob } from '../core/project/journal/journal.ts';
import type { Dispatcher } from '../core/scheduler/dispatcher.ts';
import { LINES_PER_BATCH } from '../core/scheduler/forecast.ts';
import type { WorkKind } from '../core/scheduler/line-queue.ts';
import type { QueueItem, Reservation, SendResult } from '../core/scheduler/scheduler-types.ts';
import { Wakeup } from '../core/timing.ts';
import {
  DOUBT_ADVICE,
  describeFailure,
  describeLoss,
  describeProblem,
  INTERRUPTED,
  neverFits,
  refusedLine,
} from './reasons.ts';
import { createIncoming, keepIncoming, keepStream, type ScratchFile } from './scratch-audio.ts';
import { fingerprintOf, type UpstreamRequest, upstreamRequest } from './upstream-request.ts';
import type { UpstreamVoices } from './upstream-voices.ts';

/** How often to look for new jobs, in milliseconds. Notices about them can be lost. */
const LOOK_MS = 1000;
/** Delay before a failed database or storage operation is retried, in milliseconds. */
const RETRY_MS = 1000;
/** Delay before jobs are polled again after polling has ended without a result, in milliseconds. */
const POLL_AGAIN_MS = 60_000;
/** Delay between attempts to download audio, in milliseconds, and the maximum number of attempts. */
const DOWNLOAD_AGAIN_MS = 30_000;
const MAX_DOWNLOADS = 20;
/** Shortest and longest pause after several batches in a row whose outcome is unknown, in milliseconds. */
const DOUBT_WAIT_MS = { first: 2_000, last: 600_000 };
/**
 * If more lines than this are waiting, no jobs are taken, so that the others stay in the service's fair order. This is enough
 * for several batches to be ready when the next minute begins.
 */
const MAX_WAITING = 3 * LINES_PER_BATCH;
/** Upper bound for batch numbers. They are random, so that a batch can be withdrawn even if recording it seemed to fail. */
const BATCH_NUMBERS = 2 ** 48 - 1;
/** Only jobs in batches have IDs that start with `bc-`. Clients wait for all other jobs (`POST /api/v2/tts`). */
const isInteractive = ({ id }: ClaimedJob): boolean => !id.startsWith('bc-');

interface GatewayLine extends QueueItem {
  readonly lineId: number;
  readonly jobId: string;
  readonly request: UpstreamRequest;
}

export interface GatewayParts {
  readonly work: Omit<GatewayWork, 'close' | 'declare' | 'take'>;
  readonly lane: string;
  readonly client: Pick<ServiceClient, 'submitBatch' | 'readBatch' | 'readChild' | 'listVoices' | 'download'>;
  readonly dispatcher: Dispatcher;
  readonly voices: UpstreamVoices;
  /** Whether identical requests with a seed may be answered with the same audio. */
  readonly reuse: boolean;
  /** Totals, updated by the gateway. */
  readonly figures: GatewayFigures;
  readonly clock: Clock;
  readonly random: Pick<Random, 'id'>;
  readonly checkAudio: (at: AudioInput, expected: ExpectedAudio) => Promise<CheckedAudio>;
  /** Null if no limit is known. */
  readonly readsPerMinute: () => number | null;
  readonly pollTiming?: PollTiming | undefined;
  readonly log: Logger;
}

/** Forwards jobs until it is stopped. Only the process that holds the account's lease may run a gateway. */
export class Gateway {
  readonly #parts: GatewayParts;
  /** The current attempt of each job in progress. */
  readonly #claims = new Map<string, ClaimedJob>();
  readonly #jobOfLine = new Map<number, string>();
  readonly #pace: PollingPace;
  readonly #presence: ServicePresence;
  readonly #fetcher: AudioFetcher<ScratchFile>;
  readonly #stopping = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #wakeup: Wakeup;
  /** Number of lines in the dispatcher's queue. */
  #waiting = 0;
  /** Waiting lines that can be combined with others in a batch, by ID. The halves of a rejected batch can't. */
  readonly #joinable = new Map<string, GatewayLine>();
  #lastLine = 0;
  #doubts = 0;
  #isClaiming = false;
  #isAsked = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    const { client, clock, work, checkAudio } = parts;
    this.#pace = new PollingPace(parts.readsPerMinute);
    this.#presence = new ServicePresence(client, clock);
    this.#fetcher = new AudioFetcher({
      client,
      clock,
      presence: this.#presence,
      checkAudio,
      receive: (expectedBytes) => createIncoming(work.scratch, expectedBytes),
      keep: (incoming) => keepIncoming(work.scratch, incoming),
    });
    this.#wakeup = new Wakeup(clock, () => this.wake());
  }

  /** Takes waiting jobs. Call this when there may be new ones. */
  wake(): void {
    this.#isAsked = true;
    if (!this.#isClaiming && !this.#stopping.signal.aborted) this.#track(this.#claimJobs());
  }

  /**
   * Stops taking jobs and sending batches. Records the outcome of batches that have been sent, and returns all other jobs to
   * the queue for the next gateway.
   */
  async stop(): Promise<void> {
    const { dispatcher, work, lane, log } = this.#parts;
    this.#stopping.abort(new Error('The gateway is stopping.'));
    this.#wakeup.cancel();
    dispatcher.stop();
    await dispatcher.idle().catch(() => {});
    await Promise.allSettled([...this.#tasks]);
    for (const job of this.#claims.values()) {
      await Promise.resolve(work.queue.release(job, lane)).catch((error: unknown) =>
        log.warn({ job: job.id, reason: String(error) }, 'a job could not be given back'),
      );
    }
    this.#claims.clear();
  }

  async #claimJobs(): Promise<void> {
    const { work, lane, clock, log } = this.#parts;
    this.#isClaiming = true;
    try {
      while (this.#isAsked && this.#waiting <= MAX_WAITING && !this.#stopping.signal.aborted) {
        this.#isAsked = false;
        const jobs = await work.queue.claim(lane, LINES_PER_BATCH);
        if (jobs.length === 0) continue;
        this.#isAsked = true;
        await this.#admit(jobs);
      }
    } catch (error) {
      log.error({ reason: String(error) }, 'no job could be taken');
    } finally {
      this.#isClaiming = false;
      if (!this.#stopping.signal.aborted) this.#wakeup.at(clock.now() + LOOK_MS);
    }
  }

  /** Resumes jobs that are in the journal, and queues all others. */
  async #admit(claimed: readonly ClaimedJob[]): Promise<void> {
    const { work } = this.#parts;
    const fresh: ClaimedJob[] = [];
    for (const job of claimed) {
      // After a long database outage, the queue may return a job to the gateway that already has it.
      if (!this.#claims.has(job.id)) fresh.push(job);
      this.#claims.set(job.id, job);
      work.progress.begin(job.id);
    }
    if (fresh.length === 0) return;
    const batches = await this.#persist(() => work.journal.batchesOf(fresh.map(({ id }) => id)));
    const journaled = new Set(batches.flatMap(({ jobs }) => jobs.map(({ id }) => id)));
    for (const batch of batches) await this.#resume(batch, new Set(fresh.map(({ id }) => id)));
    const groups = { interactive: [] as GatewayLine[], bulk: [] as GatewayLine[] };
    for (const job of fresh.filter(({ id }) => !journaled.has(id))) {
      const line = await this.#prepare(job);
      if (line !== null) groups[isInteractive(job) ? 'interactive' : 'bulk'].push(line);
    }
    this.#enqueue('interactive', groups.interactive);
    this.#enqueue('bulk', groups.bulk.length === 0 ? [] : [...this.#takeJoinable(), ...groups.bulk]);
  }

  /**
   * Withdraws the waiting lines that can be combined with others. The dispatcher never combines lines from different calls of
   * `enqueue` in a batch, so they are queued again together with the new lines.
   */
  #takeJoinable(): readonly GatewayLine[] {
    const ids = this.#parts.dispatcher.cancel([...this.#joinable.keys()]);
    this.#waiting -= ids.length;
    return ids.flatMap((id) => this.#joinable.get(id) ?? []);
  }

  #enqueue(kind: WorkKind, lines: readonly GatewayLine[]): void {
    if (lines.length === 0 || this.#stopping.signal.aborted) return;
    this.#waiting += lines.length;
    if (kind === 'bulk') for (const line of lines) this.#joinable.set(line.id, line);
    this.#parts.dispatcher.enqueue<GatewayLine>({
      runId: String(lines[0]?.lineId),
      kind,
      lines,
      send: (taken, reservation) => this.#send(taken, reservation, kind),
      neverFits: (line, limit) => {
        this.#waiting -= 1;
        this.#joinable.delete(line.id);
        this.#track(this.#fail(line.jobId, neverFits(line.characters, limit)));
      },
    });
  }

  async #prepare(job: ClaimedJob): Promise<GatewayLine | null> {
    const request = upstreamRequest(job.input, this.#parts.voices);
    if (typeof request === 'string') {
      await this.#fail(job.id, request);
      return null;
    }
    if (this.#parts.reuse && request.seed != null && (await this.#answerFromStore(job, request))) return null;
    this.#lastLine += 1;
    const lineId = this.#lastLine;
    this.#jobOfLine.set(lineId, job.id);
    return { id: String(lineId), lineId, jobId: job.id, request, characters: countCharacters(request.text) };
  }

  async #answerFromStore(job: ClaimedJob, request: UpstreamRequest): Promise<boolean> {
    const { work, log } = this.#parts;
    const file = work.fileName(job, request.output_format);
    try {
      const stored = await work.journal.findResult(fingerprintOf(request));
      // A service may have returned a different format than requested.
      if (stored === undefined || extname(stored.file) !== extname(file)) return false;
      const object = await work.objects.open(stored.file);
      if (object === undefined) return false;
      const { path, size } = await keepStream(work.scratch, object.read(0, object.size - 1));
      await this.#store(job, path, { file, size, duration: stored.duration });
      this.#parts.figures.reused += 1;
      return true;
    } catch (error) {
      log.warn({ job: job.id, reason: String(error) }, 'stored audio could not be used');
      return false;
    }
  }

  /** Continues a batch that was recorded by an earlier process. */
  async #resume(batch: UpstreamBatch, mine: ReadonlySet<string>): Promise<void> {
    const jobs = batch.jobs.filter(({ id }) => mine.has(id));
    switch (batch.state) {
      case 'accepted':
        this.#poll(
          openBatch(batch, mine, (job) => this.#sentJob(job)),
          null,
        );
        return;
      case 'refused':
        await Promise.all(jobs.map(({ id }) => this.#fail(id, refusedLine(null))));
        return;
      case 'sending':
      case 'in-doubt':
        this.#parts.figures.inDoubt += jobs.length;
        this.#parts.log.error({ batch: batch.number, lines: jobs.length }, 'lines are in doubt');
        await Promise.all(jobs.map(({ id }) => this.#fail(id, `${INTERRUPTED} ${DOUBT_ADVICE}`)));
    }
  }

  #sentJob({ number, id, ...job }: UpstreamJob, lineId = this.#newLine(id)): SentJob {
    return { ...job, id: number, lineId, renderKey: '', attempts: 0 };
  }

  #newLine(jobId: string): number {
    this.#lastLine += 1;
    this.#jobOfLine.set(this.#lastLine, jobId);
    return this.#lastLine;
  }

  async #send(lines: readonly GatewayLine[], reservation: Reservation, kind: WorkKind): Promise<SendResult> {
    this.#waiting -= lines.length;
    for (const { id } of lines) this.#joinable.delete(id);
    const result = await this.#submit(lines, reservation);
    if (result.kind !== 'not-sent' && result.kind !== 'rate-limited' && result.kind !== 'split') {
      this.wake();
      return result;
    }
    const { ids } = result;
    const returned = lines.filter(({ id }) => ids?.includes(id) ?? true);
    this.#waiting += returned.length;
    if (kind === 'bulk' && result.kind !== 'split') for (const line of returned) this.#joinable.set(line.id, line);
    return result;
  }

  async #submit(lines: readonly GatewayLine[], reservation: Reservation): Promise<SendResult> {
    const { client, clock } = this.#parts;
    if (this.#stopping.signal.aborted) return { kind: 'not-sent' };
    const batch = await this.#begin(lines);
    if (batch === 'unwritable') return { kind: 'not-sent' };
    if (batch === null) {
      reservation.release();
      return { kind: 'failed' };
    }
    let counts = true;
    const timed = {
      submitBatch: async (body: Parameters<typeof client.submitBatch>[0]) => {
        const outcome = await client.submitBatch(body);
        // A request counts from when the response arrives, not from when the response is recorded.
        if (outcome.kind === 'accepted') reservation.settle();
        else if (outcome.kind === 'in-doubt') reservation.lost();
        counts = outcome.kind !== 'not-sent';
        return outcome;
      },
    };
    const journal: SubmissionJournal = {
      ...this.#submissionJournal,
      deleteBatch: (number) => this.#persist(() => this.#parts.work.journal.withdraw(number, counts)),
    };
    const outcome = await submitBatch({ journal, client: timed, clock }, batch, NO_TERMS);
    await this.#handle(batch, outcome);
    return sendResultOf(outcome, batch);
  }

  /** Records a batch in the journal. Returns null if none of the lines need to be sent any more. */
  async #begin(lines: readonly GatewayLine[]): Promise<OpenBatch | null | 'unwritable'> {
    const { work, random, log } = this.#parts;
    const number = randomInt(BATCH_NUMBERS);
    const current = lines.flatMap((line) => {
      const job = this.#claims.get(line.jobId);
      return job === undefined ? [] : [{ line, job }];
    });
    try {
      const recorded = await work.journal.begin(
        number,
        current.map(({ line, job }) => ({
          id: job.id,
          attempt: job.attempt,
          customId: random.id(),
          request: line.request,
          fingerprint: fingerprintOf(line.request),
          characters: line.characters,
        })),
      );
      const lineOfJob = new Map(lines.map(({ jobId, lineId }) => [jobId, lineId]));
      const jobs = recorded.map((job) => this.#sentJob(job, lineOfJob.get(job.id)));
      const sent = new Set(recorded.map(({ id }) => id));
      for (const { jobId } of lines) if (!sent.has(jobId)) this.#track(this.#forget(jobId));
      return jobs.length === 0 ? null : { id: number, runId: 0, selfLink: '', jobs, finished: [] };
    } catch (error) {
      log.error({ reason: String(error) }, 'a batch could not be recorded, so it was not sent');
      // The batch may have been recorded even though the database's response was lost.
      if (!(error instanceof LeaseLostError)) await this.#persist(() => work.journal.withdraw(number, false));
      return 'unwritable';
    }
  }

  /** Statements are repeated until they succeed, because the journal prevents lines from being paid for twice. */
  readonly #submissionJournal: Omit<SubmissionJournal, 'deleteBatch'> = {
    markAccepted: (number, selfLink) => this.#persist(() => this.#parts.work.journal.markAccepted(number, selfLink)),
    markRefused: (number) => this.#persist(() => this.#parts.work.journal.markRefused(number)),
    markInDoubt: (number) => this.#persist(() => this.#parts.work.journal.markInDoubt(number)),
  };

  async #handle(batch: OpenBatch, outcome: SubmissionOutcome): Promise<void> {
    const { log } = this.#parts;
    const about = { batch: batch.id, lines: batch.jobs.length };
    switch (outcome.kind) {
      case 'accepted':
        this.#doubts = 0;
        this.#parts.figures.batches += 1;
        this.#parts.figures.lines += batch.jobs.length;
        this.#parts.figures.characters += batch.jobs.reduce((sum, { characters }) => sum + characters, 0);
        log.info(about, 'a batch was accepted');
        this.#poll(outcome.batch, outcome.reading);
        return;
      case 'not-sent':
        log.warn({ ...about, reason: describeProblem(outcome.problem) }, 'a batch could not be sent yet');
        return;
      case 'refused': {
        const reason = describeProblem(outcome.problem);
        if (outcome.reason === 'rate-limited') {
          this.#parts.figures.refusedForLimits += 1;
          log.warn({ ...about, reason }, 'a batch was refused because of the limits per minute');
        } else if (outcome.reason === 'line') {
          await this.#failAll(batch.jobs, refusedLine(outcome.problem));
        } else if (outcome.reason === 'split') log.info({ ...about, reason }, 'a batch was refused; its halves follow');
        else log.error({ ...about, reason }, 'the upstream service refuses every batch');
        return;
      }
      case 'in-doubt':
        this.#doubts += 1;
        this.#parts.figures.inDoubt += batch.jobs.length;
        log.error({ ...about, reason: describeProblem(outcome.problem) }, 'lines are in doubt');
        if (this.#doubts > 1) this.#pauseSending();
        await this.#failAll(batch.jobs, `${describeProblem(outcome.problem)} ${DOUBT_ADVICE}`);
        return;
      case 'unrecorded':
        throw new Error('A gateway has no project.');
    }
  }

  /** Pauses sending, because the outcomes of several batches in a row are unknown. */
  #pauseSending(): void {
    const { dispatcher, clock, log } = this.#parts;
    const milliseconds = Math.min(DOUBT_WAIT_MS.last, DOUBT_WAIT_MS.first * 2 ** (this.#doubts - 2));
    const pause = {};
    dispatcher.pause(pause);
    log.warn({ batches: this.#doubts, seconds: milliseconds / 1000 }, 'sending pauses after several doubts in a row');
    this.#track(
      clock
        .sleep(milliseconds, this.#stopping.signal)
        .catch(() => {})
        .then(() => dispatcher.resume(pause)),
    );
  }

  #poll(batch: OpenBatch, reading: LenientBatchJob | null): void {
    this.#track(this.#pollUntilDone(batch, reading));
  }

  async #pollUntilDone(batch: OpenBatch, reading: LenientBatchJob | null): Promise<void> {
    const { client, clock, pollTiming, log } = this.#parts;
    const { signal } = this.#stopping;
    const parts: PollParts = {
      client,
      clock,
      journal: this.#pollJournal,
      timing: pollTiming,
      pace: this.#pace,
      presence: this.#presence,
    };
    const downloads: Promise<void>[] = [];
    let left: readonly SentJob[] = batch.jobs;
    let first = reading;
    while (left.length > 0 && !signal.aborted) {
      const abandoned: SentJob[] = [];
      try {
        for await (const event of pollBatch({ ...batch, jobs: left }, first, parts, signal))
          await this.#handlePollEvent(batch, event, downloads, abandoned);
      } catch (error) {
        if (signal.aborted) break;
        throw error;
      }
      left = abandoned;
      first = null;
      if (left.length === 0) break;
      log.warn({ batch: batch.id, lines: left.length }, 'a batch has no result yet; it is read again later');
      await clock.sleep(POLL_AGAIN_MS, signal).catch(() => {});
    }
    await Promise.allSettled(downloads);
  }

  async #handlePollEvent(
    batch: OpenBatch,
    event: PollEvent,
    downloads: Promise<void>[],
    abandoned: SentJob[],
  ): Promise<void> {
    switch (event.kind) {
      case 'completed':
        downloads.push(this.#download(batch, event.job, event.output));
        return;
      case 'failed':
        await this.#failSent(event.job, describeFailure(event.failure));
        return;
      case 'lost':
        this.#parts.figures.lost += event.jobs.length;
        this.#parts.log.error({ batch: batch.id, lines: event.jobs.length, cause: event.loss.cause }, 'lines are lost');
        await this.#failAll(event.jobs, describeLoss(event.loss));
        return;
      case 'abandoned':
        for (const job of event.jobs) abandoned.push(job);
        return;
      case 'unreadable':
        return;
    }
  }

  /**
   * Results aren't recorded here, because `complete` and `fail` store them with the job. Only the links for polling are
   * recorded, without waiting for the database.
   */
  readonly #pollJournal: PollParts['journal'] = {
    setSelfLink: (number, selfLink) => this.#note(this.#parts.work.journal.setSelfLink(number, selfLink)),
    setChildren: (jobs) =>
      this.#note(
        this.#parts.work.journal.setChildren(
          jobs.map(({ id, childId, childLink }) => ({ number: id, childId, childLink })),
        ),
      ),
    markJobFailed: () => {},
    markJobsLost: () => {},
    recordFailedAttempt: () => {},
  };

  #note(writing: Promise<void>): void {
    this.#track(
      writing.catch((error: unknown) => this.#parts.log.warn({ reason: String(error) }, 'a link could not be stored')),
    );
  }

  async #download(batch: OpenBatch, job: SentJob, output: LenientOutput): Promise<void> {
    const { clock, work, log } = this.#parts;
    const { signal } = this.#stopping;
    for (let tried = 1; !signal.aborted; tried += 1) {
      const result = await this.#fetcher.fetch(batch, job, output, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (result === null) return;
      if ('loss' in result) {
        this.#parts.figures.lost += 1;
        log.error({ batch: batch.id, lines: 1, cause: result.loss.cause }, 'lines are lost');
        return this.#failSent(job, describeLoss(result.loss));
      }
      if ('kept' in result) {
        const claimed = this.#claimOf(job);
        if (claimed === undefined) return;
        const { path, size } = result.kept;
        const file = work.fileName(claimed, result.checked.format);
        this.#parts.dispatcher.ended([String(job.lineId)]);
        this.#jobOfLine.delete(job.lineId);
        return this.#store(claimed, path, { file, size, duration: result.checked.durationSeconds });
      }
      if (tried === MAX_DOWNLOADS) {
        this.#parts.figures.lost += 1;
        log.error({ batch: batch.id, lines: 1 }, 'audio could not be downloaded');
        return this.#failSent(job, describeFailure(result.failure));
      }
      await clock.sleep(DOWNLOAD_AGAIN_MS, signal).catch(() => {});
    }
  }

  async #store(job: ClaimedJob, path: string, finished: FinishedJob): Promise<void> {
    const { work } = this.#parts;
    await this.#persist(() => work.objects.put(finished.file, path));
    const ended = await this.#persist(() => work.queue.complete(this.#claims.get(job.id) ?? job, finished));
    this.#claims.delete(job.id);
    if (ended !== undefined) work.progress.end(ended.job);
    else await work.objects.remove(finished.file).catch(() => {});
  }

  #claimOf({ lineId }: SentJob): ClaimedJob | undefined {
    return this.#claims.get(this.#jobOfLine.get(lineId) ?? '');
  }

  async #failAll(jobs: readonly SentJob[], reason: string): Promise<void> {
    await Promise.all(jobs.map((job) => this.#failSent(job, reason)));
  }

  async #failSent(job: SentJob, reason: string): Promise<void> {
    const claimed = this.#claimOf(job);
    this.#parts.dispatcher.ended([String(job.lineId)]);
    this.#jobOfLine.delete(job.lineId);
    if (claimed !== undefined) await this.#fail(claimed.id, reason);
  }

  async #fail(id: string, reason: string): Promise<void> {
    const { work } = this.#parts;
    const job = this.#claims.get(id);
    if (job === undefined) return;
    const ended = await this.#persist(() => work.queue.fail(job, reason));
    this.#claims.delete(id);
    if (ended !== undefined) work.progress.end(ended.job);
  }

  /** Releases a job that another process has taken, or that is already in another batch. */
  async #forget(id: string): Promise<void> {
    const job = this.#claims.get(id);
    this.#claims.delete(id);
    if (job !== undefined) await this.#persist(async () => this.#parts.work.queue.release(job, job.lane));
  }

  /** Repeats a database or storage operation until it succeeds, or has failed five times while the gateway is stopping. */
  async #persist<T>(operation: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await operation();
      } catch (error) {
        const { log, clock } = this.#parts;
        const what = error instanceof StoreUnavailableError ? 'the storage' : 'the database';
        log.error({ reason: String(error), tried }, `${what} could not be written`);
        if (this.#stopping.signal.aborted && tried >= 5) throw error;
        await clock.sleep(RETRY_MS);
      }
    }
  }

  #track(task: Promise<void>): void {
    const tracked = task
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#parts.log.error({ reason: String(error) }, 'a task failed');
      })
      .finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }
}

/** Line number of jobs in a batch that this gateway has not claimed. */
const NO_LINE = 0;

function openBatch(
  batch: UpstreamBatch,
  mine: ReadonlySet<string>,
  toSent: (job: UpstreamJob, lineId?: number) => SentJob,
): OpenBatch {
  const jobs: SentJob[] = [];
  const finished: SentJob[] = [];
  for (const job of batch.jobs) {
    if (mine.has(job.id)) jobs.push(toSent(job));
    else finished.push(toSent(job, NO_LINE));
  }
  return { id: batch.number, runId: 0, selfLink: batch.selfLink, jobs, finished };
}
