// Extracts the text of an XHTML page, and adds spans to it without changing anything else.
import { at } from '../../../../shared/rules/at.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import {
  attributeOf,
  charactersIn,
  endOf,
  localName,
  prefixOf,
  type SourceEdit,
  withEdits,
  type XmlPart,
  type XmlStartTag,
  xmlParts,
} from './xml-source.ts';

/** Positions are in the page's text, in UTF-16 code units. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Words and sentences never span several of these elements. */
const BLOCKS = new Set(
  (
    'address|article|aside|blockquote|body|br|button|caption|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|' +
    'figcaption|figure|footer|form|h1|h2|h3|h4|h5|h6|header|hgroup|hr|html|img|legend|li|main|menu|nav|ol|optgroup|' +
    'option|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul'
  ).split('|'),
);

/** Elements whose content isn't text of the page, or can't contain spans. */
const SKIPPED = new Set(
  'audio|canvas|head|iframe|math|noscript|object|rp|rt|rtc|script|select|style|svg|template|textarea|video'.split('|'),
);

/** Parts of a ruby annotation, which can't be in a span without their `ruby` element. */
const RUBY_PARTS = new Set(['rb', 'rt', 'rp', 'rtc']);

const isNoteReference = (tag: XmlStartTag): boolean =>
  /(?:^|\s)(?:doc-)?noteref(?:\s|$)/.test(`${attributeOf(tag, 'epub:type') ?? ''} ${attributeOf(tag, 'role') ?? ''}`);

export interface WrappedRange {
  /** The ids of the spans, in order. Several if the range can't be in a single one. */
  readonly spans: readonly { readonly id: string; readonly length: number }[];
}

interface WrappedPage {
  readonly source: string;
  readonly ranges: readonly WrappedRange[];
}

export class EpubPage {
  readonly source: string;
  /** With a line break between blocks and a space for every other white space character. */
  readonly text: string;
  readonly parts: readonly XmlPart[];
  readonly #ids: ReadonlySet<string>;
  /** For each code unit of the text, its part and its position in the source. -1 between blocks. */
  readonly #partOf: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  /** @throws XmlSourceError if the page isn't well-formed */
  constructor(source: string) {
    this.source = source;
    this.parts = xmlParts(source);
    const ids = new Set<string>();
    const pieces: string[] = [];
    const add = (text: string, part: number, from: number, to: number): void => {
      pieces.push(text);
      for (let unit = 0; unit < text.length; unit += 1) {
        this.#partOf.push(part);
        this.#from.push(from);
        this.#to.push(to);
      }
    };
    for (let index = 0; index < this.parts.length; index += 1) {
      const part = at(this.parts, index);
      if (part.kind === 'open') {
        const name = localName(part.name).toLowerCase();
        for (const attribute of part.attributes) if (localName(attribute.name) === 'id') ids.add(attribute.value);
        if (BLOCKS.has(name)) add('\n', -1, -1, -1);
        if ((SKIPPED.has(name) || isNoteReference(part)) && !part.isEmpty) {
          const end = endOf(this.parts, index);
          for (const inside of this.parts.slice(index, end))
            if (inside.kind === 'open')
              for (const attribute of inside.attributes)
                if (localName(attribute.name) === 'id') ids.add(attribute.value);
          index = end;
        }
      } else if (part.kind === 'close') {
        if (BLOCKS.has(localName(part.name).toLowerCase())) add('\n', -1, -1, -1);
      } else if (part.kind === 'cdata') {
        // It can't contain a span.
        add('\n', -1, -1, -1);
      } else if (part.kind === 'text') {
        for (const { text, from, to } of charactersIn(source, part)) add(text.replace(/\s/gu, ' '), index, from, to);
      }
    }
    this.text = pieces.join('');
    this.#ids = ids;
  }

  /** Returns the words with adjacent punctuation. Words never span blocks. */
  words(): PageRange[] {
    const words: PageRange[] = [];
    for (const { index, 0: block } of this.text.matchAll(/[^\n]+/gu)) {
      for (const { from, to } of spokenWords(block)) words.push({ from: index + from, to: index + to });
    }
    return words;
  }

