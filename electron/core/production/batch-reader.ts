import type { BatchJobReading, ChildJobReading, OutputReading } from '@lectern/tts-protocol';
import type { LossCause } from '../../../shared/model/loss.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { describeProblem, isTransient, ServiceError, type ServiceProblem } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';
import type { Journal, OpenBatch, SentJob } from '../project/journal/journal.ts';
import type { Failure, Loss, Unfinished } from './failure.ts';
import { matchChildren, mixedUp } from './match-children.ts';
import { oddLengths } from './odd-lengths.ts';
import { POLL_TIMING, PollInterval, type PollTiming, type ReadingPace } from './poll-interval.ts';
import { Absence, DENIED_PAUSE_MS, type ServicePresence } from './service-presence.ts';

/**
 * The batch may be unreadable, or its answers say nothing of its jobs, for this long before it is left to a later resume.
 * Milliseconds.
 */
export const UNREADABLE_AFTER_MS = 5 * 60_000;
/** Milliseconds after which a batch is left to a later resume where something other than the service answers. */
export const MISSING_AFTER_MS = 60_000;
/** Milliseconds that a job may be done without an address of its audio before its line is lost. */
export const SILENT_AFTER_MS = 60_000;
/** How often a long wait is looked at again. Milliseconds. */
const LOOK_AGAIN_MS = 1_000;
/** A job whose state has not changed for this long is left to a later resume. Milliseconds. */
export const STALLED_AFTER_MS = 30 * 60_000;

/**
 * Why jobs are not waited for. `unreadable`: the service can't be read; `useless`: it answers, and never says what became of
 * jobs, as it would of any other batch; `stalled`: they get no further.
 */
type GivenUp = 'unreadable' | 'useless' | 'stalled';

export interface BatchReaderOptions {
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly timing?: PollTiming;
  /** Of all batches that are followed over the same link. */
  readonly pace: ReadingPace;
  readonly presence: ServicePresence;
  /** The child is done and its audio is to be fetched. Called once for each job. */
  readonly onCompleted: (job: SentJob, output: OutputReading) => void;
  readonly onFailed: (job: SentJob, failure: Failure) => void;
  /** The jobs stay with the service and are not waited for any longer. */
  readonly onGivenUp: (jobs: readonly SentJob[], failure: Unfinished, why: GivenUp) => void;
  /** The service no longer has the jobs. */
  readonly onLost: (jobs: readonly SentJob[], loss: Loss) => void;
  /** The batch can't be read at the moment, and will be tried until the given time. */
  readonly onUnreadable: (message: string, until: number) => void;
}

/**
 * Reads one batch until each of its jobs is done, failed, lost, or not waited for any longer. There is one reading at a time
 * for a batch. Whether a job is done is read from the child, never from the batch's own status.
 *
 * @param first what the service answered when it accepted the batch, or null
 * @throws the signal's reason when aborted
 */
export async function followBatch(
  batch: OpenBatch,
  first: BatchJobReading | null,
  options: BatchReaderOptions,
  signal: AbortSignal,
): Promise<void> {
  const follower = new Follower(batch, first?._links?.self?.href ?? null, options, signal);
  if (first) follower.take(first.jobs ?? []);
  try {
    await follower.follow();
  } finally {
    options.pace.leave(follower);
  }
}

interface Unreadable {
  readonly message: string;
  /** How long it may last before the batch is left to a later resume. Milliseconds. */
  readonly patienceMs: number;
  /** The service answers, and does not say what became of the jobs. */
  readonly isUseless?: boolean;
}

/** How far jobs get. One that goes back, or changes to and fro, has made no progress. */
const STAGES: readonly ChildJobReading['status'][] = ['pending', 'in_progress'];

class Follower {
  #batch: OpenBatch;
  readonly #options: BatchReaderOptions;
  readonly #signal: AbortSignal;
  /** All jobs of the batch by `custom_id`, with what is known of their children. */
  readonly #jobs: Map<string, SentJob>;
  readonly #open: Set<string>;
  /** Since when children are done without giving their audio, by `custom_id`. */
  readonly #silent = new Map<string, number>();
  /** Denials of the batch, and, by `custom_id`, of single jobs of it. */
  readonly #absence = new Absence();
  readonly #absences = new Map<string, Absence>();
  readonly #interval: PollInterval;
  #selfLink: string;
  #otherLink: string | null;
  #triesOther = false;
  #readAt: number;
  #changedAt: number;
  /** The furthest stage that each job has been seen in, by `custom_id`: 1 and up. */
  readonly #stages = new Map<string, number>();

  constructor(batch: OpenBatch, otherLink: string | null, options: BatchReaderOptions, signal: AbortSignal) {
    this.#batch = batch;
    this.#options = options;
    this.#signal = signal;
    this.#selfLink = batch.selfLink;
    this.#otherLink = otherLink === batch.selfLink ? null : otherLink;
    this.#jobs = new Map([...batch.finished, ...batch.jobs].map((job) => [job.customId, job]));
    this.#open = new Set(batch.jobs.map((job) => job.customId));
    this.#interval = new PollInterval(options.timing ?? POLL_TIMING);
    this.#changedAt = options.clock.now();
    this.#readAt = this.#changedAt;
  }

