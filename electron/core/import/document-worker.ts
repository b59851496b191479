// The module of the thread that reads one document: see read-document.ts.
import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentFormat, Manuscript } from '../../../shared/model/manuscript.ts';
import { readCsv } from './formats/csv.ts';
import { readDocx } from './formats/docx.ts';
import { readEpub } from './formats/epub.ts';
import { readFdx } from './formats/fdx.ts';
import { readFountain } from './formats/fountain.ts';
import { readHtmlFile } from './formats/html-file.ts';
import { readOdt } from './formats/odt.ts';
import { readPdf } from './formats/pdf.ts';
import { readRtf } from './formats/rtf.ts';
import { readSubtitles } from './formats/subtitles.ts';
import { readXlsx } from './formats/xlsx.ts';
import { documentError, ImportError } from './importable-file.ts';
import type { DocumentJob, DocumentReply } from './read-document.ts';

type ReadFormat = (bytes: Uint8Array, file: string) => Manuscript | Promise<Manuscript>;

const READERS: Readonly<Record<DocumentFormat, ReadFormat>> = {
  epub: readEpub,
  docx: readDocx,
  html: readHtmlFile,
  pdf: readPdf,
  odt: readOdt,
  rtf: readRtf,
  csv: readCsv,
  fdx: readFdx,
  fountain: readFountain,
  subtitles: readSubtitles,
  xlsx: readXlsx,
};

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
