import type { Piece } from './pdf-lines.ts';
import type { Pdfium } from './pdfium.ts';

/** Codes that PDFium returns for the hyphen of a word broken across lines. */
const PARTING = new Set([0x02, 0xfffe]);
const HYPHEN = 0x2d;
const BLANK = 0x20;
const BLANKS = new Set([0x00, 0x09, 0x0a, 0x0d, BLANK, 0xa0, 0x202f, 0x205f, 0x3000]);
const isBlank = (code: number): boolean => BLANKS.has(code) || (code >= 0x2000 && code <= 0x200a);
/** Ligatures and positional letter forms, which NFKC replaces with plain letters. */
const FORMS = /[\ufb00-\ufdfd\ufe70-\ufefc]+/g;
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\u00ad(?!$)/g;

/** Hebrew, Arabic and related scripts. */
const isFromRight = (code: number): boolean =>
  (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff);

/** Maximum gap and overlap within a piece, relative to the font size. */
const GAP = 0.6;
const OVERLAP = 0.3;
/** Maximum gap in justified text, if the gap contains a space. */
const JUSTIFIED_GAP = 2;
/** Minimum gap that counts as a space; `NO_GAP` applies if the text contains one. */
const BLANK_GAP = 0.1;
const NO_GAP = 0.02;
const LEVEL = 0.05;
/** Excludes vertical text and watermarks. */
const STEEP = 0.1;
const MAX_ARGUMENTS = 4096;

interface ShownText {
  readonly id: number;
  readonly size: number;
  readonly isText: boolean;
}

interface Start extends Pick<Piece, 'x' | 'y' | 'size'> {
  readonly first: number;
}

export class PieceReader {
  readonly #pdfium: Pdfium;
  /** Address where PDFium writes results. */
  readonly #answer: number;
  #memory: DataView;
  #codes = new Uint16Array(MAX_ARGUMENTS);
  #length = 0;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    this.#answer = pdfium.malloc(64);
    this.#memory = new DataView(pdfium.memory.buffer);
  }

  read(text: number): Piece[] {
    const { FPDFText_CountChars, FPDFText_GetUnicode, FPDFText_GetTextObject } = this.#pdfium;
    const pieces: Piece[] = [];
    let open: Start | null = null;
    let shown: ShownText = { id: 0, size: 0, isText: false };
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
        // PDFium generates spaces at gaps, so only count those in the document.
        const written = blanks.filter((blank) => [shown.id, id].includes(this.#writtenBy(text, blank))).length;
        const isJustified = written === 1 && id === shown.id;
        if (id !== shown.id) shown = this.#shown(id, text, at);
        const { size, isText } = shown;
        const start: Start = { ...this.#origin(text, at), size, first: at };
        const isFlipped = isFromRight(code) && isFromRight(lastCode);
        const apart = isFlipped ? this.#origin(text, last).x - this.#end(text, at) : start.x - this.#end(text, last);
        const gap = apart / size;
        if (open && isText && isLevel(open, start) && gap > -OVERLAP && gap <= (isJustified ? JUSTIFIED_GAP : GAP)) {
          if (gap > (written > 0 ? NO_GAP : BLANK_GAP)) this.#add(BLANK);
        } else {
          if (open) pieces.push(this.#piece(open, text, last));
          open = isText ? start : null;
        }
        blanks = [];
      }
      if (open) this.#add(PARTING.has(code) ? HYPHEN : code);
      last = at;
      lastCode = code;
    }
    if (open) pieces.push(this.#piece(open, text, last));
    return pieces;
  }

  /** Returns the text object of a space, or -1 if PDFium generated it. */
  #writtenBy(text: number, at: number): number {
    return this.#pdfium.FPDFText_IsGenerated(text, at) === 0 ? this.#pdfium.FPDFText_GetTextObject(text, at) : -1;
  }

  #shown(id: number, text: number, at: number): ShownText {
    if (id === 0) return { id, size: 0, isText: false };
    this.#pdfium.FPDFText_GetMatrix(text, at, this.#answer);
    const [a, b, c, d] = [this.#float(0), this.#float(1), this.#float(2), this.#float(3)];
    const size = this.#pdfium.FPDFText_GetFontSize(text, at) * Math.hypot(c, d);
    return { id, size, isText: size > 0 && a > 0 && Math.abs(b) < a * STEEP };
  }

  #origin(text: number, at: number): Pick<Piece, 'x' | 'y'> {
    this.#pdfium.FPDFText_GetCharOrigin(text, at, this.#answer, this.#answer + 8);
    const memory = this.#view();
    return { x: memory.getFloat64(this.#answer, true), y: memory.getFloat64(this.#answer + 8, true) };
  }

  #end(text: number, at: number): number {
    this.#pdfium.FPDFText_GetLooseCharBox(text, at, this.#answer);
    return this.#float(2);
  }

  #float(at: number): number {
    return this.#view().getFloat32(this.#answer + at * 4, true);
  }

  /** The buffer is replaced when the WebAssembly memory grows. */
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

  #piece(start: Start, text: number, last: number): Piece {
    const parts: string[] = [];
    for (let at = 0; at < this.#length; at += MAX_ARGUMENTS) {
      const codes = this.#codes.subarray(at, Math.min(at + MAX_ARGUMENTS, this.#length));
      // `apply` accepts any array-like, and spreading would be six times slower.
      parts.push(String.fromCharCode.apply(null, codes as unknown as number[]));
    }
    this.#length = 0;
    const words = parts
      .join('')
      .replace(UNSEEN, '')
      .replace(FORMS, (forms) => forms.normalize('NFKC'));
    const { y, size, first } = start;
    // Right-to-left text ends at its left edge.
    const x = Math.min(start.x, this.#origin(text, last).x);
    const end = Math.max(this.#end(text, first), this.#end(text, last));
    return { text: words, x, y, width: Math.max(0, end - x), size };
  }
}

function isLevel({ y, size }: Start, next: Start): boolean {
  return Math.abs(next.size - size) <= size * LEVEL && Math.abs(next.y - y) <= size * LEVEL;
}
