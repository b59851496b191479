import { type LayoutMark, type MarkForm, readLayoutMarks } from '../../layout/layout-marks.ts';
import { joinEmphasis, withoutEmphasis } from '../../script/document-emphasis.ts';

/** Marks a line break within a paragraph, because `\n` in HTML source is only white space. */
export const ROW_BREAK = '\u2028';
/** Runs of white space. For speed, doesn't match single spaces, which are by far the most common. */
export const WHITE_SPACE = /[^\S ]\s*| \s+/g;
/** Also matches at the start of the text. */
const SENTENCE_END = /(?:^|[.!?…:;”’"'»)\]*])\s*$/;
const EMPTY_BRACKETS = /[[({][\s,;]*[\])}]/g;
const SPACE_BEFORE_PUNCTUATION = /(?<! ) +(?=[.,](?:\s|$))/g;
const LEADING_PUNCTUATION = /^[\s.,:;)\]]+/;
/** Length of the context before a superscript, in UTF-16 code units. */
const MAX_BASE_LENGTH = 24;

export interface BlockWords {
  readonly plain: string;
  /** Returns the text without and with emphasis marks. */
  readonly tidied: (keepsRows: boolean) => { readonly text: string; readonly styled: string };
}

/** Keeps text in pieces, so that removing the end doesn't copy everything before it. */
export class OpenText {
  #pieces: string[] = [];
  #length = 0;
  #rowStart = 0;
  /**
   * Whether note references were removed, whether the first removed reference preceded all text, and the offset of
   * the last (-1 if none was removed).
   */
  #hasCuts = false;
  #hasCutAtStart = false;
  #lastCut = -1;
  /**
   * The current ruby element: start offset, number of images in the base text, and whether the reading replaces these
   * images in the text.
   */
  #ruby = { from: 0, pictures: 0, isSpoken: false };

  get length(): number {
    return this.#length;
  }

  get isBlank(): boolean {
    return this.#isBlankAfter(0);
  }

  get isNewRow(): boolean {
    return this.#rowStart > 0 && this.#isBlankAfter(this.#rowStart);
  }

  get isAtSentenceEnd(): boolean {
    return SENTENCE_END.test(this.textBefore(this.#length));
  }

  #isBlankAfter(position: number): boolean {
    let start = this.#length;
    for (let at = this.#pieces.length - 1; at >= 0 && start > position; at -= 1) {
      const piece = this.#pieces[at] ?? '';
      start -= piece.length;
      if (/\S/.test(start < position ? piece.slice(position - start) : piece)) return false;
    }
    return true;
  }

  /** Searches backwards, so calls are fastest if `end` is near the end of the text. */
  #between(position: number, end: number): string {
    let words = '';
    let start = this.#length;
    for (let at = this.#pieces.length - 1; at >= 0 && start > position; at -= 1) {
      const piece = this.#pieces[at] ?? '';
      start -= piece.length;
      if (start < end) words = piece.slice(Math.max(0, position - start), end - start) + words;
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

  textFrom(position: number): string {
    return withoutEmphasis(this.#between(position, this.#length));
  }

  textBefore(position: number): string {
    return withoutEmphasis(this.#between(Math.max(0, position - MAX_BASE_LENGTH), position));
  }

  cut(position: number): void {
    while (this.#length > position) {
      const last = this.#pieces.pop() ?? '';
      this.#length -= last.length;
      if (this.#length < position) this.append(last.slice(0, position - this.#length));
    }
  }

  cutNoteReference(position: number): void {
    this.cut(position);
    this.#hasCutAtStart ||= !this.#hasCuts && this.isBlank;
    this.#hasCuts = true;
    this.#lastCut = position;
  }

  wasCutAfter(position: number): boolean {
    return this.#lastCut >= position;
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

  /** Replaces images in the ruby base with the reading. Returns the number of replaced images. */
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

  endRuby(): void {
    this.#ruby.isSpoken = false;
  }

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
      if (!hasCuts) return tidyText(words, keepsRows);
      const rest = tidyText(words.replace(EMPTY_BRACKETS, '').replace(SPACE_BEFORE_PUNCTUATION, ''), keepsRows);
      return hasCutAtStart ? rest.replace(LEADING_PUNCTUATION, '') : rest;
    };
    return {
      plain,
      tidied: (keepsRows) => {
        const text = tidied(plain, keepsRows);
        return { text, styled: plain === marked ? text : tidied(joinEmphasis(marked), keepsRows) };
      },
    };
  }
}

/** Collapses white space and trims text inside parentheses. Keeps line breaks if `keepRows` is true. */
export function tidyText(text: string, keepRows = false): string {
  const rows = keepRows ? text.split(ROW_BREAK) : [text];
  return rows
    .map((row) => {
      const words = row.replace(WHITE_SPACE, ' ');
      const hugged = words.includes('(') ? words.replace(/\( /g, '(').replace(/ \)/g, ')').replace(/\(\)/g, '') : words;
      return hugged.trim();
    })
    .filter((row) => row !== '')
    .join('\n');
}

const NAME_FIRST_FORMS: ReadonlySet<MarkForm> = new Set(['colon', 'dash', 'square', 'angle']);

export const splitRows = (text: string): string[] =>
  text
    .split(ROW_BREAK)
    .map((row) => row.trim())
    .filter((row) => row !== '');

/** Detects lines that start with names, or a name in capitals above text. */
export function areSpeeches(text: string): boolean {
  const rows = splitRows(text);
  const isName = ({ form, isCapital }: LayoutMark, at: number) =>
    NAME_FIRST_FORMS.has(form) || (form === 'above' && isCapital && at < rows.length - 1);
  return rows.length > 1 && rows.some((row, at) => readLayoutMarks(row).some((mark) => isName(mark, at)));
}
