// PDFium as WebAssembly: the functions that reading text takes, one library for each document that is open.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';

/** Of the library: what its functions are called there; all but `memory` take and give numbers, addresses among them. */
export interface Pdfium {
  readonly memory: WebAssembly.Memory;
  readonly malloc: (bytes: number) => number;
  readonly FPDF_InitLibrary: () => void;
  readonly FPDF_GetLastError: () => number;
  readonly FPDF_LoadMemDocument: (bytes: number, length: number, password: number) => number;
  readonly FPDF_GetPageCount: (document: number) => number;
  /** Writes UTF-16 with a zero behind it, if it has room; returns the length of that in bytes. */
  readonly FPDF_GetMetaText: (document: number, tag: number, to: number, room: number) => number;
  readonly FPDF_LoadPage: (document: number, at: number) => number;
  readonly FPDF_ClosePage: (page: number) => void;
  readonly FPDFText_LoadPage: (page: number) => number;
  readonly FPDFText_ClosePage: (text: number) => void;
  readonly FPDFText_CountChars: (text: number) => number;
  readonly FPDFText_GetUnicode: (text: number, at: number) => number;
  /** Whether it stands for a gap or the end of a line. */
  readonly FPDFText_IsGenerated: (text: number, at: number) => number;
  /** What showed it, which is the same for all of one operator; 0: nothing. */
  readonly FPDFText_GetTextObject: (text: number, at: number) => number;
  readonly FPDFText_GetFontSize: (text: number, at: number) => number;
  /** Six floats. */
  readonly FPDFText_GetMatrix: (text: number, at: number, to: number) => number;
  /** Two doubles. */
  readonly FPDFText_GetCharOrigin: (text: number, at: number, toX: number, toY: number) => number;
  /** Four floats: left, top, right and bottom of the room that a character takes up in its line. */
  readonly FPDFText_GetLooseCharBox: (text: number, at: number, to: number) => number;
}

/** What it may take beside the document itself: pages that need more are damaged, or meant to do harm. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Functions that the library is given, by module. */
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

let compiled: WebAssembly.Module | undefined;

/**
 * The library, with a memory of its own. A function that runs into an error it can't handle throws; the library is of no
 * use from then on.
 *
 * @param room bytes that the document takes
 */
export async function loadPdfium(room: number): Promise<Pdfium> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  compiled ??= new WebAssembly.Module(readFileSync(path));
  const module = compiled;
  let library: object | undefined;
  const overrides = {
    // What wraps the functions looks at each argument, which takes longer than most of them do.
    instantiateWasm: (imports: Imports, receive: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, withBound(imports, room + MOST_BYTES));
      library = instance.exports;
      receive(instance);
      return library;
    },
    print: () => undefined,
    printErr: () => undefined,
  };
  await init(overrides);
  // These are the functions of that name in fpdfview.h and fpdf_text.h.
  const pdfium = library as unknown as Pdfium;
  pdfium.FPDF_InitLibrary();
  return pdfium;
}

/** Has the memory grow to a bound at most: what asks for more gets none. */
function withBound(imports: Imports, most: number): Imports {
  const env = imports['env'] ?? {};
  const grow = env['emscripten_resize_heap'] as (bytes: number) => number;
  return {
    ...imports,
    env: { ...env, emscripten_resize_heap: (bytes: number) => (bytes >>> 0 > most ? 0 : grow(bytes)) },
  };
}
