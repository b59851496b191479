import type { Block, Manuscript } from '../../../../shared/model/manuscript.ts';
import type { ReportStage } from '../../../../shared/model/reading-progress.ts';
import { documentError } from '../importable-file.ts';
import { Omissions } from '../omissions.ts';
import { splitIntoSections } from '../sections.ts';
import { openPdf, type PdfDocument, PdfOpeningError } from './pdf-document.ts';
import { bodyFontSize, buildLines, findNoteMarks, type Line, type Piece } from './pdf-lines.ts';
import { readPages } from './pdf-pages.ts';
import { buildParagraphs } from './pdf-paragraphs.ts';

const MAX_PAGES = 10_000;
/** Maximum share of unknown characters. Fonts without a Unicode mapping produce such characters. */
const MAX_UNKNOWN_SHARE = 0.3;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const UNKNOWN_CHARACTERS = /[\x00-\x08\x0e-\x1f\ufffd\p{Co}]/gu;

/** @throws ImportError `damaged`, `protected`, `drm`, `no-text` or `too-complex` */
export async function readPdf(bytes: Uint8Array, file: string, report?: ReportStage): Promise<Manuscript> {
  const pdf = await openDocument(bytes, file);
  if (pdf.pageCount > MAX_PAGES) throw documentError('too-complex', file);
  const read = await readPages(pdf, bytes, (done) => report?.('pages', done, pdf.pageCount));
  const pages = read.filter((page) => page !== null);
  const pagesThat = (are: (page: readonly Piece[] | null) => boolean): number[] =>
    read.flatMap((page, at) => (are(page) ? [at + 1] : []));
  const damaged = pagesThat((page) => page === null);
  const withoutText = pagesThat((page) => page?.length === 0);
  const { title, author } = readTitleAndAuthor(pdf);
  const leftOut = new Omissions();
  for (const page of damaged) leftOut.add('damaged', '', { page });
  for (const page of withoutText) leftOut.add('pages-without-text', '', { page });
  const blocks = buildBlocks(pages, leftOut);
  if (blocks.length === 0 || hasUnknownText(blocks))
    throw documentError(damaged.length > withoutText.length ? 'damaged' : 'no-text', file);
  const document = splitIntoSections(blocks, title);
  return {
    title: title ?? document.title,
    author,
    sections: document.sections,
    notices: leftOut.notices(),
  };
}

/** Security handlers of shops and of rights servers, in `/Filter` of the encryption dictionary. */
const DRM_HANDLERS = /\/(?:EBX_HANDLER|Adobe\.APS|MicrosoftIRMServices|FOPN_[a-zA-Z]+)\b/;

async function openDocument(bytes: Uint8Array, file: string): Promise<PdfDocument> {
  try {
    return await openPdf(bytes);
  } catch (error) {
    const needsPassword = error instanceof PdfOpeningError && error.needsPassword;
    const isDrm = DRM_HANDLERS.test(Buffer.from(bytes).toString('latin1'));
    throw documentError(isDrm ? 'drm' : needsPassword ? 'protected' : 'damaged', file, error);
  }
}

function readTitleAndAuthor(pdf: PdfDocument): Pick<Manuscript, 'title' | 'author'> {
  const word = (value: string): string | null => value.trim() || null;
  const title = word(pdf.information('Title'));
  // Many programs write the file name as the title.
  const isFile = title !== null && /\.\w{2,5}$|^untitled|^microsoft word/i.test(title);
  return { title: isFile ? null : title, author: word(pdf.information('Author')) };
}

function buildBlocks(pages: readonly (readonly Piece[])[], leftOut: Omissions): readonly Block[] {
  const body = bodyFontSize(pages);
  let uses: ReadonlyMap<string, number> | undefined;
  // Computed on demand, because few documents have drop caps.
  const usesOf = (word: string): number => {
    uses ??= countWords(pages);
    return uses.get(word) ?? 0;
  };
  const lines: Line[][] = pages.map((pieces) => buildLines(pieces, body, usesOf));
  return buildParagraphs(
    lines,
    body,
    pages.map((pieces) => findNoteMarks(pieces, body)),
    leftOut,
  );
}

function countWords(pages: readonly (readonly Piece[])[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { text } of pages.flat()) {
    for (const [found] of text.matchAll(/[\p{L}’']+/gu)) {
      const word = found.toLowerCase();
      uses.set(word, (uses.get(word) ?? 0) + 1);
    }
  }
  return uses;
}

function hasUnknownText(blocks: readonly Block[]): boolean {
  const text = blocks.map((block) => ('text' in block ? block.text : '')).join('');
  return (text.match(UNKNOWN_CHARACTERS)?.length ?? 0) > text.length * MAX_UNKNOWN_SHARE;
}
