import type { LenientBatchJob, LenientChildJob, LenientOutput } from '@lectern/tts-protocol';
import type { Failure, Loss, Unfinished } from '../../../shared/model/problems/line-failure.ts';
import type { LossCause } from '../../../shared/model/problems/loss.ts';
import type { MissingFromReplies } from '../../../shared/model/problems/run-stop.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { isTransient, ServiceError, type ServiceProblem } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';
import type { Journal, OpenBatch, SentJob } from '../project/journal/journal.ts';
import { findMixedUpJobs, matchChildren } from './match-children.ts';
import { POLL_TIMING, PollInterval, type PollingPace, type PollTiming } from './poll-interval.ts';
import { DENIED_PAUSE_MS, NotFoundCounter, type ServicePresence } from './service-presence.ts';
import { suspiciousLengths } from './suspicious-lengths.ts';

/** If replies have been unusable for this long, the batch isn't polled again until the run is resumed. */
export const UNREADABLE_AFTER_MS = 5 * 60_000;
/**
 * If replies have come from something other than the service for this long, the batch isn't polled again until the run
 * is resumed.
 */
export const MISSING_AFTER_MS = 60_000;
/** A completed job without an audio address counts as lost after this long. */
export const SILENT_AFTER_MS = 60_000;
const RECHECK_MS = 1_000;
/** Jobs without progress for this long aren't polled again until the run is resumed. */
export const STALLED_AFTER_MS = 30 * 60_000;

/** Results are in the journal before their events are yielded. */
export type PollEvent =
  /** The job's audio can be downloaded. Occurs at most once per job. */
  | { readonly kind: 'completed'; readonly job: SentJob; readonly output: LenientOutput }
  | { readonly kind: 'failed'; readonly job: SentJob; readonly failure: Failure }
  | { readonly kind: 'lost'; readonly jobs: readonly SentJob[]; readonly loss: Loss }
  /** The service still has the jobs, but they are no longer awaited. */
  | { readonly kind: 'abandoned'; readonly jobs: readonly SentJob[]; readonly failure: Unfinished }
  /** Reads are retried until the given time. */
  | { readonly kind: 'unreadable'; readonly problem: ServiceProblem | null; readonly until: number };

export interface PollParts {
  readonly journal: Pick<
    Journal,
    'setSelfLink' | 'setChildren' | 'markJobFailed' | 'markJobsLost' | 'recordFailedAttempt'
  >;
  readonly client: Pick<ServiceClient, 'readBatch' | 'readChild'>;
  readonly clock: Clock;
  readonly timing?: PollTiming | undefined;
  readonly pace: PollingPace;
  readonly presence: ServicePresence;
}

/**
 * Reads sequentially. Completion is determined by the child, never by the batch's status. `first` is the accepting
 * reply.
 * @throws the signal's reason when aborted; ProjectError if the journal can't be written
 */
export async function* pollBatch(
  batch: OpenBatch,
  first: LenientBatchJob | null,
  parts: PollParts,
  signal: AbortSignal,
): AsyncGenerator<PollEvent, void> {
  const poll = new BatchPoll(batch, first?._links?.self?.href ?? null, parts, signal);
  try {
    if (first) yield* poll.take(first.jobs ?? []);
    yield* poll.untilDone();
  } finally {
    parts.pace.remove(poll);
  }
}

interface Unreadable {
  readonly failure: Extract<Unfinished, { why: 'unreadable' | 'useless-replies' }>;
  readonly patienceMs: number;
}

/** Stages in order of progress. Moving back or alternating between stages doesn't count as progress. */
const STAGES: readonly LenientChildJob['status'][] = ['pending', 'in_progress'];

