// The words of a page's block while they are read, with what can be taken back of them.
import { type LayoutMark, type MarkForm, readLayoutMarks } from '../../layout/layout-marks.ts';
import { joinEmphasis, withoutEmphasis } from '../../script/document-emphasis.ts';

/** Where a row ends within a paragraph. Programs end rows of words at `\n` as they like. */
export const ROW_BREAK = '\u2028';
/** Blanks that are not one space already: nearly all of a book's are. */
export const BLANKS = /[^\S ]\s*| \s+/g;
/** Where a sentence ends, or nothing was said yet. */
const AT_SENTENCE_END = /(?:^|[.!?…:;”’"'»)\]*])\s*$/;
/** What signs of notes leave when they go. */
const EMPTY_BRACKETS = /[[({][\s,;]*[\])}]/g;
const BLANK_BEFORE_STOP = /(?<! ) +(?=[.,](?:\s|$))/g;
const STOP_AT_START = /^[\s.,:;)\]]+/;
/** As much is looked at of what precedes a superscript, in UTF-16 code units. */
const LONGEST_BASE = 24;

/** The words of a block. */
export interface BlockWords {
  readonly plain: string;
  /** Makes paragraphs of them: without and with the signs of what is emphasised. */
  readonly tidied: (keepsRows: boolean) => { readonly text: string; readonly signed: string };
}

/** Words piece by piece, so that taking back the last ones doesn't copy all of them. */
export class OpenText {
  #pieces: string[] = [];
  #length = 0;
  /** The length behind the last break of a row; 0: there is none. */
  #rowStart = 0;
  /** Whether signs of notes were taken back, the first of them before all words; and the place of the last, or -1. */
  #hasCuts = false;
  #hasCutAtStart = false;
  #lastCut = -1;
  /** Of characters with a reading: where they begin, the pictures among them, and whether the reading is read. */
  #ruby = { from: 0, pictures: 0, isSpoken: false };

  get length(): number {
    return this.#length;
  }

  get isBlank(): boolean {
    return this.#isBlankFrom(0);
  }

  /** Whether nothing was read since the last break of a row. */
  get isNewRow(): boolean {
    return this.#rowStart > 0 && this.#isBlankFrom(this.#rowStart);
  }

  get isAtSentenceEnd(): boolean {
    return AT_SENTENCE_END.test(this.before(this.#length));
  }

  #isBlankFrom(place: number): boolean {
    let start = this.#length;
    for (let at = this.#pieces.length - 1; at >= 0 && start > place; at -= 1) {
      const piece = this.#pieces[at] ?? '';
      start -= piece.length;
      if (/\S/.test(start < place ? piece.slice(place - start) : piece)) return false;
    }
    return true;
  }

  /** The words between two places, of which the second is near the end. */
  #between(place: number, end: number): string {
    let words = '';
    let start = this.#length;
    for (let at = this.#pieces.length - 1; at >= 0 && start > place; at -= 1) {
      const piece = this.#pieces[at] ?? '';
      start -= piece.length;
      if (start < end) words = piece.slice(Math.max(0, place - start), end - start) + words;
    }
    return words;
  }

  append(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#length += text.length;
  }

  beginRow(): void {
    this.#rowStart = this.#length;
  }

  /** The words from a place on. */
  from(place: number): string {
    return withoutEmphasis(this.#between(place, this.#length));
  }

  /** The last words before a place. */
  before(place: number): string {
    return withoutEmphasis(this.#between(Math.max(0, place - LONGEST_BASE), place));
  }

  /** Takes back what was read from a place on. */
  cut(place: number): void {
    while (this.#length > place) {
      const last = this.#pieces.pop() ?? '';
      this.#length -= last.length;
      if (this.#length < place) this.append(last.slice(0, place - this.#length));
    }
  }

  /** Takes back the sign of a note. */
  cutSign(place: number): void {
    this.cut(place);
    this.#hasCutAtStart ||= !this.#hasCuts && this.isBlank;
    this.#hasCuts = true;
    this.#lastCut = place;
  }

  /** Whether a sign was taken back behind a place. */
  wasCutBehind(place: number): boolean {
    return this.#lastCut >= place;
  }

  beginRuby(): void {
    this.#ruby = { from: this.#length, pictures: 0, isSpoken: false };
  }

  addPicture(): void {
    this.#ruby.pictures += 1;
  }

  get isReadingSpoken(): boolean {
    return this.#ruby.pictures > 0 || this.#ruby.isSpoken;
  }

  /** Begins the reading of characters. Returns the pictures among them, whose place it takes with that of the characters. */
  beginReading(): number {
    const { pictures, from } = this.#ruby;
    if (pictures > 0) {
      this.cut(from);
      this.#ruby = { from, pictures: 0, isSpoken: true };
    }
    return pictures;
  }

  endReading(): void {
    this.#ruby.from = this.#length;
  }

  /** Words that have no reading were read. */
  endRuby(): void {
    this.#ruby.isSpoken = false;
  }

  /** Returns the words and begins a new block. */
  take(): BlockWords {
    const marked = this.#pieces.join('');
    const plain = withoutEmphasis(marked);
    const hasCuts = this.#hasCuts;
    const hasCutAtStart = this.#hasCutAtStart;
    this.#pieces = [];
    this.#length = this.#rowStart = 0;
    this.#hasCuts = this.#hasCutAtStart = false;
    this.#lastCut = -1;
    const tidied = (words: string, keepsRows: boolean): string => {
      if (!hasCuts) return tidy(words, keepsRows);
      const rest = tidy(words.replace(EMPTY_BRACKETS, '').replace(BLANK_BEFORE_STOP, ''), keepsRows);
      return hasCutAtStart ? rest.replace(STOP_AT_START, '') : rest;
    };
    return {
      plain,
      tidied: (keepsRows) => {
        const text = tidied(plain, keepsRows);
        return { text, signed: plain === marked ? text : tidied(joinEmphasis(marked), keepsRows) };
      },
    };
  }
}

/** One row, or rows where they count, without blanks around it; brackets of directions hug their words. */
export function tidy(text: string, keepRows = false): string {
  const rows = keepRows ? text.split(ROW_BREAK) : [text];
  return rows
    .map((row) => {
      const words = row.replace(BLANKS, ' ');
      const hugged = words.includes('(') ? words.replace(/\( /g, '(').replace(/ \)/g, ')').replace(/\(\)/g, '') : words;
      return hugged.trim();
    })
    .filter((row) => row !== '')
    .join('\n');
}

/** Forms in which rows begin with who speaks. */
const NAMES_FIRST: ReadonlySet<MarkForm> = new Set(['colon', 'dash', 'square', 'angle']);

/** The rows of a block that are not blank. */
export const rowsOf = (text: string): string[] =>
  text
    .split(ROW_BREAK)
    .map((row) => row.trim())
    .filter((row) => row !== '');

/** Whether rows of a paragraph begin with names, or a name in capitals stands above words. */
export function areSpeeches(text: string): boolean {
  const rows = rowsOf(text);
  const isName = ({ form, isCapital }: LayoutMark, at: number) =>
    NAMES_FIRST.has(form) || (form === 'above' && isCapital && at < rows.length - 1);
  return rows.length > 1 && rows.some((row, at) => readLayoutMarks(row).some((mark) => isName(mark, at)));
}
