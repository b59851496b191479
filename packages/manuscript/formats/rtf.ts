// Converts RTF to HTML for the web page reader.
import type { Manuscript } from '../../../shared/model/manuscript.ts';
import { append } from '../../../shared/rules/lists.ts';
import { documentError } from './importable-file.ts';
import { addLabel } from './list-numbers.ts';
import { addRunningHead, Omissions } from './omissions.ts';
import { readHtmlPage } from './page/html.ts';
import { EMPHASIS_TAGS, escapeHtml, NOTE_TAGS, paragraphStyle, withoutTags } from './page/page-markup.ts';
import { type ParagraphFormat, paragraphTag, withTypedLayout } from './page/typed-layout.ts';
import {
  codePageOf,
  DESTINATIONS,
  type Destination,
  DOUBLE_BYTE_ENCODINGS,
  ENCODINGS_BY_CHARSET,
  SILENT_DESTINATIONS,
  SYMBOLS,
  WESTERN_ENCODING,
} from './rtf-words.ts';
import { splitIntoSections } from './sections.ts';

/** @throws ImportError `damaged` or `empty` */
export function readRtf(bytes: Uint8Array, file: string): Manuscript {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!text.startsWith('{\\rtf')) throw documentError('damaged', file);
  const reader = new RtfReader();
  reader.read(text);
  const { blocks, leftOut: ofPage } = readHtmlPage(withTypedLayout(reader.html()));
  reader.leftOut.addAll(ofPage.notices());
  if (blocks.length === 0) throw documentError('empty', file);
  const named = reader.info.title.trim() || reader.title;
  const { title, sections } = splitIntoSections(blocks, named);
  return {
    title: named ?? title,
    author: reader.info.author.trim() || null,
    sections,
    notices: reader.leftOut.notices(),
  };
}

interface RtfState {
  destination: Destination;
  /** Number of fallback characters that follow each Unicode character. */
  fallbacks: number;
  codePage: string;
  isHidden: boolean;
  isDeleted: boolean;
  isBold: boolean;
  isItalic: boolean;
  /** In half-points. */
  size: number;
  /** In a text box: the outer paragraph, which continues after the box. */
  interrupted: { readonly html: string; readonly style: number; readonly level: number | null } | null;
}

const MAX_DEPTH = 1_000;
/** 12 points. */
const DEFAULT_SIZE = 24;

const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|[^\\{}\r\n]+|\\/g;

const INITIAL_STATE: RtfState = {
  destination: 'text',
  fallbacks: 1,
  codePage: WESTERN_ENCODING,
  isHidden: false,
  isDeleted: false,
  isBold: false,
  isItalic: false,
  size: DEFAULT_SIZE,
  interrupted: null,
};

class RtfReader {
  readonly leftOut = new Omissions();
  readonly info = { title: '', author: '' };
  title: string | null = null;
  readonly #html: string[] = [];
  readonly #groups: RtfState[] = [];
  #state: RtfState = { ...INITIAL_STATE };
  #codePage = WESTERN_ENCODING;
  readonly #fonts = new Map<number, string>();
  readonly #styles = new Map<number, { name: string; level: number | null }>();
  #font = 0;
  #style = 0;
  #level: number | null = null;
  #styleOfParagraph = 0;
  #lookOfParagraph: Partial<ParagraphFormat> = {};
  #isCentred = false;
  #pageBreak = false;
  #paragraph = '';
  #notes: string[] = [];
  #label = '';
  #note = '';
  readonly #unread = { comment: '', head: '', deletions: '', hidden: '' };
  #inTable = false;
  #inRow = false;
  #rowOpen = false;
  #tableOpen = false;
  /** The bytes of an incomplete multi-byte character. */
  #bytes: number[] = [];
  #skip = 0;
  #isStarred = false;
  #tooDeep = 0;

  html(): string {
    return this.#html.join('');
  }