class BatchPoll {
  #batch: OpenBatch;
  readonly #parts: PollParts;
  readonly #signal: AbortSignal;
  /** All jobs of the batch by `custom_id`, with the known ids and links of their children. */
  readonly #jobs: Map<string, SentJob>;
  readonly #open: Set<string>;
  /** Maps each `custom_id` to the time when its job was first seen as completed without audio. */
  readonly #silent = new Map<string, number>();
  readonly #absence = new NotFoundCounter();
  readonly #absences = new Map<string, NotFoundCounter>();
  readonly #interval: PollInterval;
  #selfLink: string;
  #otherLink: string | null;
  #triesOther = false;
  #readAt: number;
  #changedAt: number;
  /** The latest stage of each job, by `custom_id`, starting at 1. */
  readonly #stages = new Map<string, number>();

  constructor(batch: OpenBatch, otherLink: string | null, parts: PollParts, signal: AbortSignal) {
    this.#batch = batch;
    this.#parts = parts;
    this.#signal = signal;
    this.#selfLink = batch.selfLink;
    this.#otherLink = otherLink === batch.selfLink ? null : otherLink;
    this.#jobs = new Map([...batch.finished, ...batch.jobs].map((job) => [job.customId, job]));
    this.#open = new Set(batch.jobs.map((job) => job.customId));
    this.#interval = new PollInterval(parts.timing ?? POLL_TIMING);
    this.#changedAt = parts.clock.now();
    this.#readAt = this.#changedAt;
  }

  async *untilDone(): AsyncGenerator<PollEvent, void> {
    const { clock } = this.#parts;
    while (this.#open.size > 0) {
      await this.#wait();
      const before = this.#progress();
      const problem = yield* this.#read();
      const isFurther = this.#progress() > before;
      this.#interval.saw(isFurther);
      if (isFurther) this.#changedAt = clock.now();
      if (problem === null) this.#readAt = clock.now();
      else {
        const until = this.#readAt + problem.patienceMs;
        if (clock.now() > until) {
          yield this.#giveUp(problem.failure);
          return;
        }
        yield { kind: 'unreadable', problem: 'problem' in problem.failure ? problem.failure.problem : null, until };
      }
      if (clock.now() - this.#changedAt > STALLED_AFTER_MS) {
        const minutes = Math.round(STALLED_AFTER_MS / 60_000);
        yield this.#giveUp({ kind: 'unfinished', why: 'stalled', minutes });
        return;
      }
    }
  }

