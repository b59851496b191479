// Web pages, and the pages of EPUB books: their words, block by block.
import { Parser } from 'htmlparser2';
import type { Block } from '../../../../shared/model/manuscript.ts';
import { emphasised, joinEmphasis, signedAs, withoutEmphasis } from '../../../../shared/rules/document-emphasis.ts';
import { type LayoutMark, type MarkForm, readLayoutMarks } from '../../../../shared/rules/layout-marks.ts';
import { type Cell, tableBlocks, withoutOuterBrackets } from './page-table.ts';
import { refuseTooDeep } from './xml.ts';

/** What a page holds. */
export interface HtmlPage {
  /** Of its head, not of its text. */
  readonly title: string | null;
  readonly blocks: readonly Block[];
  /** Before which block the elements with an `id` begin. */
  readonly anchors: ReadonlyMap<string, number>;
  /** What the page and its sections say that they are: words of `epub:type` and `role`. */
  readonly types: ReadonlySet<string>;
  readonly pictures: number;
}

/** Elements that no words are read from. */
const SILENT = new Set(
  ['script', 'style', 'nav', 'svg', 'math', 'iframe', 'object', 'template', 'noscript', 'audio'].concat([
    'video',
    'canvas',
    'form',
    'button',
    'select',
    'textarea',
    'rt',
    'rtc',
    'rp',
    'del',
    'map',
    'datalist',
  ]),
);
/** Elements within a row of words. All others part paragraphs. */
const INLINE = new Set(
  ['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'br', 'cite', 'code', 'data', 'dfn', 'em', 'font', 'i', 'img'].concat(
    [
      'ins',
      'kbd',
      'mark',
      'picture',
      'q',
      'ruby',
      'rb',
      's',
      'samp',
      'small',
      'span',
      'strike',
      'strong',
      'sub',
      'sup',
    ],
    ['time', 'tt', 'u', 'var', 'wbr', 'label', 'source'],
    // Nothing is read from these, and the words around them go on.
    ['audio', 'button', 'canvas', 'del', 'map', 'math', 'object', 'rp', 'rt', 'rtc', 'script', 'style', 'svg', 'video'],
  ),
);
const EMPHASIS = new Set(['b', 'em', 'i', 'strong']);
const EMPHASISED_STYLE = /font-style\s*:\s*(?:italic|oblique)|font-weight\s*:\s*(?:bold|[6-9]00)/i;
const PLAIN_STYLE = /font-(?:style|weight)\s*:\s*(?:normal|[1-5]00)/i;
const EMPHASISED_CLASS = /(?:^|[\s_-])(?:italics?|bold|emph|emphasis|strong)(?:$|[\s_-])/i;
const HEADING = /^h([1-6])$/;
const VERSE = /(?:^|[\s:_-])(?:verse|poem|poetry|stanza|lyrics?|song)(?:$|[\s_-])/i;
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Where a row ends within a paragraph. Programs end rows of words at `\n` as they like. */
const ROW_BREAK = '\u2028';
/** Forms in which rows begin with who speaks. */
const NAMES_FIRST: ReadonlySet<MarkForm> = new Set(['colon', 'dash', 'square', 'angle']);
/** A row of signs alone. */
export const SCENE_BREAK = /^[\s*•·⁂~#=_—–-]+$/;
/** Notes that stand apart from the text, by what EPUB calls them. */
const NOTES = new Set([
  'footnote',
  'endnote',
  'rearnote',
  'note',
  'footnotes',
  'endnotes',
  'rearnotes',
  'doc-footnote',
  'doc-endnote',
  'doc-endnotes',
]);
/** Where a note is referred to: a sign that is not part of the words. */
const NOTE_REFERENCES = new Set(['noteref', 'doc-noteref', 'pagebreak', 'doc-pagebreak', 'doc-backlink']);
/** The same where nothing says so but the names that programs give them. */
const NOTE_LINK =
  /#(?:_?(?:ftn|edn)(?:ref)?\d|fn(?:ref|anchor)?[-_:]?\d|fnanchor_|(?:sd)?(?:foot|end)?note[-_a-z]{0,8}\d)/i;
const NOTE_NUMBER = /^[\s[(]*(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z]|[ivx]{1,6})[\])\s.]*$/;
const NOTE_CLASS = /(?:^|\s)(?:sd(?:foot|end)note|(?:foot|end)notes?|Mso(?:Foot|End)noteText)(?:$|\s)/i;
/** A letter that is drawn at the start of a chapter. */
const INITIAL = /^["“‘«„]?\p{Lu}$/u;
/** Deeper than that no page nests; what is deeper is read as if it stood there. */
const MOST_DEPTH = 2_000;

/** What an element means for the words inside it. */
interface OpenElement {
  readonly name: string;
  readonly silent: boolean;
  readonly kind: 'paragraph' | 'heading' | 'footnote' | 'caption' | 'direction' | 'persona';
  readonly level: number;
  readonly verse: boolean;
  readonly pre: boolean;
  /** In italics or bold. */
  readonly emphasised: boolean;
  /** It parts paragraphs. */
  readonly block: boolean;
  /** It is in the page's head. */
  readonly head: boolean;
  /** Of a link to a note: the words before it, in UTF-16 code units; null: it is none. */
  readonly noteFrom: number | null;
}

const ROOT: OpenElement = {
  name: '',
  silent: false,
  kind: 'paragraph',
  level: 0,
  verse: false,
  pre: false,
  emphasised: false,
  block: true,
  head: false,
  noteFrom: null,
};

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
  readonly #types = new Set<string>();
  readonly #open: OpenElement[] = [];
  #title = '';
  #pictures = 0;
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
  /** The row of a table that is open, and the rows of the table. */
  #row: Cell[] | null = null;
  #rows: Cell[][] | null = null;

  constructor(cuts: ReadonlySet<string>) {
    this.#cuts = cuts;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const above = this.#top();
    const types = typesOf(attributes);
    if (attributes['id'] !== undefined) this.#markAnchor(attributes['id'], name);
    const open = this.#openOf(name, attributes, types, above);
    if (open.block && !above.silent) this.#endBlock(above);
    if (!open.silent) this.#begin(name, attributes, types, open);
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
    if (top.noteFrom !== null && NOTE_NUMBER.test(withoutEmphasis(this.#text.slice(top.noteFrom)))) {
      this.#text = this.#text.slice(0, top.noteFrom);
      this.#rowText = this.#text.slice(this.#rowStart);
    }
    if (top.block && !top.silent) this.#endBlock(top);
    else if (top.kind === 'direction' && this.#open.at(-2)?.kind !== 'direction' && !top.silent) this.#append(') ');
    this.#open.pop();
    if (top.silent) return;
    if (name === 'tr' && this.#row) {
      this.#rows?.push(this.#row);
      this.#row = null;
    } else if (name === 'table') this.#endTable();
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
    if (top.kind === 'direction') this.#directed = true;
    else this.#spoken = true;
  }

  page(): HtmlPage {
    this.#endBlock(this.#top());
    this.#endTable();
    return {
      title: tidy(this.#title) || null,
      blocks: this.#blocks,
      anchors: this.#anchors,
      types: this.#types,
      pictures: this.#pictures,
    };
  }

  #top(): OpenElement {
    return this.#open.at(-1) ?? ROOT;
  }

  #openOf(name: string, attributes: Record<string, string>, types: readonly string[], above: OpenElement): OpenElement {
    const level = Number(HEADING.exec(name)?.[1] ?? above.level);
    const inline = INLINE.has(name);
    const isReference = types.some((type) => NOTE_REFERENCES.has(type));
    return {
      name,
      silent:
        above.silent ||
        SILENT.has(name) ||
        isReference ||
        attributes['hidden'] !== undefined ||
        HIDDEN.test(attributes['style'] ?? ''),
      kind: kindOf(name, types, attributes['class'] ?? '', above),
      level,
      verse: above.verse || VERSE.test(`${attributes['class'] ?? ''} ${types.join(' ')}`),
      pre: above.pre || name === 'pre',
      emphasised: isEmphasised(name, attributes) ?? above.emphasised,
      block: !inline,
      head: above.head || name === 'head',
      noteFrom: name === 'a' && NOTE_LINK.test(attributes['href'] ?? '') ? this.#text.length : null,
    };
  }

  #begin(name: string, attributes: Record<string, string>, types: readonly string[], open: OpenElement): void {
    if (name === 'section' || name === 'body' || name === 'article' || name === 'div') {
      for (const type of types) this.#types.add(type);
    }
    if (name === 'br') this.#breakRow(open);
    else if (name === 'hr') this.#push({ kind: 'scene-break' });
    else if (name === 'img' && INITIAL.test(attributes['alt'] ?? '') && this.#text.trim() === '')
      this.#append(attributes['alt'] ?? '');
    else if (name === 'img') this.#pictures += 1;
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
    if (text === '' || /^[\s()]*$/.test(text)) return;
    const cell = this.#row?.at(-1);
    if (cell) {
      cell.isDirection = isDirection && cell.paragraphs.length === 0;
      cell.paragraphs.push(text);
      cell.signed.push(signed);
    } else if (isDirection) this.#push({ kind: 'direction', text: withoutOuterBrackets(text) });
    else if (open.kind === 'heading')
      this.#push({ kind: 'heading', level: open.level <= 1 ? 1 : 2, text: text.replace(/\n/g, ' ') });
    else if (SCENE_BREAK.test(text)) this.#push({ kind: 'scene-break' });
    else if (open.kind === 'footnote' || open.kind === 'caption') this.#push({ kind: open.kind, text });
    else this.#push({ kind: 'paragraph', text, ...signedAs(text, signed) });
  }

  #push(block: Block): void {
    this.#blocks.push(block);
  }

  #endTable(): void {
    const rows = this.#rows;
    this.#rows = null;
    this.#row = null;
    for (const block of rows ? tableBlocks(rows) : []) this.#push(block);
  }
}

