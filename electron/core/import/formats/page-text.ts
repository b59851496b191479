// The words of a page's block while they are read, with what can be taken back of them.
import { joinEmphasis, withoutEmphasis } from '../../../../shared/rules/document-emphasis.ts';

/** Where a row ends within a paragraph. Programs end rows of words at `\n` as they like. */
export const ROW_BREAK = '\u2028';
/** Blanks that are not one space already: nearly all of a book's are. */
export const BLANKS = /[^\S ]\s*| \s+/g;
/** Where a sentence ends, or nothing was said yet. */
const AT_SENTENCE_END = /(?:^|[.!?…:;”’"'»)\]*])\s*$/;
/** What signs of notes leave when they go. */
const EMPTY_BRACKETS = /[[({][\s,;]*[\])}]/g;
const BLANK_BEFORE_STOP = / +(?=[.,](?:\s|$))/g;
const STOP_AT_START = /^[\s.,:;)\]]+/;
/** As much is looked at of what precedes a superscript, in UTF-16 code units. */
const LONGEST_BASE = 24;

/** The words of a block. */
export interface BlockWords {
  readonly plain: string;
  /** Makes paragraphs of them: without and with the signs of what is emphasised. */
  readonly tidied: (keepsRows: boolean) => { readonly text: string; readonly signed: string };
}

export class PageText {
  #text = '';
  /** The length of `#text` behind its last break of a row; 0: it has none. */
  #rowStart = 0;
  /** `#text` from there on. To cut it off `#text` each time would copy all of that. */
  #rowText = '';
  /** Where signs of notes were cut off `#text`: the words before the first, and the place of the last; -1: nowhere. */
  #firstCut = -1;
  #lastCut = -1;
  /** Of characters with a reading: where they begin in `#text`, the pictures among them, and whether the reading is read. */
  #ruby = { from: 0, pictures: 0, isSpoken: false };

  get length(): number {
    return this.#text.length;
  }

  get isBlank(): boolean {
    return !/\S/.test(this.#text);
  }

  /** Whether nothing was read since the last break of a row. */
  get isNewRow(): boolean {
    return this.#rowStart > 0 && !/\S/.test(this.#rowText);
  }

  get isAtSentenceEnd(): boolean {
    return AT_SENTENCE_END.test(withoutEmphasis(this.#text.slice(-12)));
  }

  append(text: string): void {
    this.#text += text;
    this.#rowText += text;
  }

  beginRow(): void {
    this.#rowStart = this.#text.length;
    this.#rowText = '';
  }

  /** The words from a place on. */
  from(place: number): string {
    return withoutEmphasis(this.#text.slice(place));
  }

  /** The last words before a place. */
  before(place: number): string {
    return withoutEmphasis(this.#text.slice(Math.max(0, place - LONGEST_BASE), place));
  }

  /** Takes back what was read from a place on. */
  cut(place: number): void {
    this.#text = this.#text.slice(0, place);
    this.#rowText = this.#text.slice(this.#rowStart);
  }

  /** Takes back the sign of a note. */
  cutSign(place: number): void {
    this.cut(place);
    if (this.#firstCut < 0) this.#firstCut = this.#text.trim().length;
    this.#lastCut = place;
  }

  /** Whether a sign was taken back behind a place. */
  wasCutBehind(place: number): boolean {
    return this.#lastCut >= place;
  }

  beginRuby(): void {
    this.#ruby = { from: this.#text.length, pictures: 0, isSpoken: false };
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
    this.#ruby.from = this.#text.length;
  }

  /** Words that have no reading were read. */
  endRuby(): void {
    this.#ruby.isSpoken = false;
  }

  /** Returns the words and begins a new block. */
  take(): BlockWords {
    const marked = this.#text;
    const plain = withoutEmphasis(marked);
    const firstCut = this.#firstCut;
    this.#text = this.#rowText = '';
    this.#rowStart = 0;
    this.#firstCut = this.#lastCut = -1;
    const tidied = (words: string, keepsRows: boolean): string => {
      if (firstCut < 0) return tidy(words, keepsRows);
      const rest = tidy(words.replace(EMPTY_BRACKETS, '').replace(BLANK_BEFORE_STOP, ''), keepsRows);
      return firstCut === 0 ? rest.replace(STOP_AT_START, '') : rest;
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