  async #wait(): Promise<void> {
    const { clock, pace } = this.#parts;
    const since = clock.monotonic();
    for (;;) {
      const left = since + pace.waitFor(this, this.#ownWaitMs()) - clock.monotonic();
      await clock.sleep(Math.min(left, RECHECK_MS), this.#signal);
      if (left <= RECHECK_MS) return;
    }
  }

  #ownWaitMs(): number {
    const { milliseconds } = this.#interval;
    if (this.#absence.isOpen) return DENIED_PAUSE_MS;
    const isChildDenied = [...this.#open].some((customId) => this.#absences.get(customId)?.isOpen);
    return isChildDenied ? Math.min(milliseconds, DENIED_PAUSE_MS) : milliseconds;
  }

  async *#read(): AsyncGenerator<PollEvent, Unreadable | null> {
    try {
      const batch = await this.#parts.client.readBatch(this.#selfLink, this.#signal, 1);
      this.#absence.clear();
      if (this.#selfLink !== this.#batch.selfLink) {
        this.#parts.journal.setSelfLink(this.#batch.id, this.#selfLink);
        this.#batch = { ...this.#batch, selfLink: this.#selfLink };
      }
      // Without a list, the reply doesn't show whether any jobs are missing.
      if (!batch.jobs) return unusableReply('jobs');
      yield* this.take(batch.jobs);
      if (this.#hasUnidentified(batch.jobs)) {
        return unusableReply('job-names');
      }
      yield* this.#readMissing(batch.jobs, 'job-gone');
      return null;
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof ServiceError)) throw error;
      return yield* this.#unreadable(error.problem);
    }
  }

  async *#unreadable(problem: ServiceProblem): AsyncGenerator<PollEvent, Unreadable | null> {
    const isDenied = problem.kind === 'not-found';
    const isMissing = isDenied || problem.kind === 'not-the-service';
    const unreadable: Unreadable = {
      failure: { kind: 'unfinished', why: 'unreadable', problem },
      patienceMs: isMissing ? MISSING_AFTER_MS : UNREADABLE_AFTER_MS,
    };
    // The batch link only points to another server if the service didn't provide a link to itself.
    const isElsewhere = isForeign(this.#batch.selfLink);
    if ((isMissing || isElsewhere) && this.#tryOtherLink()) return unreadable;
    if (isElsewhere) {
      // Other servers never receive the key, so only the jobs' own links might still work.
      if (!isPermanentOnOtherServer(problem)) return unreadable;
      return (yield* this.#readMissing([], 'no-link')) ? null : unreadable;
    }
    if (isDenied && this.#absence.isFinal(this.#parts.clock.now()) && (await this.#isStillNotFound())) {
      yield this.#lose([...this.#open], 'batch-gone', problem.message);
      return null;
    }
    return unreadable;
  }

  /** The service must recognise this account and still report “not found” for the batch. */
  async #isStillNotFound(): Promise<boolean> {
    const { presence, client } = this.#parts;
    if (!(await presence.isConfirmed(this.#signal))) return false;
    try {
      await client.readBatch(this.#selfLink, this.#signal, 1);
      return false;
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof ServiceError)) throw error;
      return error.problem.kind === 'not-found';
    }
  }

  /**
   * Switches to the batch's other link, if it has one. Returns true when switching away from the first link, and false
   * when switching back to it.
   */
  #tryOtherLink(): boolean {
    if (this.#otherLink === null) return false;
    [this.#selfLink, this.#otherLink] = [this.#otherLink, this.#selfLink];
    this.#triesOther = !this.#triesOther;
    return this.#triesOther;
  }

  /**
   * Uses the children's own links. Returns whether any child was read, or counted as lost after repeated “not found”
   * replies.
   */
  async *#readMissing(children: readonly LenientChildJob[], cause: LossCause): AsyncGenerator<PollEvent, boolean> {
    const { clock, presence } = this.#parts;
    const there = matchChildren([...this.#jobs.values()], children);
    const gone: string[] = [];
    let isAnyRead = false;
    for (const customId of [...this.#open]) {
      const job = this.#jobs.get(customId);
      if (!job || there.has(customId)) continue;
      const absence = this.#absences.get(customId) ?? new NotFoundCounter();
      this.#absences.set(customId, absence);
      const child = job.childLink === null ? null : await this.#readChild(job.childLink);
      if (child) {
        absence.clear();
        isAnyRead = true;
        const isOther = findMixedUpJobs([...this.#jobs.values()], [child], new Map([[customId, child]])).size > 0;
        if (isOther) yield* this.#handleMismatched(job, child);
        else yield* this.#see(job, child);
      } else if (absence.isFinal(clock.now())) gone.push(customId);
    }
    for (const customId of there.keys()) this.#absences.get(customId)?.clear();
    if (gone.length === 0 || !(await presence.isConfirmed(this.#signal))) return isAnyRead;
    yield this.#lose(gone, cause, null);
    return true;
  }

  /** Returns null for “not found” or a link to another server. */
  async #readChild(link: string): Promise<LenientChildJob | null> {
    if (isForeign(link)) return null;
    try {
      return await this.#parts.client.readChild(link, this.#signal, 1);
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof ServiceError) || error.problem.kind !== 'not-found') throw error;
      return null;
    }
  }

  *take(children: readonly LenientChildJob[]): Generator<PollEvent, void> {
    const learnt: SentJob[] = [];
    const jobs = [...this.#jobs.values()];
    const matched = matchChildren(jobs, children);
    const doubtful = findMixedUpJobs(jobs, children, matched);
    const odd = suspiciousLengths(jobs, matched);
    for (const [customId, child] of matched) {
      const job = this.#jobs.get(customId);
      if (!job) continue;
      if (doubtful.has(customId)) {
        yield* this.#handleMismatched(job, child);
        continue;
      }
      if (odd.has(customId) && this.#open.has(customId)) {
        yield this.#lose([customId], 'other-length', null);
        continue;
      }
      const known = {
        ...job,
        childId: child.id ?? job.childId,
        childLink: child._links?.self?.href ?? job.childLink,
      };
      if (known.childId !== job.childId || known.childLink !== job.childLink) {
        this.#jobs.set(customId, known);
        learnt.push(known);
      }
      yield* this.#see(known, child);
    }
    if (learnt.length > 0) this.#parts.journal.setChildren(learnt);
  }

  /** True if the reply lacks some of the jobs but contains unidentified children. */
  #hasUnidentified(children: readonly LenientChildJob[]): boolean {
    const matched = matchChildren([...this.#jobs.values()], children);
    if ([...this.#open].every((customId) => matched.has(customId))) return false;
    const known = new Set(matched.values());
    return children.some((child) => !known.has(child) && !child.custom_id && child.input?.text === undefined);
  }

  #progress(): number {
    let sum = this.#jobs.size - this.#open.size;
    for (const stage of this.#stages.values()) sum += stage;
    return sum;
  }

  *#see(job: SentJob, child: LenientChildJob): Generator<PollEvent, void> {
    if (!this.#open.has(job.customId)) return;
    const stage = STAGES.indexOf(child.status) + 1;
    this.#stages.set(job.customId, Math.max(stage, this.#stages.get(job.customId) ?? 0));
    if (child.status === 'completed' && child.output) {
      this.#open.delete(job.customId);
      yield { kind: 'completed', job, output: child.output };
    } else if (child.status === 'completed') {
      yield* this.#handleMissingAudio(job);
    } else if (child.status === 'failed') {
      this.#open.delete(job.customId);
      const message = child.error_message ?? child.message ?? child.error ?? null;
      const failure = { kind: 'failed-by-service', message } as const;
      this.#parts.journal.markJobFailed(job.id, failure, this.#parts.clock.now());
      yield { kind: 'failed', job, failure };
    }
  }

  /** The child might belong to another line, so its result can't be trusted. */
  *#handleMismatched(job: SentJob, { status, input }: LenientChildJob): Generator<PollEvent, void> {
    const isOver = status === 'completed' || status === 'failed';
    if (isOver && this.#open.has(job.customId)) yield this.#lose([job.customId], 'other-line', input?.text ?? null);
  }

  /** The audio might appear a little later. If it doesn't, the line counts as lost. */
  *#handleMissingAudio(job: SentJob): Generator<PollEvent, void> {
    const now = this.#parts.clock.now();
    const since = this.#silent.get(job.customId) ?? now;
    this.#silent.set(job.customId, since);
    if (now - since > SILENT_AFTER_MS) yield this.#lose([job.customId], 'no-audio', null);
  }

  #lose(customIds: readonly string[], cause: LossCause, message: string | null): PollEvent {
    const jobs = customIds.flatMap((customId) => this.#jobs.get(customId) ?? []);
    for (const customId of customIds) this.#open.delete(customId);
    const loss: Loss = { kind: 'lost', cause, message };
    const { journal, clock } = this.#parts;
    journal.markJobsLost(
      this.#batch.id,
      jobs.map(({ id }) => id),
      loss,
      clock.now(),
    );
    return { kind: 'lost', jobs, loss };
  }

  #giveUp(failure: Unfinished): PollEvent {
    const jobs = [...this.#open].flatMap((customId) => this.#jobs.get(customId) ?? []);
    this.#open.clear();
    for (const { id } of jobs) this.#parts.journal.recordFailedAttempt(id, failure);
    return { kind: 'abandoned', jobs, failure };
  }
}

const unusableReply = (missing: MissingFromReplies): Unreadable => ({
  failure: { kind: 'unfinished', why: 'useless-replies', missing },
  patienceMs: UNREADABLE_AFTER_MS,
});

const isForeign = (link: string): boolean => !link.startsWith('/');

function isPermanentOnOtherServer(problem: ServiceProblem): boolean {
  if (problem.kind === 'connection') {
    return problem.failure !== 'timeout' && problem.failure !== 'reset' && problem.failure !== 'ended-early';
  }
  return !isTransient(problem) || problem.kind === 'unreadable-reply';
}