/** Undefined: as the element that it stands in. */
function isEmphasised(name: string, { style = '', class: classes = '' }: Record<string, string>): boolean | undefined {
  if (EMPHASISED_STYLE.test(style)) return true;
  // Programs put `<b style="font-weight:normal">` around what is copied.
  if (PLAIN_STYLE.test(style)) return false;
  return EMPHASIS.has(name) || (name === 'span' && EMPHASISED_CLASS.test(classes)) ? true : undefined;
}

/** Whether rows of a paragraph begin with names, or a name in capitals stands above words. */
function areSpeeches(text: string): boolean {
  const rows = text.split(ROW_BREAK).filter((row) => row.trim() !== '');
  const isName = ({ form, isCapital }: LayoutMark, at: number) =>
    NAMES_FIRST.has(form) || (form === 'above' && isCapital && at < rows.length - 1);
  return rows.length > 1 && rows.some((row, at) => readLayoutMarks(row).some((mark) => isName(mark, at)));
}

const isPersona = (type: string): boolean => type === 'z3998:persona' || type === 'persona';

function kindOf(name: string, types: readonly string[], classes: string, above: OpenElement): OpenElement['kind'] {
  if (HEADING.test(name)) return 'heading';
  if (types.some((type) => NOTES.has(type)) || (NOTE_CLASS.test(classes) && !INLINE.has(name))) return 'footnote';
  if (types.some((type) => type.endsWith('stage-direction'))) return 'direction';
  if (name === 'figcaption' || name === 'caption') return 'caption';
  return above.kind;
}

const typesOf = (attributes: Record<string, string>): string[] =>
  `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`.split(/\s+/).filter((type) => type !== '');

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