  read(rtf: string): void {
    TOKEN.lastIndex = 0;
    for (let found = TOKEN.exec(rtf); found; found = TOKEN.exec(rtf)) {
      const [token, word, parameter, hex, symbol, brace] = found;
      if (hex !== undefined) this.#readByte(Number.parseInt(hex, 16));
      else if (brace !== undefined) this.#readBrace(brace);
      else if (word !== undefined) {
        const number = parameter === undefined ? null : Number(parameter);
        if (word === 'bin') TOKEN.lastIndex += Math.max(0, number ?? 0);
        else this.#readWord(word, number);
      } else if (symbol !== undefined) this.#readSymbol(symbol);
      else if (token !== '\\' && !/^[\r\n]/.test(token)) this.#readText(token);
    }
    this.#endParagraph();
    this.#endTable();
  }

  #readBrace(brace: string): void {
    this.#flush();
    this.#isStarred = false;
    this.#skip = 0;
    if (brace === '{') {
      if (this.#groups.length >= MAX_DEPTH) this.#tooDeep += 1;
      else this.#groups.push({ ...this.#state });
      return;
    }
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    const before = this.#groups.pop();
    if (!before) return;
    if (this.#state.destination === 'note' && before.destination !== 'note') {
      if (this.#note.trim() !== '') this.#notes.push(NOTE_TAGS.join(this.#note));
      this.#note = '';
    }
    const { destination, interrupted } = this.#state;
    if (interrupted !== before.interrupted && interrupted) this.#endBox(interrupted);
    if (destination === 'comment' && before.destination !== 'comment') {
      this.leftOut.add('comments', this.#unread.comment);
      this.#unread.comment = '';
    }
    if (destination === 'head' && before.destination !== 'head') {
      addRunningHead(this.leftOut, this.#unread.head);
      this.#unread.head = '';
    }
    this.#state = before;
  }

  #readSymbol(symbol: string): void {
    if (symbol === '*') this.#isStarred = true;
    else if (symbol === '~') this.#append('\u00a0');
    else if (symbol === '_') this.#append('\u2011');
    else if (symbol === '\n' || symbol === '\r') this.#endParagraph();
    else if (/[\\{}]/.test(symbol)) this.#readText(symbol);
  }

  #readText(text: string): void {
    let rest = text.slice(this.#skip);
    this.#skip = Math.max(0, this.#skip - text.length);
    if (rest !== '' && this.#endsInLeadByte()) {
      this.#bytes.push(rest.charCodeAt(0));
      rest = rest.slice(1);
    }
    // Unescaped 8-bit characters use the code page, too.
    if (/[\x80-\xff]/.test(rest)) for (const symbol of rest) this.#bytes.push(symbol.charCodeAt(0));
    else this.#append(rest);
  }

  #readByte(value: number): void {
    if (this.#skip > 0) this.#skip -= 1;
    else this.#bytes.push(value);
  }

  /** Whether a two-byte character still needs its second byte, which may look like a letter. */
  #endsInLeadByte(): boolean {
    const { codePage } = this.#state;
    if (this.#bytes.length === 0 || !DOUBLE_BYTE_ENCODINGS.has(codePage)) return false;
    let at = 0;
    while (at < this.#bytes.length) {
      const byte = this.#bytes[at] ?? 0;
      const isKana = codePage === 'shift_jis' && byte >= 0xa0 && byte <= 0xdf;
      at += byte >= 0x81 && !isKana ? 2 : 1;
    }
    return at > this.#bytes.length;
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes.splice(0));
    this.#append(new TextDecoder(this.#state.codePage).decode(bytes));
  }

  #append(text: string): void {
    if (this.#bytes.length > 0) this.#flush();
    const { destination, isHidden, isDeleted, isBold, isItalic } = this.#state;
    if (destination === 'title' || destination === 'author') this.info[destination] += text;
    else if (destination === 'styles') {
      const style = this.#styles.get(this.#style);
      if (style) style.name += text;
    } else if (destination === 'comment' || destination === 'head') this.#unread[destination] += text;
    else if (destination === 'label') this.#label += text;
    else if ((isHidden || isDeleted) && destination !== 'none') {
      this.#endUnread(isDeleted ? 'hidden' : 'deletions');
      this.#unread[isDeleted ? 'deletions' : 'hidden'] += text;
    } else if (destination === 'note') this.#note += escapeHtml(text);
    else if (destination === 'text') {
      this.#endUnread('deletions');
      this.#endUnread('hidden');
      const isBlank = text.trim() === '';
      if (!isBlank) this.#updateFormat();
      this.#paragraph += !isBlank && (isBold || isItalic) ? EMPHASIS_TAGS.join(escapeHtml(text)) : escapeHtml(text);
    }
  }

  #updateFormat(): void {
    const { size: own, isBold } = this.#state;
    const { size = own, isBold: isAllBold = true, startsPage } = this.#lookOfParagraph;
    this.#lookOfParagraph = {
      ...this.#lookOfParagraph,
      size: Math.min(size, own),
      isBold: isAllBold && isBold,
      startsPage: startsPage ?? this.#pageBreak,
    };
    this.#pageBreak = false;
  }

  #endUnread(kind: 'deletions' | 'hidden'): void {
    if (this.#unread[kind].trim() !== '') this.leftOut.add(kind, this.#unread[kind]);
    this.#unread[kind] = '';
  }

  #readWord(word: string, number: number | null): void {
    if (word === 'u' && number !== null) {
      this.#append(String.fromCharCode(number & 0xffff));
      this.#skip = this.#state.fallbacks;
      return;
    }
    this.#flush();
    this.#skip = 0;
    const isStarred = this.#isStarred;
    this.#isStarred = false;
    if (word === 'pict' && this.#state.destination !== 'none') this.leftOut.add('pictures');
    const destination = DESTINATIONS.get(word);
    if (SILENT_DESTINATIONS.has(word)) this.#state.destination = 'none';
    else if (word === 'shptxt') this.#beginBox();
    else if (destination !== undefined) this.#enterDestination(destination);
    else if (SYMBOLS.has(word)) this.#append(SYMBOLS.get(word) ?? '');
    else if (this.#readFormatWord(word, number)) return;
    // An unknown group marked with `\*` must be ignored.
    else if (isStarred && word !== 'shppict') this.#state.destination = 'none';
  }

  #beginBox(): void {
    const interrupted = { html: this.#paragraph, style: this.#styleOfParagraph, level: this.#level };
    this.#state = { ...this.#state, destination: 'text', interrupted };
    this.#paragraph = '';
  }

  #endBox({ html, style, level }: NonNullable<RtfState['interrupted']>): void {
    this.#endParagraph();
    this.#paragraph = html;
    this.#styleOfParagraph = style;
    this.#level = level;
  }

  #enterDestination(destination: Destination): void {
    const { destination: above } = this.#state;
    // Title and author are valid only in the info group.
    const isInText = destination === 'note' || destination === 'label';
    if (!isInText || above === 'text') this.#state.destination = destination;
    else if (destination === 'label') this.#state.destination = 'none';
  }

  #readFormatWord(word: string, number: number | null): boolean {
    const state = this.#state;
    if (word === 'uc') state.fallbacks = Math.max(0, number ?? 1);
    else if (word === 'ansicpg') this.#codePage = state.codePage = codePageOf(number ?? 1252);
    else if (word === 'mac') this.#codePage = state.codePage = 'macintosh';
    else if (word === 'v') state.isHidden = number !== 0;
    else if (word === 'deleted') state.isDeleted = number !== 0;
    else if (word === 'b' || word === 'i') state[word === 'b' ? 'isBold' : 'isItalic'] = number !== 0;
    else if (word === 'plain') {
      state.isHidden = state.isDeleted = state.isBold = state.isItalic = false;
      state.size = DEFAULT_SIZE;
    } else if (word === 'fs') state.size = number ?? DEFAULT_SIZE;
    else if (word === 'f') this.#setFont(number ?? 0);
    else if (word === 'fcharset') {
      const page = ENCODINGS_BY_CHARSET[number ?? 0];
      if (state.destination === 'fonts' && page) this.#fonts.set(this.#font, page);
    } else if (state.destination === 'styles') this.#readStyleWord(word, number);
    else if (state.destination === 'text') return this.#readParagraphWord(word, number);
    else if (word === 'par' || word === 'line') this.#append(' ');
    else return false;
    return true;
  }

  #setFont(number: number): void {
    this.#font = number;
    if (this.#state.destination !== 'fonts') this.#state.codePage = this.#fonts.get(number) ?? this.#codePage;
  }

  #readStyleWord(word: string, number: number | null): void {
    if (word === 's') this.#style = number ?? 0;
    if (!this.#styles.has(this.#style)) this.#styles.set(this.#style, { name: '', level: null });
    const style = this.#styles.get(this.#style);
    if (word === 'outlinelevel' && style) style.level = levelOf(number);
    if (word === 'cs' || word === 'ds' || word === 'ts') this.#style = -1 - (number ?? 0);
  }

  #readParagraphWord(word: string, number: number | null): boolean {
    if (word === 'par' && (this.#inTable || this.#inRow)) this.#paragraph += '<br>';
    else if (word === 'par' || word === 'sect') {
      this.#endParagraph();
      this.#pageBreak ||= word === 'sect';
    } else if (word === 'trowd') this.#inRow = true;
    else if (word === 'line') this.#paragraph += '<br>';
    else if (word === 'pard') {
      this.#level = null;
      this.#styleOfParagraph = 0;
      this.#inTable = this.#isCentred = false;
    } else if (word === 's') this.#styleOfParagraph = number ?? 0;
    else if (word === 'outlinelevel') this.#level = levelOf(number);
    else if (/^q[cljrd]$/.test(word)) this.#isCentred = word === 'qc';
    else if (word === 'page' || word === 'pagebb') this.#pageBreak = true;
    else if (word === 'intbl') this.#inTable = true;
    else if (word === 'cell') this.#endCell();
    else if (word === 'row') this.#endRow();
    else return false;
    return true;
  }

  #endParagraph(): void {
    this.#flush();
    this.#endUnread('deletions');
    this.#endUnread('hidden');
    if (!this.#inTable && !this.#inRow) this.#endTable();
    const style = this.#styles.get(this.#styleOfParagraph);
    const name = (style?.name ?? '').replace(/;.*$/s, '').trim();
    const named = /^heading ([1-6])$/i.exec(name)?.[1];
    const level = this.#level ?? style?.level ?? (named === undefined ? null : Number(named) - 1);
    const { tags, isTitle } = paragraphStyle(name, level);
    const html = addLabel(this.#label, this.#paragraph, /^<h\d/.test(tags[0]));
    this.#paragraph = this.#label = '';
    if (isTitle && html.trim() !== '') this.title ??= withoutTags(html).trim();
    const { size = 0, isBold = false, startsPage = false } = this.#lookOfParagraph;
    this.#lookOfParagraph = {};
    const look = { size, isBold, isCentred: this.#isCentred, startsPage };
    if (html !== '') this.#html.push(`${tags[0] === '<p>' ? paragraphTag(look) : tags[0]}${html}${tags[1]}`);
    // A note inside a table would be read as cell text.
    if (!this.#tableOpen) append(this.#html, this.#notes.splice(0));
  }

  #endCell(): void {
    this.#flush();
    if (!this.#tableOpen) this.#html.push('<table>');
    if (!this.#rowOpen) this.#html.push('<tr>');
    this.#tableOpen = this.#rowOpen = true;
    this.#html.push('<td>', addLabel(this.#label, this.#paragraph, false), '</td>');
    this.#paragraph = this.#label = '';
  }

  #endRow(): void {
    if (this.#rowOpen) this.#html.push('</tr>');
    this.#inRow = false;
    this.#rowOpen = false;
  }

  #endTable(): void {
    if (!this.#tableOpen) return;
    this.#endRow();
    this.#html.push('</table>');
    this.#tableOpen = false;
    append(this.#html, this.#notes.splice(0));
  }
}

const levelOf = (number: number | null): number | null =>
  number !== null && number >= 0 && number <= 5 ? number : null;
