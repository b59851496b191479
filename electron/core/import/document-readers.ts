// Which reader a document's format has. A document has one format: the others' libraries are not loaded for it.
import type { DocumentFormat, Manuscript } from '../../../shared/model/manuscript.ts';
import type { TellStage } from '../../../shared/model/reading-progress.ts';

type ReadFormat = (bytes: Uint8Array, file: string, tell?: TellStage) => Manuscript | Promise<Manuscript>;

const READERS: Readonly<Record<DocumentFormat, () => Promise<ReadFormat>>> = {
  epub: async () => (await import('./formats/epub.ts')).readEpub,
  docx: async () => (await import('./formats/docx.ts')).readDocx,
  html: async () => (await import('./formats/html-file.ts')).readHtmlFile,
  markdown: async () => (await import('./formats/markdown.ts')).readMarkdown,
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  odt: async () => (await import('./formats/odt.ts')).readOdt,
  rtf: async () => (await import('./formats/rtf.ts')).readRtf,
  csv: async () => (await import('./formats/csv.ts')).readCsv,
  fdx: async () => (await import('./formats/fdx.ts')).readFdx,
  fountain: async () => (await import('./formats/fountain.ts')).readFountain,
  subtitles: async () => (await import('./formats/subtitles.ts')).readSubtitles,
  xlsx: async () => (await import('./formats/xlsx.ts')).readXlsx,
};

/** It throws ImportError; what else a library throws about a broken document is about that document. */
export const readerOf = (format: DocumentFormat): Promise<ReadFormat> => READERS[format]();
