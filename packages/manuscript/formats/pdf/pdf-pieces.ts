import type { Piece } from './pdf-lines.ts';
import type { Pdfium } from './pdfium.ts';

/** PDFium returns these codes for the hyphen in a word broken across lines. */
const HYPHENATION_CODES = new Set([0x02, 0xfffe]);
const HYPHEN = 0x2d;
const BLANK = 0x20;
const BLANKS = new Set([0x00, 0x09, 0x0a, 0x0d, BLANK, 0xa0, 0x202f, 0x205f, 0x3000]);
const isBlank = (code: number): boolean => BLANKS.has(code) || (code >= 0x2000 && code <= 0x200a);
/** Ligatures and positional letter forms, which NFKC replaces with plain letters. */
const PRESENTATION_FORMS = /[\ufb00-\ufdfd\ufe70-\ufefc]+/g;
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\u00ad(?!$)/g;

/** Hebrew, Arabic and related scripts. */
const isRightToLeft = (code: number): boolean =>
  (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff);

/** Maximum gap and overlap within a piece, relative to the font size. */
const GAP = 0.6;
const MAX_OVERLAP = 0.3;
/** Maximum gap in justified text, if the gap contains a space character. */
const MAX_JUSTIFIED_GAP = 2;
/** Minimum gap that counts as a space; `MIN_GAP_BESIDE_BLANK` applies if the text contains one. */
const MIN_BLANK_GAP = 0.1;
const MIN_GAP_BESIDE_BLANK = 0.02;
const MAX_BASELINE_SHIFT = 0.05;
/** Rejects vertical text and watermarks. */
const MAX_SLOPE = 0.1;
const MAX_ARGUMENTS = 4096;

interface TextObject {
  readonly id: number;
  readonly size: number;
  readonly isText: boolean;
}

interface PieceStart extends Pick<Piece, 'x' | 'y' | 'size'> {
  readonly first: number;
}

