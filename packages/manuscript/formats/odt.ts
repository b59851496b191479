// Converts OpenDocument text to HTML for the web page reader.
import type { Manuscript, ManuscriptNotice } from '../../../shared/model/manuscript.ts';
import { append, smallest } from '../../../shared/rules/lists.ts';
import { openArchive } from './archive.ts';
import { documentError } from './importable-file.ts';
import { addLabel } from './list-numbers.ts';
import { OpenDocumentNumbers } from './odt-numbers.ts';
import { addInconsistentFiles, addRunningHead, Omissions } from './omissions.ts';
import { readHtmlPage } from './page/html.ts';
import { EMPHASIS_TAGS, escapeHtml, NOTE_TAGS, paragraphStyle, RAISED_TAGS } from './page/page-markup.ts';
import { type ParagraphFormat, paragraphTag, withTypedLayout } from './page/typed-layout.ts';
import {
  childrenNamed,
  decodeXml,
  descendants,
  firstDescendant,
  readXml,
  textOf,
  type XmlElement,
} from './page/xml.ts';
import { splitIntoSections } from './sections.ts';

const WANTED_FILES = /^(?:(?:content|styles|meta)\.xml|META-INF\/manifest\.xml)$/;

/** @throws ImportError `damaged`, `protected`, `too-large`, `empty` or `no-text` */
export function readOdt(bytes: Uint8Array, file: string): Manuscript {
  let macros = 0;
  const { archive, inconsistent } = openArchive(bytes, file, (path) => {
    if (/^(?:Basic|Scripts)\/.+\/[^/]+\.(?:xml|py|bsh|js)$/.test(path) && !/script-l[bc]\.xml$/.test(path)) macros += 1;
    return WANTED_FILES.test(path);
  });
  const part = (path: string): XmlElement => {
    const found = archive.get(path);
    return readXml(found ? decodeXml(found) : '');
  };
  if (firstDescendant(part('META-INF/manifest.xml'), 'encryption-data')) throw documentError('protected', file);
  const content = part('content.xml');
  const body = firstDescendant(content, 'text');
  if (!body) throw documentError('damaged', file);
  const styleParts = [part('styles.xml'), content];
  const writer = new PageWriter(
    readStyles(styleParts),
    new OpenDocumentNumbers(styleParts),
    firstDescendant(body, 'soft-page-break') !== undefined,
  );
  writer.writeChildren(body);
  const { blocks, leftOut: ofPage } = readHtmlPage(withTypedLayout(writer.html()));
  const { leftOut } = writer;
  if (blocks.length === 0) throw documentError(leftOut.count('pictures') > 0 ? 'no-text' : 'empty', file);
  const meta = part('meta.xml');
  const named = textOf(firstDescendant(meta, 'title')) || writer.title;
  const { title, sections } = splitIntoSections(blocks, named);
  leftOut.addAll(ofPage.notices());
  leftOut.addCount('macros', macros);
  addInconsistentFiles(leftOut, inconsistent);
  for (const deletion of descendants(body, 'deletion')) leftOut.add('deletions', textOf(deletion));
  for (const place of ['header', 'footer']) {
    for (const head of descendants(part('styles.xml'), place)) addRunningHead(leftOut, textOf(head));
  }
  return {
    title: named ?? title,
    author: textOf(firstDescendant(meta, 'creator')) || textOf(firstDescendant(meta, 'initial-creator')) || null,
    sections,
    notices: leftOut.notices(),
  };
}

interface Style {
  readonly name: string;
  /** Heading level from 0; null for body text. */
  readonly level: number | null;
  /** Name of the list that numbers the paragraphs; empty for none, null if unspecified. */
  readonly list: string | null;
  readonly isHidden: boolean;
  readonly isEmphasised: boolean;
  readonly isRaised: boolean;
  readonly look: Partial<ParagraphFormat>;
}

function readStyles(parts: readonly XmlElement[]): Map<string, Style> {
  const all = parts.flatMap((part) => [...descendants(part, 'style')]);
  const byName = new Map(all.map((style) => [style.attributes['name'] ?? '', style]));
  return new Map(Array.from(byName, ([name, style]) => [name, resolveStyle(style, byName)]));
}

/** Automatic style names carry no meaning. */
const AUTOMATIC_STYLE_NAME = /^[PT]\d+$/;

