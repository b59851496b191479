// The module of the thread that reads one document: see read-document.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { READERS } from './document-readers.ts';
import { documentError, ImportError } from './importable-file.ts';
import type { DocumentJob, DocumentReply } from './read-document.ts';

async function read({ format, bytes, file }: DocumentJob): Promise<DocumentReply> {
  try {
    return { ok: true, manuscript: await READERS[format](bytes, file) };
  } catch (error) {
    // What a library throws about a broken document is about that document: its reader found nothing to go on with.
    const { kind, message } = error instanceof ImportError ? error : documentError('damaged', file);
    return { ok: false, kind, message };
  }
}

// What a library leaves behind of a broken page, beside the error that it threw or the page that it read.
process.on('unhandledRejection', () => undefined);

// It is what readDocument() hands over.
void read(workerData as DocumentJob).then((reply) => parentPort?.postMessage(reply));
