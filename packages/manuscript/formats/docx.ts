// Converts Word documents to HTML for the web page reader.
import { Parser } from 'htmlparser2';
import type { Manuscript } from '../../../shared/model/manuscript.ts';
import { append } from '../../../shared/rules/lists.ts';
import { type Archive, openArchive } from './archive.ts';
import { documentError } from './importable-file.ts';
import { addLabel } from './list-numbers.ts';
import { addInconsistentFiles, addRunningHead, Omissions } from './omissions.ts';
import { readHtmlPage } from './page/html.ts';
import {
  EMPHASIS_TAGS,
  escapeHtml,
  NOTE_TAGS,
  type ParagraphStyle,
  paragraphStyle,
  RAISED_TAGS,
  withoutTags,
} from './page/page-markup.ts';
import { type ParagraphFormat, paragraphTag, withTypedLayout } from './page/typed-layout.ts';
import { checkDepth, decodeXml, descendants, firstDescendant, readXml, textOf } from './page/xml.ts';
import { splitIntoSections } from './sections.ts';
import { WordNumbers } from './word-numbers.ts';
import { emphasisedStyles, OFF_VALUE, paragraphFormats, paragraphStyles, parseLevel } from './word-styles.ts';

const WANTED_PARTS =
  /^(?:word\/(?:document\d?|styles|numbering|footnotes|endnotes|comments|(?:header|footer)\d{0,3})\.xml|docProps\/core\.xml)$/i;
const HEADER_OR_FOOTER = /^word\/(?:header|footer)\d{0,3}\.xml$/i;
/** An encrypted Office document is stored as a stream inside a legacy Office (OLE) file. */
const OLE_SIGNATURE = '\xd0\xcf\x11\xe0';

/** @throws ImportError `damaged`, `protected`, `too-large`, `empty` or `no-text` */
export function readDocx(bytes: Uint8Array, file: string): Manuscript {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === OLE_SIGNATURE) {
    const isEncrypted = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
    throw documentError(isEncrypted ? 'protected' : 'damaged', file);
  }
  let macros = 0;
  const { archive, inconsistent } = openArchive(bytes, file, (path) => {
    if (/vbaProject\.bin$/i.test(path)) macros += 1;
    return WANTED_PARTS.test(path);
  });
  const words = readPart(archive, 'word/document.xml') || readPart(archive, 'word/document2.xml');
  if (words === '') throw documentError('damaged', file);
  const styleSheet = readXml(readPart(archive, 'word/styles.xml'));
  const notes = new Map([
    ...readNotes('footnote', readPart(archive, 'word/footnotes.xml')),
    ...readNotes('endnote', readPart(archive, 'word/endnotes.xml')),
  ]);
  const comments = readNotes('comment', readPart(archive, 'word/comments.xml'));
  const numbers = new WordNumbers(readXml(readPart(archive, 'word/numbering.xml')), styleSheet);
  const reader = new WordReader(
    paragraphStyles(styleSheet),
    paragraphFormats(styleSheet),
    emphasisedStyles(styleSheet),
    numbers,
    notes,
    comments,
  );
  reader.read(words);
  const { blocks, leftOut: ofPage } = readHtmlPage(withTypedLayout(reader.html()));
  const { leftOut } = reader;
  if (blocks.length === 0) throw documentError(leftOut.count('pictures') > 0 ? 'no-text' : 'empty', file);
  const core = readXml(readPart(archive, 'docProps/core.xml'));
  const named = textOf(firstDescendant(core, 'title')) || reader.title;
  const { title, sections } = splitIntoSections(blocks, named);
  leftOut.addAll(ofPage.notices());
  leftOut.addCount('macros', macros);
  addInconsistentFiles(leftOut, inconsistent);
  for (const [path, part] of archive)
    if (HEADER_OR_FOOTER.test(path)) addRunningHead(leftOut, textOf(readXml(decodeXml(part))));
  return {
    title: named ?? title,
    author: textOf(firstDescendant(core, 'creator')) || null,
    sections,
    notices: leftOut.notices(),
  };
}

