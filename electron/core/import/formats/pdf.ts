// PDF documents: pieces of words at places become lines, and lines paragraphs. What a page has around them is dropped.
import { getDocumentProxy } from 'unpdf';
import type { Block, Manuscript } from '../../../../shared/model/manuscript.ts';
import type { TellStage } from '../../../../shared/model/reading-progress.ts';
import { documentError } from '../importable-file.ts';
import { bodySizeOf, type Line, linesOf, type Piece } from './pdf-lines.ts';
import { paragraphsOf } from './pdf-paragraphs.ts';
import { documentSections, noticesOf } from './sections.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** More pages than that no manuscript has. */
const MOST_PAGES = 10_000;
/** Text of which more than this part has no meaning is that of fonts without one. */
const MOST_UNKNOWN = 0.3;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNKNOWN = /[\x00-\x08\x0e-\x1f\ufffd\p{Co}]/gu;

/** @throws ImportError `damaged`, `protected`, `no-text` or `too-complex` */
export async function readPdf(bytes: Uint8Array, file: string, tell?: TellStage): Promise<Manuscript> {
  const pdf = await open(bytes, file);
  const pages: Piece[][] = [];
  let damaged = 0;
  let withoutText = 0;
  if (pdf.numPages > MOST_PAGES) throw documentError('too-complex', file);
  for (let number = 1; number <= pdf.numPages; number += 1) {
    tell?.('pages', number, pdf.numPages);
    try {
      const page = await pdf.getPage(number);
      const pieces = await piecesOf(page);
      if (pieces.length === 0) withoutText += 1;
      pages.push(pieces);
      page.cleanup();
    } catch {
      damaged += 1;
    }
  }
  const { title, author } = await titleOf(pdf);
  const blocks = blocksOf(pages);
  if (blocks.length === 0 || isUnknown(blocks))
    throw documentError(damaged > withoutText ? 'damaged' : 'no-text', file);
  const document = documentSections(blocks, title);
  return {
    title: title ?? document.title,
    author,
    sections: document.sections,
    notices: noticesOf({ damaged, 'pages-without-text': withoutText }),
  };
}

async function open(bytes: Uint8Array, file: string): Promise<PdfDocument> {
  try {
    // The library takes the bytes for itself. Nothing in the document is run, drawn or fetched.
    return await getDocumentProxy(new Uint8Array(bytes), {
      ...{ isEvalSupported: false, disableFontFace: true, useSystemFonts: false, enableXfa: false },
      ...{ disableAutoFetch: true, stopAtErrors: false, verbosity: 0 },
    });
  } catch (error) {
    const needsPassword = error instanceof Error && error.name === 'PasswordException';
    throw documentError(needsPassword ? 'protected' : 'damaged', file, error);
  }
}

async function piecesOf(page: PdfPage): Promise<Piece[]> {
  const { items } = await page.getTextContent({ disableNormalization: false });
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(c, d);
    // What is written upright beside the text, or as a watermark across it, isn't part of it.
    const isLevel = Math.abs(b) < Math.abs(a) * 0.1 && a > 0;
    return isLevel && size > 0 ? [{ text: item.str, x, y, width: item.width, size }] : [];
  });
}

async function titleOf(pdf: PdfDocument): Promise<Pick<Manuscript, 'title' | 'author'>> {
  try {
    const { info } = await pdf.getMetadata();
    const word = (value: unknown): string | null =>
      typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
    const { Title, Author } = info as { readonly Title?: unknown; readonly Author?: unknown };
    const title = word(Title);
    // Many programs write the name of the file that was printed.
    return { title: title && /\.\w{2,5}$|^untitled|^microsoft word/i.test(title) ? null : title, author: word(Author) };
  } catch {
    return { title: null, author: null };
  }
}

function blocksOf(pages: readonly (readonly Piece[])[]): readonly Block[] {
  const body = bodySizeOf(pages);
  const uses = new Map<string, number>();
  for (const { text } of pages.flat()) {
    for (const [found] of text.matchAll(/[\p{L}’']+/gu)) {
      const word = found.toLowerCase();
      uses.set(word, (uses.get(word) ?? 0) + 1);
    }
  }
  const lines: Line[][] = pages.map((pieces) => linesOf(pieces, body, (word) => uses.get(word) ?? 0));
  return paragraphsOf(lines, body);
}

function isUnknown(blocks: readonly Block[]): boolean {
  const text = blocks.map((block) => ('text' in block ? block.text : '')).join('');
  return (text.match(UNKNOWN)?.length ?? 0) > text.length * MOST_UNKNOWN;
}
