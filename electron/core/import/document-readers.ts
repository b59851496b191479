// Which reader a document's format has.
import type { DocumentFormat, Manuscript } from '../../../shared/model/manuscript.ts';
import type { TellStage } from '../../../shared/model/reading-progress.ts';
import { readCsv } from './formats/csv.ts';
import { readDocx } from './formats/docx.ts';
import { readEpub } from './formats/epub.ts';
import { readFdx } from './formats/fdx.ts';
import { readFountain } from './formats/fountain.ts';
import { readHtmlFile } from './formats/html-file.ts';
import { readMarkdown } from './formats/markdown.ts';
import { readOdt } from './formats/odt.ts';
import { readPdf } from './formats/pdf.ts';
import { readRtf } from './formats/rtf.ts';
import { readSubtitles } from './formats/subtitles.ts';
import { readXlsx } from './formats/xlsx.ts';

type ReadFormat = (bytes: Uint8Array, file: string, tell?: TellStage) => Manuscript | Promise<Manuscript>;

/** They throw ImportError; what else a library throws about a broken document is about that document. */
export const READERS: Readonly<Record<DocumentFormat, ReadFormat>> = {
  epub: readEpub,
  docx: readDocx,
  html: readHtmlFile,
  markdown: readMarkdown,
  pdf: readPdf,
  odt: readOdt,
  rtf: readRtf,
  csv: readCsv,
  fdx: readFdx,
  fountain: readFountain,
  subtitles: readSubtitles,
  xlsx: readXlsx,
};