function readPart(archive: Archive, path: string): string {
  const bytes = archive.get(path);
  return bytes ? decodeXml(bytes) : '';
}

function readNotes(kind: 'footnote' | 'endnote' | 'comment', part: string): Map<string, string> {
  const notes = new Map<string, string>();
  for (const note of descendants(readXml(part), kind)) {
    const { id = '', type } = note.attributes;
    // Notes with a type are separators or continuation notices.
    if (type !== undefined && type !== 'normal') continue;
    const rows = [...descendants(note, 'p')].map((row) => [...descendants(row, 't')].map(textOf).join(' '));
    notes.set(`${kind} ${id}`, escapeHtml(rows.join(' ')));
  }
  return notes;
}

interface OpenParagraph {
  html: string;
  style: string;
  level: number | null;
  /** The paragraph continues in the next one, because its end was deleted or it is a drop cap. */
  goesOn: boolean;
  /** The paragraph has a border. If it has no words, the border is a horizontal rule. */
  isRuled: boolean;
  look: Partial<ParagraphFormat>;
  number: { list?: string; level?: number };
  readonly notes: string[];
}

const SILENT_ELEMENTS = new Set(['del', 'moveFrom', 'Fallback', 'rt', 'instrText', 'delText', 'sectPr']);
const TABLE_TAGS = new Map([
  ['tbl', 'table'],
  ['tr', 'tr'],
  ['tc', 'td'],
]);

/** Streams the XML, because a complete tree of a long novel would need too much memory. */
class WordReader {
  readonly leftOut = new Omissions();
  title: string | null = null;
  readonly #styles: ReadonlyMap<string, ParagraphStyle>;
  readonly #looks: ReadonlyMap<string, ParagraphFormat>;
  readonly #emphasisedStyles: ReadonlySet<string>;
  readonly #numbers: WordNumbers;
  readonly #notes: ReadonlyMap<string, string>;
  readonly #comments: ReadonlyMap<string, string>;
  readonly #html: string[] = [];
  readonly #open: string[] = [];
  readonly #paragraphs: OpenParagraph[] = [];
  #pending = '';
  #tableNotes: string[] = [];
  #tables = 0;
  #silent = 0;
  #hidden = false;
  #unread = '';
  #emphasised = false;
  #raised = false;
  /** Null if inherited from the paragraph's style. */
  #size: number | null = null;
  #bold: boolean | null = null;
  #pageBreak = false;
  /** Page breaks from Word's last layout. */
  #page = 1;
  #hasPages = false;

  constructor(
    styles: ReadonlyMap<string, ParagraphStyle>,
    looks: ReadonlyMap<string, ParagraphFormat>,
    emphasised: ReadonlySet<string>,
    numbers: WordNumbers,
    notes: ReadonlyMap<string, string>,
    comments: ReadonlyMap<string, string>,
  ) {
    this.#styles = styles;
    this.#looks = looks;
    this.#emphasisedStyles = emphasised;
    this.#numbers = numbers;
    this.#notes = notes;
    this.#comments = comments;
  }

  html(): string {
    return this.#html.join('');
  }

