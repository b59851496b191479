import type { BatchJob, ChildJob, JobStatus, Output, SingleJob } from '@lectern/tts-protocol';
import { PATHS } from '@lectern/tts-protocol';
import type { AddressSigner } from '../http/signed-addresses.ts';
import type { StoredBatch, StoredInput, StoredJob } from '../store/job-store.ts';

// Batches and jobs as the interface shows them ("Resources and their fields").

/**
 * A child job with the reason of its failure, which is this service's own addition. (That its engine is the one for
 * batches was checked when it was accepted.)
 */
export type AnsweredJob = Omit<ChildJob, 'input'> & { readonly input: StoredInput; readonly error_message?: string };
type AnsweredBatch = Omit<BatchJob, 'jobs'> & { readonly jobs: readonly AnsweredJob[] };

interface ResourceLink {
  readonly href: string;
  readonly description: string;
}

export const batchPath = (batchId: string): string => `${PATHS.batches}/${batchId}`;
const jobPath = (batchId: string, jobId: string): string => `${batchPath(batchId)}/job/${jobId}`;
const customIdPath = (batchId: string, customId: string): string => `${batchPath(batchId)}/job/custom-id/${customId}`;

/**
 * The status of a batch follows from its jobs ("not shown"): `pending` while none was begun, `completed` when all are
 * finished and one at least has its audio, `failed` when all have failed, and otherwise `in_progress`.
 */
function batchStatus(statuses: readonly JobStatus[]): JobStatus {
  if (statuses.every((status) => status === 'pending')) return 'pending';
  if (statuses.every((status) => status === 'failed')) return 'failed';
  return statuses.every((status) => status === 'completed' || status === 'failed') ? 'completed' : 'in_progress';
}

/** The answers to requests that came to one origin. */
export class Resources {
  readonly #origin: string;
  readonly #signer: AddressSigner;

  constructor(origin: string, signer: AddressSigner) {
    this.#origin = origin;
    this.#signer = signer;
  }

  /** The audio of a completed job, at an address that is good for a while from now on. */
  output({ file, duration, size }: StoredJob): Output | null {
    const isFinished = file !== null && duration !== null && size !== null;
    return isFinished ? { duration, size, url: this.#signer.address(this.#origin, file) } : null;
  }

  /** @param createdAt of its batch, in milliseconds since the epoch */
  job(job: StoredJob, createdAt: number): AnsweredJob {
    return {
      id: job.id,
      custom_id: job.custom_id,
      created_at: new Date(createdAt).toISOString(),
      input: job.input,
      status: job.status,
      output: this.output(job),
      ...(job.error === null ? {} : { error_message: job.error }),
      webhook_url: job.webhook_url,
      webhook_result: job.webhook_result,
      _links: {
        self: this.link(jobPath(job.batch_id, job.id), 'This job.'),
        batch: this.link(batchPath(job.batch_id), 'The batch that this job is of.'),
        alternate:
          job.custom_id === null
            ? null
            : this.link(customIdPath(job.batch_id, job.custom_id), 'This job, by its custom id.'),
      },
    };
  }

  batch(batch: StoredBatch): AnsweredBatch {
    return {
      id: batch.id,
      created_at: new Date(batch.created_at).toISOString(),
      status: batchStatus(batch.jobs.map((job) => job.status)),
      webhook_url: batch.webhook_url,
      webhook_result: batch.webhook_result,
      jobs: batch.jobs.map((job) => this.job(job, batch.created_at)),
      _links: { self: this.link(batchPath(batch.id), 'This batch.') },
    };
  }

  link(path: string, description: string): ResourceLink {
    return { href: `${this.#origin}${path}`, description };
  }
}

// A single job as it is read ("The separate endpoint that reads the data of a text-to-speech job").

/** A single job, and the batch that it is on disk. */
export interface StoredSingle {
  readonly batch: StoredBatch;
  readonly job: StoredJob;
}

export const singlePath = (id: string): string => `${PATHS.single}/${id}`;

export function singleResource({ batch, job }: StoredSingle, resources: Resources): SingleJob {
  return {
    id: job.id,
    created_at: new Date(batch.created_at).toISOString(),
    input: job.input,
    status: job.status,
    output: resources.output(job),
    ...(job.error === null ? {} : { error_message: job.error }),
    _links: { self: resources.link(singlePath(job.id), 'This job.') },
  };
}