function resolveStyle(style: XmlElement, byName: ReadonlyMap<string, XmlElement>): Style {
  const seen = new Set<XmlElement>();
  let at: XmlElement | undefined = style;
  let name = '';
  let level: number | null = null;
  let list: string | null = null;
  let isEmphasised: boolean | null = null;
  let look: Partial<ParagraphFormat> = {};
  while (at && !seen.has(at)) {
    seen.add(at);
    const own = at.attributes['display-name'] ?? (at.attributes['name'] ?? '').replaceAll('_20_', ' ');
    if (name === '' && !AUTOMATIC_STYLE_NAME.test(own)) name = own;
    const outline =
      /^[1-6]$/.exec(at.attributes['default-outline-level'] ?? '')?.[0] ?? /^Heading ([1-6])$/.exec(own)?.[1];
    list ??= at.attributes['list-style-name'] ?? null;
    isEmphasised ??= readEmphasis(at);
    look = { ...readFormat(at), ...look };
    if (outline !== undefined) level ??= Number(outline) - 1;
    at = byName.get(at.attributes['parent-style-name'] ?? '');
  }
  const properties = childrenNamed(style, 'text-properties')[0];
  return {
    name,
    level,
    list,
    isHidden: properties?.attributes['display'] === 'none',
    isEmphasised: isEmphasised ?? false,
    isRaised: /^super/.test(properties?.attributes['text-position'] ?? ''),
    look,
  };
}

function readFormat(style: XmlElement): Partial<ParagraphFormat> {
  const text = childrenNamed(style, 'text-properties')[0]?.attributes ?? {};
  const paragraph = childrenNamed(style, 'paragraph-properties')[0]?.attributes ?? {};
  const points = /^([\d.]{1,8})pt$/.exec(text['font-size'] ?? '')?.[1];
  const [weight, align, page] = [text['font-weight'], paragraph['text-align'], paragraph['break-before']];
  return {
    ...(points !== undefined && { size: Math.round(Number(points) * 2) }),
    ...(weight !== undefined && { isBold: BOLD_WEIGHT.test(weight) }),
    ...(align !== undefined && { isCentred: align === 'center' }),
    ...((page !== undefined || style.attributes['master-page-name']) && { startsPage: page !== 'auto' }),
  };
}

const BOLD_WEIGHT = /^(?:bold|[6-9]00)$/;

/** Null if unspecified. */
function readEmphasis(style: XmlElement): boolean | null {
  const { 'font-style': slant, 'font-weight': weight } = childrenNamed(style, 'text-properties')[0]?.attributes ?? {};
  if (slant === undefined && weight === undefined) return null;
  return /^(?:italic|oblique)$/.test(slant ?? '') || BOLD_WEIGHT.test(weight ?? '');
}

const SILENT_ELEMENTS = new Set(
  ['tracked-changes', 'forms', 'sequence-decls', 'table-of-content', 'alphabetical-index', 'illustration-index'].concat(
    [
      ...['table-index', 'object-index', 'user-index', 'variable-decls', 'user-field-decls', 'script', 'ruby-text'],
      ...['note-citation', 'page-number', 'hidden-text', 'hidden-paragraph', 'desc', 'title', 'math', 'object'],
    ],
  ),
);
/** These kinds are reported when skipped: either readers see the content, or the author hid it deliberately. */
const SILENT_KINDS = [
  [/^table-of-content$|-index$/, 'navigation'],
  [/^hidden-/, 'hidden'],
  [/^math$/, 'formulas'],
] as const;
const TABLE_TAGS = new Map([
  ['table', 'table'],
  ['table-row', 'tr'],
  ['table-cell', 'td'],
]);
const MAX_BLANKS = 100;

class PageWriter {
  readonly leftOut = new Omissions();
  title: string | null = null;
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #numbers: OpenDocumentNumbers;
  readonly #html: string[] = [];
  /** Places each note after the paragraph or table that refers to the note. */
  #notes: string[] = [];
  #page = 1;
  readonly #hasPages: boolean;
  #depth = 0;
  #tables = 0;

  constructor(styles: ReadonlyMap<string, Style>, numbers: OpenDocumentNumbers, hasPages: boolean) {
    this.#styles = styles;
    this.#numbers = numbers;
    this.#hasPages = hasPages;
  }

  html(): string {
    return this.#html.join('');
  }

