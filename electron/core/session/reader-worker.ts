import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { FileIdentity } from '../project/folder/database-file.ts';
import { ProjectReader } from '../project/project-reader.ts';
import { ReviewStore } from '../project/takes/review-store.ts';
import { systemClock, systemRandom } from '../system.ts';
import { createQueryContext, type QueryContext, type ReaderJob, runQuery, UNREAD } from './queries.ts';

interface Reading {
  readonly reader: ProjectReader;
  /** Kept when the project changes, because only new takes have to be read. */
  readonly review: ReviewStore;
  context: QueryContext | null;
}

let reading: Reading | null = null;

async function perform({ folder, file, name, input }: ReaderJob): Promise<unknown> {
  if (name === 'close') {
    releaseLink();
    return null;
  }
  let isAsked = false;
  try {
    reading ??= open(folder, file);
    const at = reading;
    return await at.reader.read((project) => {
      if (at.context?.project !== project) at.context = createQueryContext(project, at.review);
      isAsked = true;
      return runQuery(at.context, name, input as never);
    });
  } catch (error) {
    if (isAsked) throw error;
    releaseLink();
    throw new UnreadError('the project could not be read', { cause: error });
  }
}

class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

/** The next query opens the project again. */
function releaseLink(): void {
  const before = reading;
  reading = null;
  try {
    before?.reader.close();
  } catch {
    // The connection is already broken.
  }
}

function open(folder: string, file: FileIdentity): Reading {
  const reader = new ProjectReader(folder, { clock: systemClock, random: systemRandom }, file);
  return { reader, review: new ReviewStore(reader.db), context: null };
}

async function reply(job: ReaderJob): Promise<void> {
  let told: WorkerReply<unknown>;
  try {
    told = { ok: true, result: await perform(job) };
  } catch (error) {
    told = failed(error);
  }
  try {
    parentPort?.postMessage(told);
  } catch (error) {
    // An answer that can't be cloned must not make the worker exit.
    parentPort?.postMessage(failed(error));
  }
}

/** Omits the message, because it might contain script text. */
function failed(error: unknown): WorkerReply<never> {
  const isUnread = error instanceof UnreadError;
  const { name } = isUnread && error.cause instanceof Error ? error.cause : (error as Partial<Error>);
  return { ok: false, message: name ?? 'unknown', detail: isUnread ? UNREAD : undefined };
}

parentPort?.on('message', (job: ReaderJob) => void reply(job));
