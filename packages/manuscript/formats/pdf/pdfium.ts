import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';

/** Functions use the names in fpdfview.h and fpdf_text.h. Arguments and results are numbers or addresses. */
export interface Pdfium {
  readonly memory: WebAssembly.Memory;
  readonly malloc: (bytes: number) => number;
  readonly FPDF_InitLibrary: () => void;
  readonly FPDF_GetLastError: () => number;
  readonly FPDF_LoadMemDocument: (bytes: number, length: number, password: number) => number;
  readonly FPDF_GetPageCount: (document: number) => number;
  /** Writes null-terminated UTF-16 if the buffer is large enough. Returns the size in bytes. */
  readonly FPDF_GetMetaText: (document: number, tag: number, to: number, documentSize: number) => number;
  readonly FPDF_LoadPage: (document: number, at: number) => number;
  readonly FPDF_ClosePage: (page: number) => void;
  readonly FPDFText_LoadPage: (page: number) => number;
  readonly FPDFText_ClosePage: (text: number) => void;
  readonly FPDFText_CountChars: (text: number) => number;
  readonly FPDFText_GetUnicode: (text: number, at: number) => number;
  /** Whether PDFium inserted the character for a gap or line break. */
  readonly FPDFText_IsGenerated: (text: number, at: number) => number;
  /** Identifies the character's text object; 0 if it has none. */
  readonly FPDFText_GetTextObject: (text: number, at: number) => number;
  readonly FPDFText_GetFontSize: (text: number, at: number) => number;
  /** Writes six floats. */
  readonly FPDFText_GetMatrix: (text: number, at: number, to: number) => number;
  /** Writes two doubles. */
  readonly FPDFText_GetCharOrigin: (text: number, at: number, toX: number, toY: number) => number;
  /** Writes four floats: left, top, right, bottom. */
  readonly FPDFText_GetLooseCharBox: (text: number, at: number, to: number) => number;
}

/** Memory limit in addition to the document's size. Pages that need more are damaged or malicious. */
const MAX_EXTRA_BYTES = 128 * 1024 * 1024;

type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

let compiled: WebAssembly.Module | undefined;

/**
 * Creates a PDFium instance with separate memory. Discard the instance after an exception.
 * @param room document size in bytes
 */
export async function loadPdfium(documentSize: number): Promise<Pdfium> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  compiled ??= new WebAssembly.Module(readFileSync(path));
  const module = compiled;
  let library: object | undefined;
  const overrides = {
    // Use the exports directly, because the argument checks in the wrappers take longer than most calls.
    instantiateWasm: (imports: Imports, receive: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, limitMemory(imports, documentSize + MAX_EXTRA_BYTES));
      library = instance.exports;
      receive(instance);
      return library;
    },
    print: () => undefined,
    printErr: () => undefined,
  };
  await init(overrides);
  const pdfium = library as unknown as Pdfium;
  pdfium.FPDF_InitLibrary();
  return pdfium;
}

function limitMemory(imports: Imports, maxBytes: number): Imports {
  const env = imports['env'] ?? {};
  const grow = env['emscripten_resize_heap'] as (bytes: number) => number;
  return {
    ...imports,
    env: { ...env, emscripten_resize_heap: (bytes: number) => (bytes >>> 0 > maxBytes ? 0 : grow(bytes)) },
  };
}
