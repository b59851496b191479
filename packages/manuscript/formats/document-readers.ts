// Dynamic imports load only the libraries that the document's format needs.
import type { DocumentFormat, Manuscript } from '../../../shared/model/manuscript.ts';
import type { ReportStage } from '../../../shared/model/reading-progress.ts';

type ReadFormat = (bytes: Uint8Array, file: string, report?: ReportStage) => Manuscript | Promise<Manuscript>;

const READERS: Readonly<Record<DocumentFormat, () => Promise<ReadFormat>>> = {
  epub: async () => (await import('./page/epub.ts')).readEpub,
  docx: async () => (await import('./docx.ts')).readDocx,
  html: async () => (await import('./page/html-file.ts')).readHtmlFile,
  markdown: async () => (await import('./markdown.ts')).readMarkdown,
  pdf: async () => (await import('./pdf/pdf.ts')).readPdf,
  odt: async () => (await import('./odt.ts')).readOdt,
  rtf: async () => (await import('./rtf.ts')).readRtf,
  csv: async () => (await import('./csv.ts')).readCsv,
  fdx: async () => (await import('./fdx.ts')).readFdx,
  fountain: async () => (await import('./fountain.ts')).readFountain,
  subtitles: async () => (await import('./subtitles.ts')).readSubtitles,
  xlsx: async () => (await import('./xlsx.ts')).readXlsx,
};

/** The reader throws `ImportError`. Treat any other error from it as a damaged document. */
export const readerOf = (format: DocumentFormat): Promise<ReadFormat> => READERS[format]();
