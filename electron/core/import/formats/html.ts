// Web pages, and the pages of EPUB books: their words, block by block.
import { Parser } from 'htmlparser2';
import type { Block } from '../../../../shared/model/manuscript.ts';
import { emphasised, joinEmphasis, signedAs, withoutEmphasis } from '../../../../shared/rules/document-emphasis.ts';
import { type LayoutMark, type MarkForm, readLayoutMarks } from '../../../../shared/rules/layout-marks.ts';
import { splitAtLicenceMarks } from '../../../../shared/rules/prose-matter.ts';
import { withoutInitials } from './initials.ts';
import { joinParagraphs } from './page-blocks.ts';
import { type ElementTag, INLINE, type OpenElement, openElement, ROOT, typesOf } from './page-elements.ts';
import { type TypedElement, typesOfPage } from './page-parts.ts';
import { type Cell, tableBlocks, withoutOuterBrackets } from './page-table.ts';
import { isPageLabel, runsOn } from './printed-pages.ts';
import { refuseTooDeep } from './xml.ts';

/** What a page holds. */
export interface HtmlPage {
  /** Of its head, not of its text. */
  readonly title: string | null;
  readonly blocks: readonly Block[];
  /** Before which block the elements with an `id` begin. */
  readonly anchors: ReadonlyMap<string, number>;
  /** What the page says that all of it is: words of `epub:type` and `role`. */
  readonly types: ReadonlySet<string>;
  readonly pictures: number;
  /** Numbers of printed pages that were left out. */
  readonly pageNumbers: number;
}

/** Where a row ends within a paragraph. Programs end rows of words at `\n` as they like. */
const ROW_BREAK = '\u2028';
/** Forms in which rows begin with who speaks. */
const NAMES_FIRST: ReadonlySet<MarkForm> = new Set(['colon', 'dash', 'square', 'angle']);
/** A row of signs alone. */
export const SCENE_BREAK = /^[\s*•·⁂~#=_—–-]+$/;
const NOTE_NUMBER = /^[\s[(]*(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z]|[ivx]{1,6})[\])\s.]*$/;
/** A character that fonts lack, as a picture. */
const CHARACTER = /^\p{Script=Han}$/u;
/** A letter that is drawn at the start of a chapter. */
const INITIAL = /^["“‘«„]?\p{Lu}$/u;
/** Deeper than that no page nests; what is deeper is read as if it stood there. */
const MOST_DEPTH = 2_000;

const NO_ANCHORS: ReadonlySet<string> = new Set();

/**
 * Reads a page. Broken markup is read as browsers do: there is no page that can't be read.
 *
 * @param cuts the ids of elements that chapters begin with: they part paragraphs where they stand between sentences
 */
export function readHtmlPage(html: string, cuts: ReadonlySet<string> = NO_ANCHORS): HtmlPage {
  const reader = new PageReader(cuts);
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true });
  parser.write(html);
  parser.end();
  return reader.page();
}