  read(xml: string): void {
    this.#hasPages = xml.includes('lastRenderedPageBreak');
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          checkDepth(this.#open.length);
          this.#begin(localName(name), attributes);
        },
        ontext: (text) => {
          const top = this.#open.at(-1);
          if (top === 'delText' || (top === 't' && this.#hidden && this.#silent === 0)) this.#unread += text;
          if (top !== 't' || !this.#isSpoken()) return;
          if (text.trim() !== '') this.#updateFormat();
          const words = this.#raised ? RAISED_TAGS.join(escapeHtml(text)) : escapeHtml(text);
          this.#append(this.#emphasised ? EMPHASIS_TAGS.join(words) : words);
        },
        onclosetag: (name) => this.#end(localName(name)),
      },
      { xmlMode: true, decodeEntities: true },
    );
    parser.write(xml);
    parser.end();
    while (this.#paragraphs.length > 0) this.#endParagraph();
  }

  #isSpoken(): boolean {
    return this.#silent === 0 && !this.#hidden;
  }

  #updateFormat(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph) return;
    const style = this.#looks.get(paragraph.style);
    const { size = Number.POSITIVE_INFINITY, isBold = true, isCentred = style?.isCentred ?? false } = paragraph.look;
    const isFirst = paragraph.look.size === undefined;
    paragraph.look = {
      size: Math.min(size, this.#size ?? style?.size ?? 0),
      isBold: isBold && (this.#bold ?? style?.isBold ?? false),
      isCentred,
      startsPage: paragraph.look.startsPage ?? ((isFirst && this.#pageBreak) || (style?.startsPage ?? false)),
    };
    this.#pageBreak = false;
  }

  #append(html: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph) paragraph.html += html;
  }

  #begin(name: string, attributes: Record<string, string>): void {
    const above = this.#open.at(-1) ?? '';
    this.#open.push(name);
    if (above === 'rPr' || above === 'pPr') {
      this.#readProperty(name, attributes, above);
      return;
    }
    const paragraph = above === 'numPr' ? this.#paragraphs.at(-1) : undefined;
    if (paragraph && name === 'numId') paragraph.number.list = attribute(attributes, 'val') ?? '';
    else if (paragraph && name === 'ilvl') paragraph.number.level = Number(attribute(attributes, 'val'));
    else if (SILENT_ELEMENTS.has(name)) {
      this.#silent += 1;
      if (name === 'moveFrom') this.#leaveOut('deletions');
    } else if (name === 'p')
      this.#paragraphs.push({
        html: '',
        style: '',
        level: null,
        goesOn: false,
        isRuled: false,
        look: {},
        number: {},
        notes: [],
      });
    else if (name === 'r') {
      this.#hidden = this.#emphasised = this.#raised = false;
      this.#size = this.#bold = null;
    } else if (TABLE_TAGS.has(name) && this.#silent === 0) {
      if (name === 'tbl') this.#tables += 1;
      this.#html.push(`<${TABLE_TAGS.get(name)}>`);
    } else this.#readRunContent(name, attributes);
  }

