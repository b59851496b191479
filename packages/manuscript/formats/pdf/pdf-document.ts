import type { Piece } from './pdf-lines.ts';
import { PieceReader } from './pdf-pieces.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';

/** Null if the page is damaged. */
export type PageText = readonly Piece[] | null;

export class PdfOpeningError extends Error {
  readonly needsPassword: boolean;

  constructor(needsPassword: boolean, options?: ErrorOptions) {
    super('pdf-opening', options);
    this.needsPassword = needsPassword;
  }
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY in fpdfview.h. */
const PASSWORD_ERRORS = [4, 5];
/** If PDFium crashes more often than this, the remaining pages are skipped. */
const MAX_FAILURES = 20;
/** Maximum number of empty pages to read again without the cross-reference table. */
const MAX_REBUILDS = 3;

interface OpenedPdf {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly pageCount: number;
  readonly reader: PieceReader;
}

/** Opens a document, rebuilding the cross-reference table if necessary. @throws PdfOpeningError */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return new PdfDocument(bytes, await openInstance(bytes));
  } catch (error) {
    if (error instanceof PdfOpeningError && error.needsPassword) throw error;
    const mended = hideCrossReferences(bytes);
    return new PdfDocument(mended, await openInstance(mended));
  }
}

async function openInstance(bytes: Uint8Array): Promise<OpenedPdf> {
  let isLocked = false;
  try {
    const pdfium = await loadPdfium(bytes.length);
    const place = pdfium.malloc(bytes.length);
    if (place !== 0) {
      new Uint8Array(pdfium.memory.buffer).set(bytes, place);
      const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, 0);
      isLocked = document === 0 && PASSWORD_ERRORS.includes(pdfium.FPDF_GetLastError());
      const pageCount = document === 0 ? 0 : pdfium.FPDF_GetPageCount(document);
      if (pageCount > 0) return { pdfium, document, pageCount, reader: new PieceReader(pdfium) };
    }
  } catch (error) {
    throw new PdfOpeningError(false, { cause: error });
  }
  throw new PdfOpeningError(isLocked);
}

/** Hides the cross-reference table, so that PDFium rebuilds it by scanning the file. */
function hideCrossReferences(bytes: Uint8Array): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasTrailer = source.includes('trailer') || source.includes('/XRef');
  const mended = Buffer.concat([Buffer.from('%PDF-1.7\n'), source, Buffer.from(hasTrailer ? '' : findTrailer(source))]);
  for (let at = mended.indexOf('startxref'); at >= 0; at = mended.indexOf('startxref', at))
    mended.write('lost-xref', at);
  return mended;
}

function findTrailer(source: Buffer): string {
  const at = source.lastIndexOf('/Catalog');
  const before = source.toString('latin1', Math.max(0, at - 400), Math.max(0, at));
  const root = [...before.matchAll(/(\d{1,8} \d{1,5}) obj/g)].at(-1)?.[1];
  return root === undefined ? '' : `\ntrailer<</Root ${root} R>>\n`;
}

export class PdfDocument {
  readonly pageCount: number;
  #bytes: Uint8Array;
  #opened: OpenedPdf | null;
  #failures = 0;
  #mendings = 0;

  constructor(bytes: Uint8Array, opened: OpenedPdf) {
    this.#bytes = bytes;
    this.#opened = opened;
    this.pageCount = opened.pageCount;
  }

  information(tag: 'Title' | 'Author'): string {
    if (!this.#opened) return '';
    const { pdfium, document } = this.#opened;
    try {
      const name = pdfium.malloc(16);
      new Uint8Array(pdfium.memory.buffer, name, 16).set(Buffer.from(`${tag}\0`));
      const length = pdfium.FPDF_GetMetaText(document, name, 0, 0);
      const text = pdfium.malloc(length);
      pdfium.FPDF_GetMetaText(document, name, text, length);
      return Buffer.from(pdfium.memory.buffer, text, length).toString('utf16le').replace(/\0+$/, '');
    } catch {
      return '';
    }
  }

  async page(at: number): Promise<PageText> {
    const text = await this.#read(at);
    if (text?.length || this.#mendings >= MAX_REBUILDS) return text;
    // A broken cross-reference table can make a page appear empty.
    this.#mendings += 1;
    return (await this.#readRebuilt(at)) ?? text;
  }

  async #read(at: number): Promise<PageText> {
    if (this.#failures > MAX_FAILURES) return null;
    try {
      this.#opened ??= await openInstance(this.#bytes);
      return readPageText(this.#opened, at);
    } catch {
      // PDFium is unusable after a crash.
      this.#failures += 1;
      this.#opened = null;
      return null;
    }
  }

  /** Switches to the rebuilt document if the rebuilt page has text. Otherwise returns null. */
  async #readRebuilt(at: number): Promise<PageText> {
    try {
      const mended = hideCrossReferences(this.#bytes);
      const opened = await openInstance(mended);
      const text = readPageText(opened, at);
      if (!text?.length) return null;
      this.#bytes = mended;
      this.#opened = opened;
      this.#mendings = MAX_REBUILDS;
      return text;
    } catch {
      return null;
    }
  }
}

function readPageText({ pdfium, document, reader }: OpenedPdf, at: number): PageText {
  const page = pdfium.FPDF_LoadPage(document, at);
  if (page === 0) return null;
  const text = pdfium.FPDFText_LoadPage(page);
  const pieces = text === 0 ? null : reader.read(text);
  if (text !== 0) pdfium.FPDFText_ClosePage(text);
  pdfium.FPDF_ClosePage(page);
  return pieces;
}
