// Measures how long it takes to show the import preview of War and Peace (as EPUB, Word document and PDF) once its
// bytes have been read. Compares this with libraries that read these formats.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import buildFirst from '../e2e/support/build-first.ts';
import { longPdf } from '../e2e/support/long-pdf.ts';
import { sampleText } from '../e2e/support/texts.ts';
import { makeFolders } from '../e2e/window/support/folders.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';

const ROUNDS = 5;
const MAX_MEMORY_MB = 500;

interface Manuscript {
  readonly name: string;
  readonly mostMs: number;
  readonly bytes: Uint8Array;
  /** Reads the whole file using only a library. */
  readonly bare: (bytes: Uint8Array) => Promise<void>;
}

/** Takes half a minute. A new studio is started before the first reading of each format. */
export async function run(): Promise<BenchRow[]> {
  await buildFirst();
  const manuscripts: readonly Manuscript[] = [
    { name: 'war.epub', mostMs: 2_000, bytes: makeEpub(), bare: bareArchive },
    { name: 'war.docx', mostMs: 3_000, bytes: makeDocx(), bare: bareArchive },
    { name: 'war.pdf', mostMs: 6_000, bytes: longPdf(), bare: barePdf },
  ];
  const rows: BenchRow[] = [];
  for (const manuscript of manuscripts) rows.push(...(await measure(manuscript)));
  return rows;
}

async function measure({ name, mostMs, bytes, bare }: Manuscript): Promise<BenchRow[]> {
  const folders = makeFolders();
  // Import this after the build, because it depends on the built bundles.
  const { startStudio } = await import('../e2e/support/studio-process.ts');
  const studio = await startStudio(folders.root);
  try {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(
        await timeMs(async () => {
          const answer = await studio.ask('project.previewImport', { name, bytes });
          if (!answer.ok) throw new Error(`${name} was not read: ${JSON.stringify(answer.error)}`);
        }),
      );
      theirs.push(await timeMs(() => bare(bytes)));
    }
    const [value, against] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
    const peak = studio.peakMb();
    return [
      {
        name: `War and Peace as ${name}, from its bytes to the preview`,
        value: `${formatMilliseconds(value)}, the longest ${formatMilliseconds(Math.max(...ours))}`,
        against: `${formatMilliseconds(against)} for the library that reads it alone, medians of ${ROUNDS} by turns`,
        ratio: value / against,
        bar: `${mostMs} ms or less`,
        ok: Math.max(...ours) <= mostMs,
      },
      {
        name: `memory of the process that reads ${name}, at its most`,
        value: `${Math.round(peak)} MB`,
        against: `${Math.round(bytes.byteLength / 1_000_000)} MB of the file`,
        ratio: null,
        bar: `${MAX_MEMORY_MB} MB or less`,
        ok: peak <= MAX_MEMORY_MB,
      },
    ];
  } finally {
    await studio.stop();
    folders.remove();
  }
}

async function timeMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const HEADING = /^(?:BOOK|CHAPTER|FIRST EPILOGUE|SECOND EPILOGUE)\b/;
/** Returns the paragraphs, including headings. */
const bookParagraphs = (): string[] =>
  sampleText('war-and-peace.txt')
    .split(/\r?\n\s*\r?\n/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

const zipTexts = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

/** Creates a page and a contents entry per chapter. */
function makeEpub(): Uint8Array {
  const chapters: { readonly title: string; readonly body: string[] }[] = [{ title: 'Title page', body: [] }];
  for (const text of bookParagraphs()) {
    if (HEADING.test(text)) chapters.push({ title: text, body: [`<h2>${escapeXml(text)}</h2>`] });
    else chapters.at(-1)?.body.push(`<p>${escapeXml(text)}</p>`);
  }
  const page = (body: string): string =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;
  const names = chapters.map((_, at) => `${at}.xhtml`);
  const contents = chapters.map(({ title }, at) => `<li><a href="${at}.xhtml">${escapeXml(title)}</a></li>`).join('');
  return zipTexts({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="content.opf"/></rootfiles></container>',
    'content.opf': `<package><metadata/><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${names
      .map((name) => `<item id="p${name}" href="${name}"/>`)
      .join('')}</manifest><spine>${names.map((name) => `<itemref idref="p${name}"/>`).join('')}</spine></package>`,
    'nav.xhtml': page(`<nav epub:type="toc"><ol>${contents}</ol></nav>`),
    ...Object.fromEntries(chapters.map(({ body }, at) => [`${at}.xhtml`, page(body.join('\n'))])),
  });
}

/** Makes each sentence a separate run, as Word does with edited text. */
function makeDocx(): Uint8Array {
  const run = (text: string): string => `<w:r><w:rPr/><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
  const body = bookParagraphs().map((text) => {
    const style = HEADING.test(text) ? '<w:pStyle w:val="Heading1"/>' : '';
    return `<w:p><w:pPr>${style}</w:pPr>${text
      .split(/(?<=[.!?] )/)
      .map(run)
      .join('')}</w:p>`;
  });
  return zipTexts({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body.join('')}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
  });
}

async function bareArchive(bytes: Uint8Array): Promise<void> {
  let letters = 0;
  for (const content of Object.values(unzipSync(bytes))) {
    const parser = new Parser(
      {
        ontext(text) {
          letters += text.length;
        },
      },
      { xmlMode: true },
    );
    parser.end(strFromU8(content));
  }
  if (letters === 0) throw new Error('no words');
}

async function barePdf(bytes: Uint8Array): Promise<void> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const library = await init({ wasmBinary: new Uint8Array(readFileSync(path)).buffer });
  library.PDFiumExt_Init();
  const { pdfium } = library;
  const at = pdfium.wasmExports.malloc(bytes.byteLength);
  // The types don't declare HEAPU8.
  (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8.set(bytes, at);
  const document = library.FPDF_LoadMemDocument(at, bytes.byteLength, '');
  for (let number = 0; number < library.FPDF_GetPageCount(document); number += 1) {
    const page = library.FPDF_LoadPage(document, number);
    const text = library.FPDFText_LoadPage(page);
    const letters = library.FPDFText_CountChars(text);
    const to = pdfium.wasmExports.malloc(2 * letters + 2);
    library.FPDFText_GetText(text, 0, letters, to);
    pdfium.wasmExports.free(to);
    library.FPDFText_ClosePage(text);
    library.FPDF_ClosePage(page);
  }
}
