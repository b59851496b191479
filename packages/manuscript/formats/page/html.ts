import { Parser } from 'htmlparser2';
import type { Block } from '../../../../shared/model/manuscript.ts';
import { headingEvidence } from '../../layout/name-evidence.ts';
import { markEmphasis, styledField, withoutEmphasis } from '../../script/document-emphasis.ts';
import { areParagraphs } from '../../sections/broken-paragraphs.ts';
import { splitAtLicenceMarkers } from '../../sections/prose-matter.ts';
import { isSymbolsOnly } from '../../sections/scene-breaks.ts';
import { Omissions } from '../omissions.ts';
import { joinInitials } from './initials.ts';
import { joinMarkedSpeeches } from './marked-speeches.ts';
import { elementId, findPageNoteLinks, type NoteLinks } from './note-links.ts';
import { type HtmlPage, joinParagraphs, promoteChapterLabels } from './page-blocks.ts';
import {
  type ElementTag,
  INLINE_ELEMENTS,
  isBackLink,
  isReferenceElement,
  type OpenElement,
  openElement,
  ROOT_ELEMENT,
  SILENCED_ELEMENTS,
  type SilencedKind,
  semanticTypes,
  UNREPORTED_ELEMENTS,
} from './page-elements.ts';
import { pageTypes, type TypedElement } from './page-parts.ts';
import { type Cell, tableBlocks, withoutOuterBrackets } from './page-table.ts';
import { areSpeeches, OpenText, ROW_BREAK, splitRows, tidyText, WHITE_SPACE } from './page-text.ts';
import { continuesSentence, isPageLabel } from './printed-pages.ts';
import { withPlayClass } from './screenplay-classes.ts';
import type { SiteParts } from './site-parts.ts';
import { readSuperscript } from './superscripts.ts';
import { checkDepth } from './xml.ts';

/** Description of a picture that replaces a character missing from fonts. */
const SINGLE_CHARACTER = /^\p{Script=Han}$/u;
const INITIAL = /^["“‘«„]?\p{Lu}$/u;
/** Elements nested more deeply are flattened. */
const MAX_DEPTH = 2_000;

const NO_ANCHORS: ReadonlySet<string> = new Set();
/** Skipped elements that are reported even if they contain no words. */
const COUNTED_IF_EMPTY: ReadonlySet<SilencedKind> = new Set(['formulas', 'navigation', 'note-references']);

interface PageContext {
  /** Ids of elements where chapters start. Chapters can start between two sentences of a paragraph. */
  readonly cuts?: ReadonlySet<string> | undefined;
  /** Absent if the document has only this page. */
  readonly links?: NoteLinks | undefined;
  /** Whether HTML comments are the author's notes rather than code. */
  readonly hasComments?: boolean;
  readonly siteParts?: SiteParts;
  readonly isScreenplay?: boolean;
}

/** Repairs broken markup as browsers do. @throws Error if elements are nested too deeply */
export function readHtmlPage(html: string, context: PageContext = {}): HtmlPage {
  const reader = new PageReader({ ...context, links: context.links ?? findPageNoteLinks(html) });
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true });
  parser.write(html);
  parser.end();
  return reader.page();
}

class PageReader {
  readonly #cuts: ReadonlySet<string>;
  readonly #links: NoteLinks;
  readonly #hasComments: boolean;
  readonly #siteParts: SiteParts;
  readonly #isScreenplay: boolean;
  readonly #blocks: Block[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #typed: TypedElement[] = [];
  readonly #marks = { names: new Set<Block>(), inSpeeches: new Set<Block>() };
  readonly #open: OpenElement[] = [];
  #title = '';
  readonly #leftOut = new Omissions();
  #elements = 0;
  #isBelowHeading = false;
  /** Whether the last text was a drop cap, and whether a space followed it. */
  #initial: 'letter' | 'blank' | null = null;
  #silenced: { readonly kind: SilencedKind; words: string } | null = null;
  #anchorCount = 0;
  /** Ids of the inline note in the open block and of the last `dt` element. */
  #noteOfBlock = 0;
  #termNote = 0;
  /** Whether the last block was a page number. */
  #isPageEnd = false;
  #note = 0;
  #beyond = 0;
  readonly #text = new OpenText();
  /** Whether `#text` has words outside directions. */
  #spoken = false;
  #directed = false;
  #row: Cell[] | null = null;
  #rows: Cell[][] | null = null;