  writeChildren(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child !== 'string') this.#readElement(child);
      else if (this.#depth > 0) this.#html.push(escapeHtml(child));
    }
  }

  #readElement(element: XmlElement): void {
    const { name } = element;
    if (name === 'annotation') this.#addLeftOut('comments', childrenNamed(element, 'p').map(textOf).join(' '));
    else if (name === 'soft-page-break') this.#page += 1;
    else if (SILENT_ELEMENTS.has(name)) this.#leaveOut(element);
    else if (name === 'p' || name === 'h') this.#readParagraph(element);
    else if (name === 'note') this.#readNote(element);
    else if (name === 'line-break') this.#html.push('<br>');
    else if (name === 'tab') this.#html.push('\t');
    else if (name === 's') this.#html.push(' '.repeat(Math.min(MAX_BLANKS, Number(element.attributes['c'] ?? 1) || 1)));
    else if (name === 'image') this.#addLeftOut('pictures');
    else if (name === 'list' || name === 'list-item' || name === 'list-header') {
      this.#numbers.begin(element);
      this.writeChildren(element);
      this.#numbers.end(element);
    } else if (TABLE_TAGS.has(name)) this.#readTable(element, TABLE_TAGS.get(name) ?? name);
    else this.#readInline(element);
  }

  #addLeftOut(kind: ManuscriptNotice['kind'], words?: string): void {
    this.leftOut.add(kind, words, this.#hasPages ? { page: this.#page } : undefined);
  }

  #leaveOut(element: XmlElement): void {
    const words = textOf(element);
    const kind = SILENT_KINDS.find(([pattern]) => pattern.test(element.name))?.[1];
    if (kind && words !== '') this.#addLeftOut(kind, words);
  }

  #readInline(element: XmlElement): void {
    const style = this.#styleOf(element);
    if (style?.isHidden || element.attributes['display'] === 'none') {
      this.#addLeftOut('hidden', textOf(element));
      return;
    }
    const isEmphasised = element.name === 'span' && style?.isEmphasised === true && this.#depth > 0;
    const isRaised = element.name === 'span' && style?.isRaised === true && this.#depth > 0;
    if (isEmphasised) this.#html.push(EMPHASIS_TAGS[0]);
    if (isRaised) this.#html.push(RAISED_TAGS[0]);
    this.writeChildren(element);
    if (isRaised) this.#html.push(RAISED_TAGS[1]);
    if (isEmphasised) this.#html.push(EMPHASIS_TAGS[1]);
  }

  #styleOf({ attributes }: XmlElement): Style | undefined {
    return this.#styles.get(attributes['style-name'] ?? '');
  }

  #readParagraph(element: XmlElement): void {
    const style = this.#styleOf(element);
    if (style?.isHidden) {
      this.#addLeftOut('hidden', textOf(element));
      return;
    }
    const outline = /^[1-6]$/.exec(element.attributes['outline-level'] ?? '')?.[0];
    const level = element.name === 'h' ? Number(outline ?? 1) - 1 : (style?.level ?? null);
    const { tags, isTitle } = paragraphStyle(style?.name ?? '', level);
    if (isTitle) this.title ??= textOf(element) || null;
    this.#html.push(tags[0] === '<p>' ? paragraphTag(this.#formatOf(element)) : tags[0]);
    const label = this.#numbers.nextLabel(element, level, style?.list ?? null);
    const start = this.#html.length;
    this.#depth += 1;
    this.writeChildren(element);
    this.#depth -= 1;
    if (label !== '') this.#html.push(addLabel(label, this.#html.splice(start).join(''), /^<h\d/.test(tags[0])));
    this.#html.push(tags[1]);
    this.#writeNotes();
  }

  #formatOf(element: XmlElement): ParagraphFormat {
    const own = { size: 0, isBold: false, isCentred: false, startsPage: false, ...this.#styleOf(element)?.look };
    const runs = element.children.flatMap((child) => {
      if (typeof child === 'string') return child.trim() === '' ? [] : [own];
      return textOf(child) === '' ? [] : [{ ...own, ...(child.name === 'span' ? this.#styleOf(child)?.look : {}) }];
    });
    const size = runs.length === 0 ? own.size : smallest(runs.map((run) => run.size));
    return { ...own, size, isBold: runs.length > 0 && runs.every((run) => run.isBold) };
  }

  #readTable(element: XmlElement, tag: string): void {
    if (tag === 'table') this.#tables += 1;
    this.#html.push(`<${tag}>`);
    this.writeChildren(element);
    this.#html.push(`</${tag}>`);
    if (tag === 'table') this.#tables -= 1;
    this.#writeNotes();
  }

  #readNote(element: XmlElement): void {
    const words = childrenNamed(element, 'note-body').map(textOf).join(' ');
    if (words !== '') this.#notes.push(NOTE_TAGS.join(escapeHtml(words)));
  }

  #writeNotes(): void {
    if (this.#depth > 0 || this.#tables > 0) return;
    append(this.#html, this.#notes.splice(0));
  }
}
