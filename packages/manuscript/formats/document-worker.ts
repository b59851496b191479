// The module of the thread that reads one document: see read-document.ts.
import { getPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { BACKGROUND_PRIORITY, lowerPriority } from '../../../node/priority.ts';
import type { ReadingProgress, TellStage } from '../../../shared/model/reading-progress.ts';
import { readerOf } from './document-readers.ts';
import { documentError, ImportError } from './importable-file.ts';
import type { DocumentJob, DocumentReply, DocumentTelling } from './read-document.ts';

/** Progress is told this often at most, in milliseconds; each stage is told at once. */
const PROGRESS_MS = 100;

async function read(job: DocumentJob): Promise<DocumentReply> {
  const { file } = job;
  try {
    if ('text' in job) {
      const { readMarkdownText } = await import('./markdown.ts');
      return { ok: true, manuscript: readMarkdownText(job.text, file) };
    }
    const readFormat = await readerOf(job.format);
    return { ok: true, manuscript: await readFormat(job.bytes, file, stageTeller()) };
  } catch (error) {
    // What a library throws about a broken document is about that document: its reader found nothing to go on with.
    const { fault } = error instanceof ImportError ? error : documentError('damaged', file);
    return { ok: false, fault };
  }
}

function stageTeller(): TellStage {
  let last: ReadingProgress['stage'] | null = null;
  let toldAt = 0;
  return (stage, done = 0, total = 0) => {
    const now = performance.now();
    if (stage === last && now - toldAt < PROGRESS_MS) return;
    last = stage;
    toldAt = now;
    send({ progress: { stage, done, total } });
  };
}

const send = (telling: DocumentTelling): void => parentPort?.postMessage(telling);

// The studio's process stands behind the window's: reading a book must not slow down typing there. On Linux this is of this thread,
// and of those that it starts; elsewhere it would be of the whole process.
if (process.platform === 'linux' && getPriority() > 0) lowerPriority(BACKGROUND_PRIORITY);

// What a library leaves behind of a broken page, beside the error that it threw or the page that it read.
process.on('unhandledRejection', () => undefined);

// It is what readDocument() hands over.
void read(workerData as DocumentJob).then((reply) => send({ reply }));