  constructor({ cuts, links, hasComments, siteParts, isScreenplay }: PageContext & { readonly links: NoteLinks }) {
    this.#cuts = cuts ?? NO_ANCHORS;
    this.#links = links;
    this.#hasComments = hasComments === true;
    this.#siteParts = siteParts ?? new Map();
    this.#isScreenplay = isScreenplay === true;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const above = this.#top();
    const typed = { name, attributes, types: semanticTypes(attributes) };
    const tag = this.#isScreenplay ? withPlayClass(typed) : typed;
    const isNote = this.#links.notes.has(elementId(name, attributes) ?? '');
    if (attributes['id'] !== undefined) this.#markAnchor(attributes['id'], name);
    if (!INLINE_ELEMENTS.has(name) && !above.silent) this.#endBlock(above);
    this.#elements += 1;
    const open = openElement(tag, {
      above,
      number: this.#elements,
      textLength: this.#text.length,
      blocks: this.#blocks.length,
      isBelowHeading: this.#isBelowHeading,
      isSitePart: this.#siteParts.has(this.#elements),
      sign: name === 'a' ? this.#linkType() : null,
      isNote,
      termNote: this.#termNote,
      isReadingSpoken: this.#text.isReadingSpoken,
    });
    if (name === 'image') this.#leftOut.add('pictures');
    if (open.silent && !above.silent) this.#beginSilence(tag);
    else if (this.#silenced && (open.block || name === 'br')) this.#silenced.words += ' ';
    if (isNote && INLINE_ELEMENTS.has(name)) this.#noteOfBlock = this.#elements;
    if (open.block) this.#termNote = 0;
    if (open.typed) this.#typed.push(open.typed);
    if (!open.silent) this.#beginElement(tag, open);
    if (this.#open.length < MAX_DEPTH) this.#open.push(open);
    else {
      this.#beyond += 1;
      checkDepth(this.#beyond);
    }
  }

  onclosetag(name: string): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    const top = this.#open.at(-1);
    if (top?.name !== name) return;
    if (this.#silenced && top.block) this.#silenced.words += ' ';
    if (name === 'rt') this.#text.endReading();
    if (!top.block && !top.silent) this.#endInline(top, this.#open.at(-2) ?? ROOT_ELEMENT);
    if (top.block && !top.silent) this.#endBlock(top);
    else if (top.kind === 'direction' && this.#open.at(-2)?.kind !== 'direction' && !top.silent)
      this.#text.append(') ');
    this.#open.pop();
    if (top.silent && !this.#top().silent) this.#endSilence();
    if (name === 'tr' && this.#row && !top.silent) {
      this.#rows?.push(this.#row);
      this.#row = null;
    } else if (name === 'table' && !top.silent) this.#endTable();
    if (name === 'dt' && top.kind === 'footnote') this.#termNote = top.note;
    if (top.typed) top.typed.end = this.#blocks.length;
  }

  ontext(source: string): void {
    const top = this.#top();
    const text = withoutEmphasis(source);
    if (top.head) {
      if (top.name === 'title') this.#title += text;
      return;
    }
    if (top.silent) {
      if (this.#silenced && !UNREPORTED_ELEMENTS.has(top.name)) this.#silenced.words += text;
      return;
    }
    this.#endInitial(text, top);
    const words = top.pre ? text.replaceAll('\n', ROW_BREAK) : text.replace(WHITE_SPACE, ' ');
    this.#text.append(top.emphasised ? markEmphasis(words) : words);
    if (text.trim() === '') return;
    if (top.name !== 'rt') this.#text.endRuby();
    if (top.kind === 'direction') this.#directed = true;
    else this.#spoken = true;
  }

  oncomment(words: string): void {
    if (this.#hasComments && !this.#top().silent) this.#leftOut.add('comments', words);
  }

  page(): HtmlPage {
    this.#endSilence();
    this.#endBlock(this.#top());
    this.#endTable();
    return {
      title: tidyText(this.#title) || null,
      ...joinMarkedSpeeches(
        joinInitials({ blocks: promoteChapterLabels(this.#blocks), anchors: this.#anchors }),
        this.#marks,
      ),
      types: pageTypes(this.#typed, this.#blocks),
      leftOut: this.#leftOut,
    };
  }

  #top(): OpenElement {
    return this.#open.at(-1) ?? ROOT_ELEMENT;
  }

  #beginElement({ name, attributes }: ElementTag, open: OpenElement): void {
    if (name === 'br') this.#addLineBreak(open);
    else if (name === 'hr' && open.kind !== 'footnote') this.#pushBlock({ kind: 'scene-break' }, open);
    else if (name === 'img') this.#addPicture(attributes['alt'] ?? '');
    else if (name === 'ruby') this.#text.beginRuby();
    else if (name === 'rt') this.#leftOut.addCount('pictures', -this.#text.beginReading());
    else if (name === 'table') this.#beginTable();
    else if (name === 'tr' && this.#rows) this.#row = [];
    else if (name === 'td' || name === 'th') {
      this.#row?.push({
        isName: open.kind === 'persona',
        paragraphs: [],
        styled: [],
        isDirection: false,
      });
    } else if (open.kind === 'direction' && !open.block && this.#open.at(-1)?.kind !== 'direction')
      this.#text.append(' (');
  }

  #addPicture(words: string): void {
    if (SINGLE_CHARACTER.test(words) || (INITIAL.test(words) && this.#text.isBlank)) {
      this.#text.append(words);
      return;
    }
    this.#leftOut.add('pictures');
    this.#text.addPicture();
  }

  #endInline(element: OpenElement, above: OpenElement): void {
    const { name, from, noteLinkType: sign } = element;
    const isName = element.kind === 'persona' && above.kind !== 'persona' && !this.#row;
    if (isName && this.#text.textBefore(from).trim() === '') this.#endBlock(element);
    if (element.isPageNumber && !above.isPageNumber && isPageLabel(this.#text.textFrom(from))) {
      this.#leftOut.add('page-numbers');
      this.#text.cut(from);
      if (this.#text.isBlank) this.#isPageEnd = true;
    } else if (element.isInitial && INITIAL.test(this.#text.textFrom(0).trim())) this.#initial = 'letter';
    else if (sign !== null) this.#cutNoteLink(element);
    else if (name === 'sup' && !this.#open.some((open) => open.noteLinkType !== null)) this.#endSuperscript(element);
  }

  #beginSilence(tag: ElementTag): void {
    const { name } = tag;
    const part = this.#siteParts.get(this.#elements);
    if (part !== undefined) this.#silenced = { kind: part, words: '' };
    else if (isReferenceElement(tag)) this.#silenced = isBackLink(tag) ? null : { kind: 'note-references', words: '' };
    else if (!UNREPORTED_ELEMENTS.has(name))
      this.#silenced = { kind: SILENCED_ELEMENTS.get(name) ?? 'hidden', words: '' };
  }

  #endSilence(): void {
    if (!this.#silenced) return;
    const { kind, words } = this.#silenced;
    this.#silenced = null;
    if (COUNTED_IF_EMPTY.has(kind) || /[\p{L}\p{N}]/u.test(words)) this.#leftOut.add(kind, words);
  }

  /** A separate drop cap is read as its own block. */
  #endInitial(text: string, open: OpenElement): void {
    if (this.#initial === null) return;
    if (/^\s/.test(text)) this.#initial = 'blank';
    if (!/\S/.test(text)) return;
    if (this.#initial === 'blank' && open.kind === 'paragraph' && !this.#row) this.#endBlock(open);
    this.#initial = null;
  }

  #linkType(): OpenElement['noteLinkType'] {
    const ordinal = this.#anchorCount;
    this.#anchorCount += 1;
    if (this.#links.references.has(ordinal)) return 'reference';
    return this.#links.backLinks.has(ordinal) ? 'back-link' : null;
  }

  #cutNoteLink({ from, noteLinkType: sign, kind }: OpenElement): void {
    if (sign === 'reference' && kind !== 'footnote' && this.#noteOfBlock === 0) this.#leftOut.add('note-references');
    this.#text.cutNoteReference(from);
  }

  #endSuperscript(element: OpenElement): void {
    const { from } = element;
    const words = this.#text.textFrom(from);
    // References to several notes are separated by commas.
    if (this.#text.wasCutAfter(from) && !/[\p{L}\p{N}]/u.test(words)) this.#text.cut(from);
    else {
      const read = readSuperscript(this.#text.textBefore(from), words, this.#links.signs);
      if (read === '') this.#cutNoteLink({ ...element, noteLinkType: 'reference' });
      else if (read !== null) {
        this.#text.cut(from);
        this.#text.append(read);
      }
    }
  }

  /** Two breaks in a row end the paragraph. */
  #addLineBreak(open: OpenElement): void {
    if (this.#text.isNewRow && !open.verse && !open.pre && open.kind !== 'heading' && !this.#row) this.#endBlock(open);
    else this.#text.append(ROW_BREAK);
    this.#text.beginRow();
  }

  #markAnchor(id: string, name: string): void {
    const open = this.#top();
    const isCut = this.#cuts.has(id) && open.kind !== 'heading' && !this.#row;
    if (!INLINE_ELEMENTS.has(name) || (isCut && (this.#text.isNewRow || this.#text.isAtSentenceEnd)))
      this.#endBlock(open);
    if (!this.#anchors.has(id)) this.#anchors.set(id, this.#blocks.length);
  }

  #endBlock(open: OpenElement): void {
    this.#initial = null;
    const { plain, tidied } = this.#text.take();
    const isTyped = !this.#row && open.kind !== 'heading';
    const keepsRows = open.pre || open.verse || (isTyped && areSpeeches(plain));
    const isBroken = isTyped && !keepsRows && areParagraphs(splitRows(plain));
    const { text, styled } = tidied(keepsRows || isBroken);
    const isNote = open.kind === 'footnote' || (this.#noteOfBlock > 0 && open.kind === 'paragraph');
    const note = open.note || this.#noteOfBlock;
    this.#noteOfBlock = 0;
    const isDirection = this.#directed && !this.#spoken;
    this.#spoken = false;
    this.#directed = false;
    if (open.isPageNumber && text !== '' && isPageLabel(text)) {
      this.#leftOut.add('page-numbers');
      this.#isPageEnd = true;
      return;
    }
    if (text === '' || /^[\s()]*$/.test(text)) return;
    const cell = this.#row?.at(-1);
    if (cell) {
      cell.isDirection = isDirection && cell.paragraphs.length === 0;
      cell.paragraphs.push(text);
      cell.styled.push(styled);
    } else if (isNote) this.#pushNote(text, open, note);
    else if (isDirection) this.#pushBlock({ kind: 'direction', text: withoutOuterBrackets(text) }, open);
    else if (isSymbolsOnly(text)) this.#pushBlock({ kind: 'scene-break' }, open);
    else if (open.kind === 'heading') this.#pushBlock({ ...headingOf(open), text: text.replace(/\n/g, ' ') }, open);
    else if (open.kind === 'caption') this.#pushBlock({ kind: 'caption', text }, open);
    else if (isBroken) this.#pushRows(text.split('\n'), styled.split('\n'), open);
    else {
      const pieces = splitAtLicenceMarkers(text);
      if (pieces.length === 1) this.#pushParagraph({ kind: 'paragraph', text, ...styledField(text, styled) }, open);
      else for (const piece of pieces) this.#pushBlock({ kind: 'paragraph', text: piece }, open);
    }
  }

  /** `styled` contains the same lines as `rows`, with emphasis marks. */
  #pushRows(rows: readonly string[], styled: readonly string[], open: OpenElement): void {
    for (const [at, text] of rows.entries()) {
      if (text !== '') this.#pushParagraph({ kind: 'paragraph', text, ...styledField(text, styled[at] ?? text) }, open);
    }
  }

  /** A page break within a sentence doesn't end the paragraph. */
  #pushParagraph(block: Extract<Block, { kind: 'paragraph' }>, open: OpenElement): void {
    const last = this.#blocks.at(-1);
    if (this.#isPageEnd && last?.kind === 'paragraph' && continuesSentence(last, block))
      this.#blocks[this.#blocks.length - 1] = joinParagraphs(last, block, ' ');
    else this.#pushBlock(block, open);
    this.#isPageEnd = false;
  }

  #pushBlock(block: Block, { markedAs, kind, isSpeech }: OpenElement): void {
    this.#isPageEnd = false;
    this.#note = 0;
    if (block.kind === 'heading') this.#isBelowHeading = true;
    const pushed = markedAs === undefined ? block : { ...block, markedAs };
    this.#blocks.push(pushed);
    if (kind === 'persona') this.#marks.names.add(pushed);
    if (isSpeech) this.#marks.inSpeeches.add(pushed);
  }

  #pushNote(text: string, open: OpenElement, note: number): void {
    const last = this.#blocks.at(-1);
    if (note > 0 && note === this.#note && last?.kind === 'footnote')
      this.#blocks[this.#blocks.length - 1] = { ...last, text: `${last.text} ${text}` };
    else this.#pushBlock({ kind: 'footnote', text }, open);
    this.#note = note;
  }

  /** A nested table ends the outer table. The outer table's remaining cells become paragraphs. */
  #beginTable(): void {
    if (this.#row) this.#rows?.push(this.#row);
    this.#endTable();
    this.#rows = [];
  }

  #endTable(): void {
    const rows = this.#rows;
    this.#rows = null;
    this.#row = null;
    for (const block of rows ? tableBlocks(rows) : []) this.#pushBlock(block, this.#top());
  }
}

function headingOf({
  level,
  sameFormatCount: lookTimes,
}: OpenElement): Omit<Extract<Block, { kind: 'heading' }>, 'text'> {
  const evidence = lookTimes > 0 ? { evidence: headingEvidence('look', lookTimes) } : {};
  return { kind: 'heading', level: level <= 1 ? 1 : 2, ...evidence };
}
