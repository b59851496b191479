// A single job as it is read ("The separate endpoint that reads the data of a text-to-speech job").

import { PATHS } from '../../shared/service/requests.ts';
import type { SingleJob } from '../../shared/service/single-jobs.ts';
import type { StoredBatch, StoredJob } from '../store/stored-jobs.ts';
import type { Resources } from './resources.ts';

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