  #readRunContent(name: string, attributes: Record<string, string>): void {
    if (name === 'commentReference')
      this.#leaveOut('comments', this.#comments.get(`comment ${attribute(attributes, 'id') ?? ''}`));
    else if (name === 'lastRenderedPageBreak') this.#page += 1;
    else if (!this.#isSpoken()) return;
    else if (name === 'tab' || name === 'ptab') this.#append('\t');
    else if (name === 'br' && attribute(attributes, 'type') === 'page') {
      this.#pageBreak = true;
      this.#append('<br>');
    } else if (name === 'br' || name === 'cr') this.#append('<br>');
    else if (name === 'noBreakHyphen') this.#append('\u2011');
    else if (name === 'blip' || name === 'imagedata') this.#leaveOut('pictures');
    else if (name === 'rect' && Object.keys(attributes).some((key) => localName(key) === 'hr')) this.#append('<hr>');
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const note = this.#notes.get(`${name.replace('Reference', '')} ${attribute(attributes, 'id') ?? ''}`);
      if (note) this.#paragraphs.at(-1)?.notes.push(note);
    }
  }

  #readProperty(name: string, attributes: Record<string, string>, of: 'rPr' | 'pPr'): void {
    const paragraph = this.#paragraphs.at(-1);
    const value = attribute(attributes, 'val');
    const isOfMark = this.#open.at(-3) === 'pPr';
    if (of === 'rPr') {
      if (name === 'sz' && !isOfMark) this.#size = Number(value) || null;
      if (name === 'b' && !isOfMark) this.#bold = !OFF_VALUE.test(value ?? '');
      if (name === 'vanish' && !isOfMark && !OFF_VALUE.test(value ?? '')) this.#hidden = true;
      else if (name === 'del' && isOfMark && paragraph) paragraph.goesOn = true;
      else if (name === 'vertAlign' && !isOfMark) this.#raised = value === 'superscript';
      else if (!isOfMark && this.#isEmphasis(name, value)) this.#emphasised = true;
    } else if (paragraph) {
      if (name === 'pStyle') paragraph.style = value ?? '';
      else if (name === 'outlineLvl') paragraph.level = parseLevel(value);
      else if (name === 'pBdr') paragraph.isRuled = true;
      else if (name === 'jc') paragraph.look = { ...paragraph.look, isCentred: value === 'center' };
      else if (name === 'pageBreakBefore' && !OFF_VALUE.test(value ?? ''))
        paragraph.look = { ...paragraph.look, startsPage: true };
      else if (name === 'sectPr') this.#pageBreak = true;
      else if (name === 'framePr' && attribute(attributes, 'dropCap') !== undefined) paragraph.goesOn = true;
    }
  }

  #isEmphasis(name: string, value = ''): boolean {
    if (name === 'rStyle') return this.#emphasisedStyles.has(value);
    return (name === 'b' || name === 'i') && !OFF_VALUE.test(value);
  }

  #end(name: string): void {
    const above = this.#open.at(-2) ?? '';
    this.#open.pop();
    if (above === 'rPr' || above === 'pPr') return;
    if (name === 'delText') this.#endUnread('deletions');
    if (SILENT_ELEMENTS.has(name)) this.#silent = Math.max(0, this.#silent - 1);
    else if (name === 'p') this.#endParagraph();
    else if (name === 'r') {
      this.#endUnread('hidden');
      this.#hidden = this.#emphasised = this.#raised = false;
    } else if (TABLE_TAGS.has(name) && this.#silent === 0) {
      this.#html.push(`</${TABLE_TAGS.get(name)}>`);
      if (name !== 'tbl') return;
      this.#tables -= 1;
      if (this.#tables > 0) return;
      append(this.#html, this.#tableNotes);
      this.#tableNotes = [];
    }
  }

  #leaveOut(kind: 'comments' | 'deletions' | 'hidden' | 'pictures', words?: string): void {
    this.leftOut.add(kind, words, this.#hasPages ? { page: this.#page } : undefined);
  }

  #endUnread(kind: 'deletions' | 'hidden'): void {
    if (this.#unread.trim() !== '') this.#leaveOut(kind, this.#unread);
    this.#unread = '';
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph || this.#silent > 0) return;
    const html = this.#pending + paragraph.html;
    this.#pending = '';
    const notes = paragraph.notes.map((note) => NOTE_TAGS.join(note));
    if (paragraph.goesOn) {
      this.#pending = html;
      append(this.#html, notes);
      return;
    }
    const label = this.#numbers.next(paragraph.style, paragraph.number);
    const named = this.#styles.get(paragraph.style);
    const { tags, isTitle } = paragraph.level === null && named ? named : paragraphStyle('', paragraph.level);
    if (isTitle && html !== '')
      this.title ??=
        withoutTags(html).replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&').trim() || null;
    const { size = 0, isBold = false, isCentred = false, startsPage = false } = paragraph.look;
    const opening = tags[0] === '<p>' ? paragraphTag({ size, isBold, isCentred, startsPage }) : tags[0];
    const words = addLabel(label, html, /^<h\d/.test(opening));
    this.#html.push(words === '' && paragraph.isRuled ? '<hr>' : `${opening}${words}${tags[1]}`);
    // A note inside a table would be read as cell text.
    append(this.#tables > 0 ? this.#tableNotes : this.#html, notes);
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The document may use any prefix for Word's namespace. */
function attribute(attributes: Record<string, string>, name: string): string | undefined {
  return attributes[`w:${name}`] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}
