// The module of the thread that answers questions about the whole project: see figures.ts.
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../core/audio/worker-pool.ts';
import { ProjectReader } from '../../core/store/project-reader.ts';
import { ReviewStore } from '../../core/store/review-store.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { type Desk, deskOf } from './desk.ts';
import { answer, type FigureJob } from './questions.ts';

interface Reading {
  readonly reader: ProjectReader;
  /** It reads only what came since it was last asked, so it outlives what else is known of a state of the project. */
  readonly review: ReviewStore;
  desk: Desk | null;
}

let reading: Reading | null = null;

async function perform({ folder, name, input }: FigureJob): Promise<unknown> {
  if (name === 'close') {
    reading?.reader.close();
    reading = null;
    return null;
  }
  reading ??= open(folder);
  const at = reading;
  return at.reader.read((project) => {
    if (at.desk?.project !== project) at.desk = deskOf(project, at.review);
    return answer(at.desk, name, input as never);
  });
}

function open(folder: string): Reading {
  const reader = new ProjectReader(folder, { clock: systemClock, random: systemRandom });
  return { reader, review: new ReviewStore(reader.db), desk: null };
}

async function reply(job: FigureJob): Promise<void> {
  let told: WorkerReply<unknown>;
  try {
    told = { ok: true, result: await perform(job) };
  } catch (error) {
    // The kind of error only: its message may hold words of the script.
    told = { ok: false, message: error instanceof Error ? error.name : 'unknown' };
  }
  parentPort?.postMessage(told);
}

parentPort?.on('message', (job: FigureJob) => void reply(job));