/** Where a sentence ends, or nothing was said yet. */
const AT_SENTENCE_END = /(?:^|[.!?…:;”’"'»)\]*])\s*$/;

class PageReader {
  readonly #cuts: ReadonlySet<string>;
  readonly #blocks: Block[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #typed: TypedElement[] = [];
  readonly #open: OpenElement[] = [];
  #title = '';
  #pictures = 0;
  /** Elements that were opened. */
  #elements = 0;
  #isBelowHeading = false;
  #pageNumbers = 0;
  /** A page number in a block of its own was the last that was read. */
  #isPageEnd = false;
  /** The single note that the last block belongs to. */
  #note = 0;
  /** Elements that are open too deep to be kept. */
  #beyond = 0;
  /** What was read of the block that is open. */
  #text = '';
  /** The length of `#text` behind its last break of a row; 0: it has none. */
  #rowStart = 0;
  /** `#text` from there on. To cut it off `#text` each time would copy all of that. */
  #rowText = '';
  /** Of `#text`, what is no direction. */
  #spoken = false;
  #directed = false;
  /** Of characters with a reading: where they begin in `#text`, the pictures among them, and whether the reading is read. */
  #ruby = { from: 0, pictures: 0, isSpoken: false };
  /** The row of a table that is open, and the rows of the table. */
  #row: Cell[] | null = null;
  #rows: Cell[][] | null = null;

  constructor(cuts: ReadonlySet<string>) {
    this.#cuts = cuts;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const above = this.#top();
    const tag = { name, attributes, types: typesOf(attributes) };
    if (attributes['id'] !== undefined) this.#markAnchor(attributes['id'], name);
    if (!INLINE.has(name) && !above.silent) this.#endBlock(above);
    this.#elements += 1;
    const open = openElement(tag, {
      above,
      number: this.#elements,
      textLength: this.#text.length,
      blocks: this.#blocks.length,
      isBelowHeading: this.#isBelowHeading,
      isReadingSpoken: this.#ruby.pictures > 0 || this.#ruby.isSpoken,
    });
    if (name === 'image') this.#pictures += 1;
    if (open.typed) this.#typed.push(open.typed);
    if (!open.silent) this.#begin(tag, open);
    if (this.#open.length < MOST_DEPTH) this.#open.push(open);
    else {
      this.#beyond += 1;
      refuseTooDeep(this.#beyond);
    }
  }

  onclosetag(name: string): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    const top = this.#open.at(-1);
    if (top?.name !== name) return;
    if (name === 'rt') this.#ruby.from = this.#text.length;
    if (!top.block && !top.silent) this.#endInline(top, this.#open.at(-2) ?? ROOT);
    if (top.block && !top.silent) this.#endBlock(top);
    else if (top.kind === 'direction' && this.#open.at(-2)?.kind !== 'direction' && !top.silent) this.#append(') ');
    this.#open.pop();
    if (name === 'tr' && this.#row && !top.silent) {
      this.#rows?.push(this.#row);
      this.#row = null;
    } else if (name === 'table' && !top.silent) this.#endTable();
    if (top.typed) top.typed.end = this.#blocks.length;
  }

  ontext(written: string): void {
    const top = this.#top();
    const text = withoutEmphasis(written);
    if (top.head) {
      if (top.name === 'title') this.#title += text;
      return;
    }
    if (top.silent) return;
    const words = top.pre ? text.replaceAll('\n', ROW_BREAK) : text.replace(BLANKS, ' ');
    this.#append(top.emphasised ? emphasised(words) : words);
    if (text.trim() === '') return;
    if (top.name !== 'rt') this.#ruby.isSpoken = false;
    if (top.kind === 'direction') this.#directed = true;
    else this.#spoken = true;
  }

  page(): HtmlPage {
    this.#endBlock(this.#top());
    this.#endTable();
    return {
      title: tidy(this.#title) || null,
      ...withoutInitials({ blocks: this.#blocks, anchors: this.#anchors }),
      types: typesOfPage(this.#typed, this.#blocks),
      pictures: this.#pictures,
      pageNumbers: this.#pageNumbers,
    };
  }

  #top(): OpenElement {
    return this.#open.at(-1) ?? ROOT;
  }

  #begin({ name, attributes, types }: ElementTag, open: OpenElement): void {
    if (name === 'br') this.#breakRow(open);
    else if (name === 'hr' && open.kind !== 'footnote') this.#push({ kind: 'scene-break' }, open);
    else if (name === 'img') this.#picture(attributes['alt'] ?? '');
    else if (name === 'ruby') this.#ruby = { from: this.#text.length, pictures: 0, isSpoken: false };
    else if (name === 'rt') this.#beginReading();
    else if (name === 'table') this.#rows = [];
    else if (name === 'tr' && this.#rows) this.#row = [];
    else if (name === 'td' || name === 'th') {
      this.#row?.push({
        isName: types.some(isPersona) || /\bpersona\b/.test(attributes['class'] ?? ''),
        paragraphs: [],
        signed: [],
        isDirection: false,
      });
    } else if (open.kind === 'direction' && !open.block && this.#open.at(-1)?.kind !== 'direction') this.#append(' (');
  }

  #picture(words: string): void {
    if (CHARACTER.test(words) || (INITIAL.test(words) && this.#text.trim() === '')) {
      this.#append(words);
      return;
    }
    this.#pictures += 1;
    this.#ruby.pictures += 1;
  }

  /** The reading of pictures is read instead of them and of the characters beside them. */
  #beginReading(): void {
    if (this.#ruby.pictures === 0) return;
    this.#cutText(this.#ruby.from);
    this.#pictures -= this.#ruby.pictures;
    this.#ruby = { ...this.#ruby, pictures: 0, isSpoken: true };
  }

  #cutText(length: number): void {
    this.#text = this.#text.slice(0, length);
    this.#rowText = this.#text.slice(this.#rowStart);
  }

  /** Takes back what an element within words has, where that is no words. */
  #endInline(element: OpenElement, above: OpenElement): void {
    const isNumber = element.isPageNumber && !above.isPageNumber;
    if (!isNumber && !element.isNoteLink) return;
    const words = withoutEmphasis(this.#text.slice(element.from));
    if (isNumber && isPageLabel(words)) this.#pageNumbers += 1;
    else if (!element.isNoteLink || !NOTE_NUMBER.test(words)) return;
    this.#cutText(element.from);
    if (isNumber && this.#text.trim() === '') this.#isPageEnd = true;
  }

  /** Two breaks without words between them part paragraphs, as a blank row does. */
  #breakRow(open: OpenElement): void {
    const isEmpty = this.#rowStart > 0 && this.#rowText.trim() === '';
    if (isEmpty && !open.verse && !open.pre && open.kind !== 'heading' && !this.#row) this.#endBlock(open);
    else this.#append(ROW_BREAK);
    this.#rowStart = this.#text.length;
    this.#rowText = '';
  }

  #markAnchor(id: string, name: string): void {
    const open = this.#top();
    const isCut = this.#cuts.has(id) && open.kind !== 'heading' && !this.#row;
    const isNewRow = this.#rowStart > 0 && this.#rowText.trim() === '';
    if (!INLINE.has(name) || (isCut && (isNewRow || AT_SENTENCE_END.test(withoutEmphasis(this.#text.slice(-12))))))
      this.#endBlock(open);
    if (!this.#anchors.has(id)) this.#anchors.set(id, this.#blocks.length);
  }

  #append(text: string): void {
    this.#text += text;
    this.#rowText += text;
  }

  /** Ends the paragraph, heading or cell that is open. */
  #endBlock(open: OpenElement): void {
    const plain = withoutEmphasis(this.#text);
    const keepsRows = open.pre || open.verse || (!this.#row && open.kind !== 'heading' && areSpeeches(plain));
    const text = tidy(plain, keepsRows);
    const signed = plain === this.#text ? text : tidy(joinEmphasis(this.#text), keepsRows);
    const isDirection = this.#directed && !this.#spoken;
    this.#text = '';
    this.#rowText = '';
    this.#rowStart = 0;
    this.#spoken = false;
    this.#directed = false;
    if (open.isPageNumber && text !== '' && isPageLabel(text)) {
      this.#pageNumbers += 1;
      this.#isPageEnd = true;
      return;
    }
    if (text === '' || /^[\s()]*$/.test(text)) return;
    const cell = this.#row?.at(-1);
    if (cell) {
      cell.isDirection = isDirection && cell.paragraphs.length === 0;
      cell.paragraphs.push(text);
      cell.signed.push(signed);
    } else if (open.kind === 'footnote') this.#pushNote(text, open);
    else if (isDirection) this.#push({ kind: 'direction', text: withoutOuterBrackets(text) }, open);
    else if (open.kind === 'heading')
      this.#push({ kind: 'heading', level: open.level <= 1 ? 1 : 2, text: text.replace(/\n/g, ' ') }, open);
    else if (SCENE_BREAK.test(text)) this.#push({ kind: 'scene-break' }, open);
    else if (open.kind === 'caption') this.#push({ kind: 'caption', text }, open);
    else {
      const pieces = splitAtLicenceMarks(text);
      if (pieces.length === 1) this.#pushParagraph({ kind: 'paragraph', text, ...signedAs(text, signed) }, open);
      else for (const piece of pieces) this.#push({ kind: 'paragraph', text: piece }, open);
    }
  }

  /** A page's end within a sentence parts no paragraphs. */
  #pushParagraph(block: Extract<Block, { kind: 'paragraph' }>, open: OpenElement): void {
    const last = this.#blocks.at(-1);
    if (this.#isPageEnd && last?.kind === 'paragraph' && runsOn(last, block))
      this.#blocks[this.#blocks.length - 1] = joinParagraphs(last, block, ' ');
    else this.#push(block, open);
    this.#isPageEnd = false;
  }

  #push(block: Block, { markedAs }: OpenElement): void {
    this.#isPageEnd = false;
    this.#note = 0;
    if (block.kind === 'heading') this.#isBelowHeading = true;
    this.#blocks.push(markedAs === undefined ? block : { ...block, markedAs });
  }

  /** The paragraphs of one note are one block. */
  #pushNote(text: string, open: OpenElement): void {
    const last = this.#blocks.at(-1);
    if (open.note > 0 && open.note === this.#note && last?.kind === 'footnote')
      this.#blocks[this.#blocks.length - 1] = { ...last, text: `${last.text} ${text}` };
    else this.#push({ kind: 'footnote', text }, open);
    this.#note = open.note;
  }

  #endTable(): void {
    const rows = this.#rows;
    this.#rows = null;
    this.#row = null;
    for (const block of rows ? tableBlocks(rows) : []) this.#push(block, this.#top());
  }
}

/** Whether rows of a paragraph begin with names, or a name in capitals stands above words. */
function areSpeeches(text: string): boolean {
  const rows = text.split(ROW_BREAK).filter((row) => row.trim() !== '');
  const isName = ({ form, isCapital }: LayoutMark, at: number) =>
    NAMES_FIRST.has(form) || (form === 'above' && isCapital && at < rows.length - 1);
  return rows.length > 1 && rows.some((row, at) => readLayoutMarks(row).some((mark) => isName(mark, at)));
}

const isPersona = (type: string): boolean => type === 'z3998:persona' || type === 'persona';

/** Blanks that are not one space already: nearly all of a book's are. */
const BLANKS = /[^\S ]\s*| \s+/g;

/** One row, or rows where they count, without blanks around it; brackets of directions hug their words. */
function tidy(text: string, keepRows = false): string {
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
