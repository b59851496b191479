// Divides XML into parts with their positions in the source, so that parts of a document can be edited without changing
// the rest.
import { Parser } from 'htmlparser2';
import { at } from '../../../../shared/rules/at.ts';
import { escapeHtml } from '../../../../shared/rules/escape-html.ts';

/** Positions are in UTF-16 code units of the source. */
interface SourceRange {
  readonly from: number;
  readonly to: number;
}

export interface XmlAttribute extends SourceRange {
  /** With its prefix, as written. `from` includes the white space before it. */
  readonly name: string;
  /** With references resolved. */
  readonly value: string;
}

export interface XmlStartTag extends SourceRange {
  readonly kind: 'open';
  /** With its prefix, as written. */
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  /** `<br/>`: there is no end tag. */
  readonly isEmpty: boolean;
}

export interface XmlEndTag extends SourceRange {
  readonly kind: 'close';
  readonly name: string;
}

export interface XmlText extends SourceRange {
  readonly kind: 'text' | 'cdata';
}

interface XmlOther extends SourceRange {
  readonly kind: 'comment' | 'instruction' | 'doctype';
}

export type XmlPart = XmlStartTag | XmlEndTag | XmlText | XmlOther;

/** The source isn't well-formed. `from` is the position of the error. */
export class XmlSourceError extends Error {
  override readonly name = 'XmlSourceError';
  readonly from: number;

  constructor(message: string, from: number) {
    super(message);
    this.from = from;
  }
}

const PARTS =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTES = /(\s+)([^\s=<>/"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gy;

/** @throws XmlSourceError if the source isn't well-formed */
export function xmlParts(source: string): XmlPart[] {
  const parts: XmlPart[] = [];
  const open: string[] = [];
  PARTS.lastIndex = 0;
  for (let from = 0; from < source.length; ) {
    PARTS.lastIndex = from;
    const match = PARTS.exec(source);
    if (!match) throw new XmlSourceError('not well-formed', from);
    const [text, closed, opened, attributes = '', slash = ''] = match;
    const range = { from, to: from + text.length };
    if (closed !== undefined) {
      if (open.pop() !== closed) throw new XmlSourceError(`unexpected </${closed}>`, from);
      parts.push({ kind: 'close', name: closed, ...range });
    } else if (opened !== undefined) {
      const isEmpty = slash !== '';
      if (!isEmpty) open.push(opened);
      const listed = attributesIn(attributes, from + 1 + opened.length);
      parts.push({ kind: 'open', name: opened, attributes: listed, isEmpty, ...range });
    } else parts.push({ kind: kindOf(text), ...range });
    from = range.to;
  }
  if (open.length > 0) throw new XmlSourceError(`missing </${open.at(-1)}>`, source.length);
  return parts;
}

function kindOf(text: string): XmlText['kind'] | XmlOther['kind'] {
  if (!text.startsWith('<')) return 'text';
  if (text.startsWith('<!--')) return 'comment';
  if (text.startsWith('<![CDATA[')) return 'cdata';
  return text.startsWith('<?') ? 'instruction' : 'doctype';
}

function attributesIn(text: string, offset: number): XmlAttribute[] {
  ATTRIBUTES.lastIndex = 0;
  return Array.from(text.matchAll(ATTRIBUTES), ({ index, 0: whole, 2: name = '', 3: double, 4: single = '' }) => ({
    name,
    value: decodeReferences(double ?? single),
    from: offset + index,
    to: offset + index + whole.length,
  }));
}

/** Returns an attribute's value by its name with or without a prefix; undefined if there is none. */
export const attributeOf = ({ attributes }: XmlStartTag, name: string): string | undefined =>
  attributes.find((one) => one.name === name)?.value;

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the prefix of a name with its colon; empty if there is none. */
export const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

const REFERENCE = /&(?:#x([\dA-Fa-f]{1,6})|#(\d{1,7})|([A-Za-z][\w.-]{0,60}));/g;

interface DecodedCharacter extends SourceRange {
  /** One character, or several for an entity that represents several. */
  readonly text: string;
}

/** Returns the characters of a text with their positions in the source. Unknown entities stay as they are written. */
export function* charactersIn(source: string, { kind, from, to }: XmlText): Generator<DecodedCharacter> {
  if (kind === 'cdata') {
    yield* plainCharacters(source, from + '<![CDATA['.length, to - ']]>'.length);
    return;
  }
  let done = from;
  const text = source.slice(from, to);
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, hex, decimal, name] = match;
    const start = from + match.index;
    yield* plainCharacters(source, done, start);
    done = start + whole.length;
    yield { text: referenceText(whole, hex, decimal, name), from: start, to: done };
  }
  yield* plainCharacters(source, done, to);
}

function* plainCharacters(source: string, from: number, to: number): Generator<DecodedCharacter> {
  for (let position = from; position < to; ) {
    const text = String.fromCodePoint(source.codePointAt(position) ?? 0);
    yield { text, from: position, to: position + text.length };
    position += text.length;
  }
}

const decodeReferences = (text: string): string => text.replaceAll(REFERENCE, referenceText);

function referenceText(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return namedEntity(name) ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0x10ffff ? whole : String.fromCodePoint(code);
}

const entities = new Map<string, string | null>();

/** Returns the text of an HTML entity; null if there is no such entity. */
function namedEntity(name: string): string | null {
  const known = entities.get(name);
  if (known !== undefined) return known;
  const pieces: string[] = [];
  const parser = new Parser({ ontext: (piece) => pieces.push(piece) }, { decodeEntities: true });
  parser.end(`&${name};`);
  const text = pieces.join('');
  const found = text.startsWith('&') && text.length > 1 ? null : text;
  entities.set(name, found);
  return found;
}

/** XML itself only defines these named entities; all others must be declared by a document type. */
const XML_ENTITIES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Replaces entities that are only declared by the document types of XHTML 1 with numeric references. */
export const withNumericEntities = (text: string): string =>
  text.replaceAll(REFERENCE, (whole, _hex, _decimal, name?: string) => {
    const found = name === undefined || XML_ENTITIES.has(name) ? null : namedEntity(name);
    if (found === null) return whole;
    return Array.from(found, (character) => `&#${character.codePointAt(0)};`).join('');
  });

export interface SourceEdit extends SourceRange {
  readonly text: string;
}

/** Replaces ranges that don't overlap. Insertions at the same position keep their order. */
export function withEdits(source: string, edits: readonly SourceEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to, text } of ordered) {
    if (from < done) throw new RangeError(`two edits overlap at ${from}`);
    pieces.push(source.slice(done, from), text);
    done = to;
  }
  pieces.push(source.slice(done));
  return pieces.join('');
}

const INVALID = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text for XML, and removes characters that XML can't contain. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(INVALID, ''));

/** Returns the part that closes a start tag, by its index; its own index if it is empty. */
export function endOf(parts: readonly XmlPart[], index: number): number {
  let depth = 0;
  for (let position = index; position < parts.length; position += 1) {
    const part = at(parts, position);
    if (part.kind === 'open' && !part.isEmpty) depth += 1;
    if (part.kind === 'close') depth -= 1;
    if (depth === 0) return position;
  }
  throw new RangeError('the start tag has no end');
}
