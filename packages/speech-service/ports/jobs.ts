// Batches, jobs and the queue that workers take jobs from. `store/` implements these ports in one process (SQLite) and
// `postgres/` for any number of machines.
import { engineSchema, inputParametersShape, type JobStatus } from '@lectern/tts-protocol';
import { z } from 'zod';
import type { MaybePromise } from '../common/maybe-promise.ts';

export const storedInputSchema = z.strictObject({ ...inputParametersShape, voice_engine: engineSchema });
export type StoredInput = z.infer<typeof storedInputSchema>;

interface WebhookResult {
  readonly called_at: string;
  readonly response_status: number;
}

export interface StoredJob {
  readonly id: string;
  readonly batch_id: string;
  readonly custom_id: string | null;
  readonly input: StoredInput;
  readonly seed: number;
  /** The queue that the job waits in (speech-engine.ts). */
  readonly lane: string;
  readonly webhook_url: string | null;
  readonly webhook_result: WebhookResult | null;
  readonly status: JobStatus;
  /** The audio file's name without a folder, once completed. */
  readonly file: string | null;
  readonly duration: number | null;
  readonly size: number | null;
  readonly error: string | null;
}

/** Clients can't see jobs of kind `stream`: nodes order them for streams and samples that only workers can speak. */
export const batchKindSchema = z.enum(['batch', 'single', 'conversion', 'stream']);
export type BatchKind = z.infer<typeof batchKindSchema>;

/**
 * A batch with its jobs in request order. Single jobs are batches of their own kind. `created_at` is in milliseconds
 * since the epoch.
 */
export interface StoredBatch {
  readonly id: string;
  readonly kind: BatchKind;
  readonly user_id: string;
  readonly created_at: number;
  readonly webhook_url: string | null;
  readonly webhook_result: WebhookResult | null;
  readonly jobs: readonly StoredJob[];
}

/** `file` is a name without a folder, `duration` is in seconds, `size` in bytes. */
export interface FinishedJob {
  readonly file: string;
  readonly duration: number;
  readonly size: number;
}

export interface EndedJob {
  readonly job: StoredJob;
  readonly batchIsFinished: boolean;
}

export interface JobStore {
  /** Stores a batch with its jobs, which survive a crash once this has returned. Stores all of it or nothing. */
  accept(batch: StoredBatch): MaybePromise<void>;
  findBatch(userId: string, id: string, kind?: BatchKind): MaybePromise<StoredBatch | undefined>;
  createdAt(userId: string, batchId: string): MaybePromise<number | undefined>;
  job(batchId: string, by: 'id' | 'custom_id', value: string): MaybePromise<StoredJob | undefined>;
  countJobs(): MaybePromise<Readonly<Record<JobStatus, number>>>;
  countBatches(): MaybePromise<number>;
  /** Deletes up to `maxBatches` batches that were finished before a time, and returns the files of their jobs. */
  removeFinished(before: number, maxBatches: number): MaybePromise<RemovedBatches>;
  /** Returns whether a file belongs to a job, including an unfinished job that might still create it. */
  isFileInUse(jobId: string, file: string): MaybePromise<boolean>;
}

export interface RemovedBatches {
  readonly batches: number;
  readonly files: readonly string[];
}

/** A job in progress. Every time that a job is claimed, its attempt increases. */
export interface ClaimedJob extends StoredJob {
  /** 1 or more. Always 1 if only one process claims jobs. */
  readonly attempt: number;
}

/**
 * The jobs to be done. An end counts only once, and only for the current attempt. If a call fails, it may have been
 * carried out, and can be repeated.
 */
export interface WorkQueue {
  /** Takes up to `most` waiting jobs of a lane. */
  claim(lane: string, most: number): MaybePromise<readonly ClaimedJob[]>;
  /**
   * Returns undefined, without changes, if the job has ended otherwise or somebody else has claimed it since. The file
   * isn't needed then.
   */
  complete(job: ClaimedJob, finished: FinishedJob): Promise<EndedJob | undefined>;
  /** Like `complete`. @param reason a sentence for the client */
  fail(job: ClaimedJob, reason: string): Promise<EndedJob | undefined>;
  /** Gives a claimed job back, to the same lane or another. */
  release(job: ClaimedJob, lane: string): MaybePromise<void>;
  /** Returns lanes of waiting jobs that this process should settle even if it can't speak them. Call it at startup. */
  lanes(): MaybePromise<readonly string[]>;
}