export class PieceReader {
  readonly #pdfium: Pdfium;
  /** Address in WebAssembly memory where PDFium writes results. */
  readonly #resultAddress: number;
  #memory: DataView;
  #codes = new Uint16Array(MAX_ARGUMENTS);
  #length = 0;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    this.#resultAddress = pdfium.malloc(64);
    this.#memory = new DataView(pdfium.memory.buffer);
  }

  read(text: number): Piece[] {
    const { FPDFText_CountChars, FPDFText_GetUnicode, FPDFText_GetTextObject } = this.#pdfium;
    const pieces: Piece[] = [];
    let open: PieceStart | null = null;
    let shown: TextObject = { id: 0, size: 0, isText: false };
    let last = 0;
    let lastCode = 0;
    let blanks: number[] = [];
    const count = FPDFText_CountChars(text);
    for (let at = 0; at < count; at += 1) {
      const code = FPDFText_GetUnicode(text, at);
      if (isBlank(code)) {
        blanks.push(at);
        continue;
      }
      const id = FPDFText_GetTextObject(text, at);
      if (id !== shown.id || blanks.length > 0) {
        // PDFium generates spaces at gaps, so only spaces in the document count.
        const written = blanks.filter((blank) => [shown.id, id].includes(this.#textObjectAt(text, blank))).length;
        const isJustified = written === 1 && id === shown.id;
        if (id !== shown.id) shown = this.#readTextObject(id, text, at);
        const { size, isText } = shown;
        const start: PieceStart = { ...this.#origin(text, at), size, first: at };
        const isFlipped = isRightToLeft(code) && isRightToLeft(lastCode);
        const apart = isFlipped ? this.#origin(text, last).x - this.#end(text, at) : start.x - this.#end(text, last);
        const gap = apart / size;
        if (
          open &&
          isText &&
          isLevel(open, start) &&
          gap > -MAX_OVERLAP &&
          gap <= (isJustified ? MAX_JUSTIFIED_GAP : GAP)
        ) {
          if (gap > (written > 0 ? MIN_GAP_BESIDE_BLANK : MIN_BLANK_GAP)) this.#add(BLANK);
        } else {
          if (open) pieces.push(this.#piece(open, text, last));
          open = isText ? start : null;
        }
        blanks = [];
      }
      if (open) this.#add(HYPHENATION_CODES.has(code) ? HYPHEN : code);
      last = at;
      lastCode = code;
    }
    if (open) pieces.push(this.#piece(open, text, last));
    return pieces;
  }

  /** Returns the text object that contains a space, or -1 if PDFium generated the space. */
  #textObjectAt(text: number, at: number): number {
    return this.#pdfium.FPDFText_IsGenerated(text, at) === 0 ? this.#pdfium.FPDFText_GetTextObject(text, at) : -1;
  }

  #readTextObject(id: number, text: number, at: number): TextObject {
    if (id === 0) return { id, size: 0, isText: false };
    this.#pdfium.FPDFText_GetMatrix(text, at, this.#resultAddress);
    const [a, b, c, d] = [this.#float(0), this.#float(1), this.#float(2), this.#float(3)];
    const size = this.#pdfium.FPDFText_GetFontSize(text, at) * Math.hypot(c, d);
    return { id, size, isText: size > 0 && a > 0 && Math.abs(b) < a * MAX_SLOPE };
  }

  #origin(text: number, at: number): Pick<Piece, 'x' | 'y'> {
    this.#pdfium.FPDFText_GetCharOrigin(text, at, this.#resultAddress, this.#resultAddress + 8);
    const memory = this.#view();
    return { x: memory.getFloat64(this.#resultAddress, true), y: memory.getFloat64(this.#resultAddress + 8, true) };
  }

  #end(text: number, at: number): number {
    this.#pdfium.FPDFText_GetLooseCharBox(text, at, this.#resultAddress);
    return this.#float(2);
  }

  #float(at: number): number {
    return this.#view().getFloat32(this.#resultAddress + at * 4, true);
  }

  /** WebAssembly replaces the buffer when its memory grows. */
  #view(): DataView {
    if (this.#memory.buffer !== this.#pdfium.memory.buffer) this.#memory = new DataView(this.#pdfium.memory.buffer);
    return this.#memory;
  }

  #add(code: number): void {
    if (this.#length + 2 > this.#codes.length) {
      const codes = new Uint16Array(this.#codes.length * 2);
      codes.set(this.#codes);
      this.#codes = codes;
    }
    if (code > 0xffff) {
      this.#codes[this.#length++] = 0xd800 + ((code - 0x10000) >> 10);
      this.#codes[this.#length++] = 0xdc00 + ((code - 0x10000) & 0x3ff);
    } else this.#codes[this.#length++] = code;
  }

  #piece(start: PieceStart, text: number, last: number): Piece {
    const parts: string[] = [];
    for (let at = 0; at < this.#length; at += MAX_ARGUMENTS) {
      const codes = this.#codes.subarray(at, Math.min(at + MAX_ARGUMENTS, this.#length));
      // `apply` accepts any array-like object, and spreading would be six times slower.
      parts.push(String.fromCharCode.apply(null, codes as unknown as number[]));
    }
    this.#length = 0;
    const words = parts
      .join('')
      .replace(INVISIBLE, '')
      .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'));
    const { y, size, first } = start;
    // Right-to-left text ends at its left edge.
    const x = Math.min(start.x, this.#origin(text, last).x);
    const end = Math.max(this.#end(text, first), this.#end(text, last));
    return { text: words, x, y, width: Math.max(0, end - x), size };
  }
}

function isLevel({ y, size }: PieceStart, next: PieceStart): boolean {
  return Math.abs(next.size - size) <= size * MAX_BASELINE_SHIFT && Math.abs(next.y - y) <= size * MAX_BASELINE_SHIFT;
}
