// Batches and jobs as the interface shows them ("Resources and their fields").
import type { BatchJob, ChildJob } from '../../shared/service/jobs.ts';
import { PATHS } from '../../shared/service/requests.ts';
import type { JobStatus } from '../../shared/service/vocabulary.ts';
import type { AddressSigner } from '../signed-addresses.ts';
import type { StoredBatch, StoredJob } from '../store/job-store.ts';

/** A child job with the reason of its failure, which is this service's own addition. */
export type AnsweredJob = ChildJob & { readonly error_message?: string };

export const batchPath = (batchId: string): string => `${PATHS.batches}/${batchId}`;
const jobPath = (batchId: string, jobId: string): string => `${batchPath(batchId)}/job/${jobId}`;
const customIdPath = (batchId: string, customId: string): string => `${batchPath(batchId)}/job/custom-id/${customId}`;

/**
 * The status of a batch follows from its jobs ("not shown"): `pending` while none was begun, `completed` when all are
 * finished and one at least has its audio, `failed` when all have failed, and otherwise `in_progress`.
 */
export function batchStatus(statuses: readonly JobStatus[]): JobStatus {
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

  /** @param createdAt of its batch, in milliseconds since the epoch */
  job(job: StoredJob, createdAt: number): AnsweredJob {
    const { file, duration, size } = job;
    const isFinished = file !== null && duration !== null && size !== null;
    return {
      id: job.id,
      custom_id: job.custom_id,
      created_at: new Date(createdAt).toISOString(),
      input: job.input,
      status: job.status,
      output: isFinished ? { duration, size, url: this.#signer.address(this.#origin, file) } : null,
      ...(job.error === null ? {} : { error_message: job.error }),
      webhook_url: job.webhook_url,
      webhook_result: null,
      _links: {
        self: this.#link(jobPath(job.batch_id, job.id), 'This job.'),
        batch: this.#link(batchPath(job.batch_id), 'The batch that this job is of.'),
        alternate:
          job.custom_id === null
            ? null
            : this.#link(customIdPath(job.batch_id, job.custom_id), 'This job, by its custom id.'),
      },
    };
  }

  batch(batch: StoredBatch): BatchJob {
    return {
      id: batch.id,
      created_at: new Date(batch.created_at).toISOString(),
      status: batchStatus(batch.jobs.map((job) => job.status)),
      webhook_url: batch.webhook_url,
      webhook_result: null,
      jobs: batch.jobs.map((job) => this.job(job, batch.created_at)),
      _links: { self: this.#link(batchPath(batch.id), 'This batch.') },
    };
  }

  #link(path: string, description: string): { href: string; description: string } {
    return { href: `${this.#origin}${path}`, description };
  }
}