  /** Returns an id prefix that no id of the page starts with. */
  freePrefix(wanted: string): string {
    let prefix = wanted;
    while ([...this.#ids].some((id) => id.startsWith(prefix))) prefix = `x${prefix}`;
    return prefix;
  }

  /**
   * Puts each range into a span with an id. Where a range starts and ends in different elements, each piece gets its
   * own span.
   * @param ranges in order, without overlaps, each within a block
   */
  wrap(ranges: readonly PageRange[], idOf: (range: number, piece: number) => string): WrappedPage {
    const root = this.parts.find((part) => part.kind === 'open');
    const prefix = root ? prefixOf(root.name) : '';
    const edits: SourceEdit[] = [];
    const wrapped = ranges.map((range, index): WrappedRange => {
      const spans = this.#piecesOf(range).map(({ from, to, length }, piece) => {
        const id = idOf(index, piece);
        edits.push({ from, to: from, text: `<${prefix}span id="${id}">` }, { from: to, to, text: `</${prefix}span>` });
        return { id, length };
      });
      return { spans };
    });
    return { source: withEdits(this.source, edits), ranges: wrapped };
  }

  /** Returns ranges of the source. `length` is the length of the text in them. */
  #piecesOf(range: PageRange): { readonly from: number; readonly to: number; readonly length: number }[] {
    const whole = this.#wholePiece(range);
    if (whole) return [{ ...whole, length: range.to - range.from }];
    const pieces: { from: number; to: number; length: number; part: number; hasWord: boolean }[] = [];
    for (let unit = range.from; unit < range.to; unit += 1) {
      const [part, from, to] = [at(this.#partOf, unit), at(this.#from, unit), at(this.#to, unit)];
      const isLetter = /[\p{L}\p{N}\p{Cs}]/u.test(this.text.charAt(unit));
      const last = pieces.at(-1);
      if (last?.part === part) {
        last.to = to;
        last.length += 1;
        last.hasWord ||= isLetter;
      } else if (part >= 0) pieces.push({ from, to, length: 1, part, hasWord: isLetter });
    }
    return pieces.filter(({ hasWord }) => hasWord);
  }

  /** Returns the range of the source if a single span can contain it; otherwise null. */
  #wholePiece({ from, to }: PageRange): { readonly from: number; readonly to: number } | null {
    let first = at(this.#partOf, from);
    let last = at(this.#partOf, to - 1);
    if (first < 0 || last < 0) return null;
    const [firstPart, lastPart] = [at(this.parts, first), at(this.parts, last)];
    const isAtStart = at(this.#from, from) === firstPart.from;
    const isAtEnd = at(this.#to, to - 1) === lastPart.to;
    const [ownFirst, ownLast] = [first, last];
    for (;;) {
      const fault = this.#faultOf(first, last);
      if (fault === null) break;
      const grown = fault === 'end' ? isAtEnd && this.#afterTag(last) : isAtStart && this.#beforeTag(first);
      if (grown === false || grown === null) return null;
      if (fault === 'end') last = grown;
      else first = grown;
    }
    return {
      from: first === ownFirst ? at(this.#from, from) : at(this.parts, first).from,
      to: last === ownLast ? at(this.#to, to - 1) : at(this.parts, last).to,
    };
  }

  /** Returns the end at which elements are cut; null if none are. */
  #faultOf(first: number, last: number): 'start' | 'end' | null {
    const open: string[] = [];
    for (let index = first; index <= last; index += 1) {
      const part = at(this.parts, index);
      if (part.kind === 'open') {
        const name = localName(part.name).toLowerCase();
        if (RUBY_PARTS.has(name) && !open.includes('ruby')) return 'start';
        if (!part.isEmpty) open.push(name);
      } else if (part.kind === 'close' && open.pop() === undefined) return 'start';
    }
    return open.length > 0 ? 'end' : null;
  }

  /** Returns the index of an inline start tag directly before a part; null if there is none. */
  #beforeTag(index: number): number | null {
    const before = this.parts[index - 1];
    return before?.kind === 'open' && !before.isEmpty && isInline(before.name) ? index - 1 : null;
  }

  /** Returns the index of an inline end tag after a part, skipping annotations; null if there is none. */
  #afterTag(index: number): number | null {
    const after = this.parts[index + 1];
    if (after?.kind === 'close' && isInline(after.name)) return index + 1;
    const isAnnotation = after?.kind === 'open' && RUBY_PARTS.has(localName(after.name).toLowerCase());
    return isAnnotation ? endOf(this.parts, index + 1) : null;
  }
}

const isInline = (name: string): boolean => !BLOCKS.has(localName(name).toLowerCase());
