import type { BatchJob, ChildJob, JobStatus, Output, SingleJob } from '@lectern/tts-protocol';
import { PATHS } from '@lectern/tts-protocol';
import type { AddressSigner } from '../http/signed-addresses.ts';
import type { StoredBatch, StoredInput, StoredJob } from '../ports/jobs.ts';

/**
 * `error_message` is an extension. `input` isn't narrowed, because the engine was checked when the job was accepted.
 */
export type JobResource = Omit<ChildJob, 'input'> & { readonly input: StoredInput; readonly error_message?: string };
type BatchResource = Omit<BatchJob, 'jobs'> & { readonly jobs: readonly JobResource[] };

interface ResourceLink {
  readonly href: string;
  readonly description: string;
}

export const batchPath = (batchId: string): string => `${PATHS.batches}/${batchId}`;
const jobPath = (batchId: string, jobId: string): string => `${batchPath(batchId)}/job/${jobId}`;
const customIdPath = (batchId: string, customId: string): string => `${batchPath(batchId)}/job/custom-id/${customId}`;

/**
 * The specification doesn't define a batch's status. A batch is `pending` until a job starts, and `failed` if all its
 * jobs have failed.
 */
function batchStatus(statuses: readonly JobStatus[]): JobStatus {
  if (statuses.every((status) => status === 'pending')) return 'pending';
  if (statuses.every((status) => status === 'failed')) return 'failed';
  return statuses.every((status) => status === 'completed' || status === 'failed') ? 'completed' : 'in_progress';
}

export class Resources {
  readonly #origin: string;
  readonly #signer: AddressSigner;

  constructor(origin: string, signer: AddressSigner) {
    this.#origin = origin;
    this.#signer = signer;
  }

  output({ file, duration, size }: StoredJob): Output | null {
    const isFinished = file !== null && duration !== null && size !== null;
    return isFinished ? { duration, size, url: this.#signer.sign(this.#origin, file) } : null;
  }

  /** @param createdAt the batch's creation time, in milliseconds since the epoch */
  job(job: StoredJob, createdAt: number): JobResource {
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
        batch: this.link(batchPath(job.batch_id), 'The batch that contains this job.'),
        alternate:
          job.custom_id === null
            ? null
            : this.link(customIdPath(job.batch_id, job.custom_id), 'This job, by its custom ID.'),
      },
    };
  }

  batch(batch: StoredBatch): BatchResource {
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
