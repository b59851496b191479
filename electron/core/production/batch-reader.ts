import type { BatchJobReading, ChildJobReading, OutputReading } from '../../../shared/service/jobs.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { describeProblem, ServiceError } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';
import type { Journal, OpenBatch, SentJob } from '../store/journal.ts';
import type { Failure } from './failure.ts';
import { matchChildren } from './match-children.ts';
import { POLL_TIMING, PollInterval, type PollTiming } from './poll-interval.ts';

/** So long the batch may be unreadable before it is left to a later resume. Milliseconds. */
export const UNREADABLE_AFTER_MS = 5 * 60_000;
/** So long the service may say that it does not know the batch, or be done without giving the audio. Milliseconds. */
export const MISSING_AFTER_MS = 60_000;
/** A job whose state has not changed for so long is left to a later resume. Milliseconds. */
export const STALLED_AFTER_MS = 30 * 60_000;

export interface BatchReaderOptions {
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly timing?: PollTiming;
  /** The child is done and its audio is to be fetched. Called once for each job. */
  readonly onCompleted: (job: SentJob, output: OutputReading) => void;
  readonly onFailed: (job: SentJob, failure: Failure) => void;
  /** The job stays with the service and is not waited for any longer. */
  readonly onGivenUp: (job: SentJob, failure: Failure) => void;
  /** The batch can't be read at the moment, and will be tried until the given time. */
  readonly onUnreadable: (message: string, until: number) => void;
}

/**
 * Reads one batch until each of its jobs is done, failed, or not waited for any longer. There is one reading at a time
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
  await follower.follow();
}

interface Unreadable {
  readonly message: string;
  /** The service says that there is no such batch. */
  readonly missing: boolean;
}

class Follower {
  readonly #batch: OpenBatch;
  readonly #options: BatchReaderOptions;
  readonly #signal: AbortSignal;
  /** All jobs of the batch by `custom_id`, with what is known of their children. */
  readonly #jobs: Map<string, SentJob>;
  readonly #open: Set<string>;
  /** Since when children are done without giving their audio, by `custom_id`. */
  readonly #silent = new Map<string, number>();
  readonly #interval: PollInterval;
  #selfLink: string;
  #otherLink: string | null;
  #readAt: number;
  #changedAt: number;
  #states = '';

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
      await clock.sleep(this.#interval.milliseconds, this.#signal);
      const before = this.#states;
      const problem = await this.#read();
      this.#interval.saw(this.#states !== before);
      if (this.#states !== before) this.#changedAt = clock.now();
      if (problem === null) this.#readAt = clock.now();
      else {
        const until = this.#readAt + (problem.missing ? MISSING_AFTER_MS : UNREADABLE_AFTER_MS);
        if (clock.now() > until) return this.#giveUp({ kind: 'unfinished', message: problem.message });
        onUnreadable(problem.message, until);
      }
      if (clock.now() - this.#changedAt > STALLED_AFTER_MS) {
        const minutes = Math.round(STALLED_AFTER_MS / 60_000);
        return this.#giveUp({
          kind: 'unfinished',
          message: `The service has not gone on with it for ${minutes} minutes.`,
        });
      }
    }
  }

  /** @returns what went wrong, or null */
  async #read(): Promise<Unreadable | null> {
    try {
      const batch = await this.#options.client.readBatch(this.#selfLink, this.#signal, 1);
      this.take(batch.jobs ?? []);
      await this.#readMissing(batch.jobs ?? []);
      return null;
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof ServiceError)) throw error;
      const { kind } = error.problem;
      const missing = kind === 'not-found' || kind === 'not-the-service';
      if (missing) this.#tryOtherLink();
      return { message: describeProblem(error.problem), missing };
    }
  }

  /** Where the answer that accepted the batch gave two links to it, the other one may be the good one. */
  #tryOtherLink(): void {
    if (this.#otherLink === null) return;
    [this.#selfLink, this.#otherLink] = [this.#otherLink, this.#selfLink];
    this.#options.journal.setSelfLink(this.#batch.id, this.#selfLink);
  }

  /** Reads by their own addresses the children that the batch's answer left out. */
  async #readMissing(children: readonly ChildJobReading[]): Promise<void> {
    const there = matchChildren([...this.#jobs.values()], children);
    for (const customId of [...this.#open]) {
      const job = this.#jobs.get(customId);
      if (!job?.childLink || there.has(customId)) continue;
      this.#see(job, await this.#options.client.readChild(job.childLink, this.#signal, 1));
    }
  }

  /** Takes over what an answer says of the children. */
  take(children: readonly ChildJobReading[]): void {
    const learnt: SentJob[] = [];
    for (const [customId, child] of matchChildren([...this.#jobs.values()], children)) {
      const job = this.#jobs.get(customId);
      if (!job) continue;
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
    this.#states = children.map((child) => child.status ?? '?').join();
  }

  #see(job: SentJob, child: ChildJobReading): void {
    if (!this.#open.has(job.customId)) return;
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

  /** A child that is done gives its audio at once, or a little later; else its line is reported. */
  #seeSilent(job: SentJob): void {
    const now = this.#options.clock.now();
    const since = this.#silent.get(job.customId) ?? now;
    this.#silent.set(job.customId, since);
    if (now - since <= MISSING_AFTER_MS) return;
    this.#open.delete(job.customId);
    const message = 'The service says that it is done, and gives no address of its audio.';
    this.#options.onGivenUp(job, { kind: 'audio-unavailable', message });
  }

  #giveUp(failure: Failure): void {
    for (const customId of this.#open) {
      const job = this.#jobs.get(customId);
      if (job) this.#options.onGivenUp(job, failure);
    }
    this.#open.clear();
  }
}
