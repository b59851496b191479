// The module of the thread that answers questions about the whole project: see reader-thread.ts.
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { FileIdentity } from '../project/folder/database-file.ts';
import { ProjectReader } from '../project/project-reader.ts';
import { ReviewStore } from '../project/takes/review-store.ts';
import { systemClock, systemRandom } from '../system.ts';
import { answer, type QuestionContext, questionContext, type ReaderJob, UNREAD } from './questions.ts';

interface Reading {
  readonly reader: ProjectReader;
  /** It reads only what came since it was last asked, so it outlives what else is known of a state of the project. */
  readonly review: ReviewStore;
  context: QuestionContext | null;
}

let reading: Reading | null = null;

async function perform({ folder, file, name, input }: ReaderJob): Promise<unknown> {
  if (name === 'close') {
    letGo();
    return null;
  }
  let isAsked = false;
  try {
    reading ??= open(folder, file);
    const at = reading;
    return await at.reader.read((project) => {
      if (at.context?.project !== project) at.context = questionContext(project, at.review);
      isAsked = true;
      return answer(at.context, name, input as never);
    });
  } catch (error) {
    if (isAsked) throw error;
    letGo();
    throw new UnreadError('the project could not be read', { cause: error });
  }
}

/** The question was not even asked: the thread can't read the project. */
class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

/** The next question reads the project over another connection. */
function letGo(): void {
  const before = reading;
  reading = null;
  try {
    before?.reader.close();
  } catch {
    // A connection that is broken already.
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
    // An answer that can't be handed to another thread must not cost this one its life.
    parentPort?.postMessage(failed(error));
  }
}

/** The kind of error only: its message may hold words of the script. */
function failed(error: unknown): WorkerReply<never> {
  const isUnread = error instanceof UnreadError;
  const { name } = isUnread && error.cause instanceof Error ? error.cause : (error as Partial<Error>);
  return { ok: false, message: name ?? 'unknown', detail: isUnread ? UNREAD : undefined };
}

parentPort?.on('message', (job: ReaderJob) => void reply(job));