  async follow(): Promise<void> {
    const { clock, onUnreadable } = this.#options;
    while (this.#open.size > 0) {
      await this.#wait();
      const before = this.#progress();
      const problem = await this.#read();
      const isFurther = this.#progress() > before;
      this.#interval.saw(isFurther);
      if (isFurther) this.#changedAt = clock.now();
      if (problem === null) this.#readAt = clock.now();
      else {
        const until = this.#readAt + problem.patienceMs;
        if (clock.now() > until) return this.#giveUp(problem.message, problem.isUseless ? 'useless' : 'unreadable');
        onUnreadable(problem.message, until);
      }
      if (clock.now() - this.#changedAt > STALLED_AFTER_MS) {
        const minutes = Math.round(STALLED_AFTER_MS / 60_000);
        return this.#giveUp(`The service has not gone on with it for ${minutes} minutes.`, 'stalled');
      }
    }
  }

  /** Waits for the next reading. The wait is looked at again while it lasts: other batches come and go. */
  async #wait(): Promise<void> {
    const { clock, pace } = this.#options;
    const since = clock.monotonic();
    for (;;) {
      const left = since + pace.waitFor(this, this.#ownWaitMs()) - clock.monotonic();
      await clock.sleep(Math.min(left, LOOK_AGAIN_MS), this.#signal);
      if (left <= LOOK_AGAIN_MS) return;
    }
  }

  #ownWaitMs(): number {
    const { milliseconds } = this.#interval;
    if (this.#absence.isOpen) return DENIED_PAUSE_MS;
    const isChildDenied = [...this.#open].some((customId) => this.#absences.get(customId)?.isOpen);
    return isChildDenied ? Math.min(milliseconds, DENIED_PAUSE_MS) : milliseconds;
  }

  /** @returns what went wrong, or null */
  async #read(): Promise<Unreadable | null> {
    try {
      const batch = await this.#options.client.readBatch(this.#selfLink, this.#signal, 1);
      this.#absence.clear();
      if (this.#selfLink !== this.#batch.selfLink) {
        this.#options.journal.setSelfLink(this.#batch.id, this.#selfLink);
        this.#batch = { ...this.#batch, selfLink: this.#selfLink };
      }
      // What is not said of jobs is no word on any of them: only a list can leave one out.
      if (!batch.jobs) return uselessReply('The service’s answers about the batch have no list of its jobs.');
      this.take(batch.jobs);
      if (this.#hasNameless(batch.jobs)) {
        return uselessReply('The service’s answers don’t say which line each job is of.');
      }
      await this.#readMissing(batch.jobs, 'job-gone');
      return null;
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof ServiceError)) throw error;
      return this.#unreadable(error.problem);
    }
  }

  async #unreadable(problem: ServiceProblem): Promise<Unreadable | null> {
    const isDenied = problem.kind === 'not-found';
    const isMissing = isDenied || problem.kind === 'not-the-service';
    const unreadable = {
      message: describeProblem(problem),
      patienceMs: isMissing ? MISSING_AFTER_MS : UNREADABLE_AFTER_MS,
    };
    // Only where no link of the batch leads to the service itself is the one that is kept another server's.
    const isElsewhere = isForeign(this.#batch.selfLink);
    if ((isMissing || isElsewhere) && this.#tryOtherLink()) return unreadable;
    if (isElsewhere) {
      // Another server never sees the key: the jobs' own links are all that is left.
      if (!isFinalElsewhere(problem)) return unreadable;
      return (await this.#readMissing([], 'no-link')) ? null : unreadable;
    }
    if (isDenied && this.#absence.isFinal(this.#options.clock.now()) && (await this.#isDeniedStill())) {
      this.#lose([...this.#open], 'batch-gone', problem.message);
      return null;
    }
    return unreadable;
  }

  /** Whether the service, which answers this account, denies the batch after it has said so. */
  async #isDeniedStill(): Promise<boolean> {
    const { presence, client } = this.#options;
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
   * Where the answer that accepted the batch gave two links to it, the other one may be the good one.
   *
   * @returns whether the next reading is the first one of two by the other link
   */
  #tryOtherLink(): boolean {
    if (this.#otherLink === null) return false;
    [this.#selfLink, this.#otherLink] = [this.#otherLink, this.#selfLink];
    this.#triesOther = !this.#triesOther;
    return this.#triesOther;
  }

  /**
   * Reads by their own addresses the children that the batch's answer left out. Those that are nowhere, several times in
   * a row, are lost.
   *
   * @returns whether any of them could be read, or was lost
   */
  async #readMissing(children: readonly ChildJobReading[], cause: LossCause): Promise<boolean> {
    const { clock, presence } = this.#options;
    const there = matchChildren([...this.#jobs.values()], children);
    const gone: string[] = [];
    let isAnyRead = false;
    for (const customId of [...this.#open]) {
      const job = this.#jobs.get(customId);
      if (!job || there.has(customId)) continue;
      const absence = this.#absences.get(customId) ?? new Absence();
      this.#absences.set(customId, absence);
      const child = job.childLink === null ? null : await this.#readChild(job.childLink);
      if (child) {
        absence.clear();
        isAnyRead = true;
        const isOther = mixedUp([...this.#jobs.values()], [child], new Map([[customId, child]])).size > 0;
        if (isOther) this.#seeOther(job, child);
        else this.#see(job, child);
      } else if (absence.isFinal(clock.now())) gone.push(customId);
    }
    for (const customId of there.keys()) this.#absences.get(customId)?.clear();
    if (gone.length === 0 || !(await presence.isConfirmed(this.#signal))) return isAnyRead;
    this.#lose(gone, cause, null);
    return true;
  }

  /** @returns null where the service denies that it has the child, or another server would have to be asked */
  async #readChild(link: string): Promise<ChildJobReading | null> {
    if (isForeign(link)) return null;
    try {
      return await this.#options.client.readChild(link, this.#signal, 1);
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof ServiceError) || error.problem.kind !== 'not-found') throw error;
      return null;
    }
  }

  /** Takes over what an answer says of the children. */
  take(children: readonly ChildJobReading[]): void {
    const learnt: SentJob[] = [];
    const jobs = [...this.#jobs.values()];
    const matched = matchChildren(jobs, children);
    const doubtful = mixedUp(jobs, children, matched);
    const odd = oddLengths(jobs, matched);
    for (const [customId, child] of matched) {
      const job = this.#jobs.get(customId);
      if (!job) continue;
      if (doubtful.has(customId)) {
        this.#seeOther(job, child);
        continue;
      }
      if (odd.has(customId) && this.#open.has(customId)) {
        this.#lose([customId], 'other-length', null);
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
      this.#see(known, child);
    }
    if (learnt.length > 0) this.#options.journal.setChildren(learnt);
  }

  /** Whether some jobs are not to be found, and may be children that nothing tells from others. */
  #hasNameless(children: readonly ChildJobReading[]): boolean {
    const matched = matchChildren([...this.#jobs.values()], children);
    if ([...this.#open].every((customId) => matched.has(customId))) return false;
    const known = new Set(matched.values());
    return children.some((child) => !known.has(child) && !child.custom_id && child.input?.text === undefined);
  }

  /** Grows with each step that a job takes. */
  #progress(): number {
    let sum = this.#jobs.size - this.#open.size;
    for (const stage of this.#stages.values()) sum += stage;
    return sum;
  }

  #see(job: SentJob, child: ChildJobReading): void {
    if (!this.#open.has(job.customId)) return;
    const stage = STAGES.indexOf(child.status) + 1;
    this.#stages.set(job.customId, Math.max(stage, this.#stages.get(job.customId) ?? 0));
    if (child.status === 'completed' && child.output) {
      this.#open.delete(job.customId);
      this.#options.onCompleted(job, child.output);
    } else if (child.status === 'completed') {
      this.#seeSilent(job);
    } else if (child.status === 'failed') {
      this.#open.delete(job.customId);
      const message = child.error_message ?? child.message ?? child.error ?? null;
      this.#options.onFailed(job, { kind: 'failed-by-service', message });
    }
  }

  /** A child that may be another line's has come to its end: whatever it came to may be that line's, too. */
  #seeOther(job: SentJob, { status, input }: ChildJobReading): void {
    const isOver = status === 'completed' || status === 'failed';
    if (isOver && this.#open.has(job.customId)) this.#lose([job.customId], 'other-line', input?.text ?? null);
  }

  /** A child that is done gives its audio at once, or a little later; else its line is lost. */
  #seeSilent(job: SentJob): void {
    const now = this.#options.clock.now();
    const since = this.#silent.get(job.customId) ?? now;
    this.#silent.set(job.customId, since);
    if (now - since > SILENT_AFTER_MS) this.#lose([job.customId], 'no-audio', null);
  }

  #lose(customIds: readonly string[], cause: LossCause, message: string | null): void {
    const jobs = customIds.flatMap((customId) => this.#jobs.get(customId) ?? []);
    for (const customId of customIds) this.#open.delete(customId);
    this.#options.onLost(jobs, { kind: 'lost', cause, message });
  }

  #giveUp(message: string, why: GivenUp): void {
    const jobs = [...this.#open].flatMap((customId) => this.#jobs.get(customId) ?? []);
    this.#open.clear();
    this.#options.onGivenUp(jobs, { kind: 'unfinished', message }, why);
  }
}

const uselessReply = (message: string): Unreadable => ({
  message,
  patienceMs: UNREADABLE_AFTER_MS,
  isUseless: true,
});

/** Whether a link, as it is kept, leads to another server than the service. */
const isForeign = (link: string): boolean => !link.startsWith('/');

/** Whether another server, which is asked without a key, will not answer differently a little later. */
function isFinalElsewhere(problem: ServiceProblem): boolean {
  if (problem.kind === 'connection') {
    return problem.failure !== 'timeout' && problem.failure !== 'reset' && problem.failure !== 'ended-early';
  }
  return !isTransient(problem) || problem.kind === 'unreadable-reply';
}
