import { getPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { BACKGROUND_PRIORITY, lowerPriority } from '../../../node/priority.ts';
import type { ReadingProgress, ReportStage } from '../../../shared/model/reading-progress.ts';
import { loadReader } from './document-readers.ts';
import { documentError, ImportError } from './importable-file.ts';
import type { DocumentJob, DocumentMessage, DocumentReply } from './read-document.ts';

/** Minimum interval in milliseconds between progress messages within a stage. A new stage is reported immediately. */
const PROGRESS_INTERVAL_MS = 100;

async function read(job: DocumentJob): Promise<DocumentReply> {
  const { file } = job;
  try {
    if ('text' in job) {
      const { readMarkdownText } = await import('./markdown.ts');
      return { ok: true, manuscript: readMarkdownText(job.text, file) };
    }
    const readFormat = await loadReader(job.format);
    return { ok: true, manuscript: await readFormat(job.bytes, file, createStageReporter()) };
  } catch (error) {
    // Any other error comes from a library that failed on a damaged document.
    const { problem: fault } = error instanceof ImportError ? error : documentError('damaged', file);
    return { ok: false, fault };
  }
}

function createStageReporter(): ReportStage {
  let last: ReadingProgress['stage'] | null = null;
  let reportedAt = 0;
  return (stage, done = 0, total = 0) => {
    const now = performance.now();
    if (stage === last && now - reportedAt < PROGRESS_INTERVAL_MS) return;
    last = stage;
    reportedAt = now;
    sendMessage({ progress: { stage, done, total } });
  };
}

const sendMessage = (message: DocumentMessage): void => parentPort?.postMessage(message);

// Keeps the UI responsive. Only Linux sets priorities per thread; other systems set them per process.
if (process.platform === 'linux' && getPriority() > 0) lowerPriority(BACKGROUND_PRIORITY);

// Libraries may leave unhandled rejections after a damaged page.
process.on('unhandledRejection', () => undefined);

// Documents arrive one at a time.
parentPort?.on('message', (job: DocumentJob) => void read(job).then((reply) => sendMessage({ reply })));
