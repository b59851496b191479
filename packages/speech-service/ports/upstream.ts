// What a gateway needs besides the queue: jobs that it passes on to an account at another service are in a journal.
// The journal is written before a batch is sent, so that it is known after a crash what may have been paid for.
import type { InputParameters } from '@lectern/tts-protocol';
import type { FinishedJob } from './jobs.ts';

export interface NewUpstreamJob {
  /** The claimed job and its attempt. */
  readonly id: string;
  readonly attempt: number;
  readonly customId: string;
  /** As sent. */
  readonly request: InputParameters;
  /** Equal for requests with the same result. */
  readonly fingerprint: string;
  readonly characters: number;
}

export interface UpstreamJob extends Omit<NewUpstreamJob, 'attempt' | 'fingerprint'> {
  readonly number: number;
  /** The other service's id for the job and the link to read it; null until known. */
  readonly childId: string | null;
  readonly childLink: string | null;
}

export type UpstreamState = 'sending' | 'accepted' | 'in-doubt' | 'refused';

export interface UpstreamBatch {
  readonly number: number;
  readonly state: UpstreamState;
  readonly selfLink: string;
  readonly jobs: readonly UpstreamJob[];
}

/** A request that counts towards the limits per minute. */
export interface CountedBatch {
  readonly number: number;
  readonly characters: number;
  /** Milliseconds since the reply arrived or was given up; at least 0. */
  readonly age: number;
  readonly hasReply: boolean;
}

/** Another process may have taken over the account. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Each method is atomic and flushed once it has returned. Methods other than `begin` can be repeated. */
export interface UpstreamJournal {
  /**
   * Records a batch before it is sent. Leaves out jobs that are in another batch, or that another worker has taken.
   * @param number identifies the batch; chosen by the caller, so that a failed call can be withdrawn
   * @returns the recorded jobs, in order; if there are none, the batch isn't recorded
   * @throws LeaseLostError
   */
  begin(number: number, jobs: readonly NewUpstreamJob[]): Promise<readonly UpstreamJob[]>;
  markAccepted(number: number, selfLink: string): Promise<void>;
  /** The other service has none of the batch's jobs. @param counts whether it may count the request */
  withdraw(number: number, counts: boolean): Promise<void>;
  markRefused(number: number): Promise<void>;
  markInDoubt(number: number): Promise<void>;
  setSelfLink(number: number, selfLink: string): Promise<void>;
  setChildren(jobs: readonly Pick<UpstreamJob, 'number' | 'childId' | 'childLink'>[]): Promise<void>;
  /** Returns all batches of the given jobs, each with all of its jobs. */
  batchesOf(ids: readonly string[]): Promise<readonly UpstreamBatch[]>;
  /**
   * Marks batches as in doubt whose sender has ended. Call it before anything is sent under a new lease.
   * @returns the number of jobs
   */
  recover(): Promise<number>;
  /** Returns the batches that were answered in the last two minutes. */
  recent(): Promise<readonly CountedBatch[]>;
  /** Returns a stored result of the same request. */
  findResult(fingerprint: string): Promise<FinishedJob | undefined>;
  /** Removes batches without jobs that no longer count. */
  tidy(): Promise<void>;
}

/** Held by the only process that may send to an account. */
export interface Lease {
  /** Aborted when the lease may have been lost. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}
