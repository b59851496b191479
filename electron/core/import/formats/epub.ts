// EPUB 2 and 3: the pages in the order of reading, cut where the table of contents says.
import type { Block, Manuscript, Section, SectionKind } from '../../../../shared/model/manuscript.ts';
import { readIsbn } from '../../../../shared/rules/isbn.ts';
import { kindOfTitle } from '../../../../shared/rules/section-kinds.ts';
import { documentError } from '../importable-file.ts';
import { type Archive, openArchive, pathInArchive } from './archive.ts';
import { type HtmlPage, readHtmlPage } from './html.ts';
import { documentSections } from './sections.ts';
import { childrenNamed, decodeXml, descendants, firstOf, readXml, textOf, type XmlElement } from './xml.ts';

const WANTED = /\.(?:x?html?|xml|opf|ncx)$|(?:^|\/)encryption\.xml$/i;
/** What EPUB calls a section, and what it is here. */
const KINDS: readonly (readonly [RegExp, SectionKind])[] = [
  [/^(?:half)?titlepage$|^cover$|^frontispiece$/, 'title-page'],
  [/^copyright-page$|^imprint$|^colophon$|^(?:other-)?credits?$|^doc-colophon$/, 'copyright'],
  [/^dedication$|^epigraph$|^doc-dedication$/, 'dedication'],
  [/^toc$|^landmarks$|^lo[itav]$|^doc-toc$/, 'contents'],
  [/dramatis-personae$/, 'cast-list'],
  [/^foreword$|^preface$|^introduction$|^prologue$|^doc-(?:foreword|preface|introduction|prologue)$/, 'foreword'],
  [/^(?:endnotes|footnotes|rearnotes|doc-endnotes)$/, 'notes'],
  [/^bibliography$|^doc-bibliography$/, 'bibliography'],
  [/^index$|^doc-index$/, 'index'],
  [/^(?:contributors|acknowledg[e]?ments|doc-acknowledgments)$/, 'about-author'],
  [/^(?:chapter|doc-chapter|part|doc-part|epilogue|afterword|conclusion|appendix)$/, 'chapter'],
];

/** A place that the table of contents names. */
interface ContentsEntry {
  readonly title: string;
  readonly path: string;
  readonly fragment: string;
  /** Others stand below it. */
  readonly isPart: boolean;
}

/** @throws ImportError `damaged`, `protected`, `too-large` or `empty` */
export function readEpub(bytes: Uint8Array, file: string): Manuscript {
  const archive = openArchive(bytes, file, (path) => WANTED.test(path));
  const packagePath = packageOf(archive);
  const source = archive.get(packagePath);
  if (!source) throw documentError('damaged', file);
  const book = readXml(decodeXml(source));
  if (isProtected(archive)) throw documentError('protected', file);
  const items = itemsOf(book, packagePath);
  const spine = [...descendants(book, 'itemref')].flatMap(({ attributes }) => {
    const item = items.get(attributes['idref'] ?? '');
    return item && attributes['linear'] !== 'no' ? [item] : [];
  });
  const entries = contentsOf(archive, book, items);
  let missing = 0;
  let pictures = 0;
  const pages: { readonly path: string; readonly read: HtmlPage }[] = [];
  for (const { path, isContents } of spine) {
    const page = archive.get(path);
    if (isContents) continue;
    if (!page) {
      missing += 1;
      continue;
    }
    const read = readHtmlPage(decodeXml(page));
    pictures += read.pictures;
    pages.push({ path, read });
  }
  const title = textOf(firstOf(book, 'title')) || null;
  const author = [...descendants(book, 'creator')].map(textOf).filter(Boolean).join('; ') || null;
  const sections: Section[] = [];
  if (entries.length === 0 && pages.every(({ read }) => kindOfTypes(read.types) === null)) {
    // A book that says nothing about its order is cut at its headings.
    const blocks = pages.flatMap(({ read }) => read.blocks);
    sections.push(...documentSections(blocks, title).sections);
  } else for (const { path, read } of pages) addSections(sections, path, read, entries);
  if (sections.every(({ blocks }) => blocks.length === 0)) throw documentError('empty', file);
  return {
    title,
    author,
    says: {
      publisher: textOf(firstOf(book, 'publisher')),
      language: textOf(firstOf(book, 'language')),
      isbn: [...descendants(book, 'identifier')].map(textOf).find((text) => readIsbn(text) !== null) ?? '',
      description: textOf(firstOf(book, 'description')),
    },
    sections: sections.map((section, index) =>
      isTitlePage(section, index, title, author) ? { ...section, kind: 'title-page' } : section,
    ),
    notices: [
      ...(pictures > 0 ? [{ kind: 'pictures', count: pictures } as const] : []),
      ...(missing > 0 ? [{ kind: 'damaged', count: missing } as const] : []),
    ],
  };
}

/** Longer ones hold more than title, author and publisher. In UTF-16 code units. */
const LONGEST_TITLE_PAGE = 300;

/** A page near the start that says little more than what the book is called, though the book doesn't say what it is. */
function isTitlePage(
  { title, kind, blocks }: Section,
  index: number,
  book: string | null,
  author: string | null,
): boolean {
  if (index > 2 || book === null || title === null || (kind !== 'chapter' && kind !== 'other')) return false;
  const words = blocks.flatMap((block) => ('text' in block ? [block.text] : []));
  const length = words.reduce((sum, text) => sum + text.length, 0);
  if (bareWords(title) === bareWords(book) && length <= LONGEST_TITLE_PAGE + title.length) return true;
  // By another name: it holds the title, and the author or nothing.
  const said = words.map(bareWords).filter((text) => text !== bareWords(title));
  const names = new Set([bareWords(book), bareWords(author ?? ''), bareWords(`by ${author}`), '']);
  return said.includes(bareWords(book)) && said.every((text) => names.has(text));
}

const bareWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The package's path, by the container or, where that is missing, by its name. */
function packageOf(archive: Archive): string {
  const container = archive.get('META-INF/container.xml');
  const named = container ? firstOf(readXml(decodeXml(container)), 'rootfile')?.attributes['full-path'] : undefined;
  if (named !== undefined && archive.has(named)) return named;
  return [...archive.keys()].find((path) => path.endsWith('.opf')) ?? '';
}

/** Whether its words are encrypted: fonts often are, in books that anyone may read. */
function isProtected(archive: Archive): boolean {
  const encryption = archive.get('META-INF/encryption.xml');
  if (!encryption) return false;
  const encrypted = [...descendants(readXml(decodeXml(encryption)), 'CipherReference')];
  return encrypted.some(({ attributes }) => /\.(?:x?html?|opf|ncx)$/i.test(attributes['URI'] ?? ''));
}

interface BookItem {
  readonly path: string;
  readonly isContents: boolean;
}

function itemsOf(book: XmlElement, packagePath: string): Map<string, BookItem> {
  const items = new Map<string, BookItem>();
  for (const { attributes } of descendants(book, 'item')) {
    const path = pathInArchive(attributes['href'] ?? '', packagePath);
    const isContents = (attributes['properties'] ?? '').split(/\s+/).includes('nav');
    if (path !== null) items.set(attributes['id'] ?? '', { path, isContents });
  }
  return items;
}

/** The table of contents: the navigation of EPUB 3, else the NCX of EPUB 2. */
function contentsOf(archive: Archive, book: XmlElement, items: ReadonlyMap<string, BookItem>): ContentsEntry[] {
  for (const { path, isContents } of items.values()) {
    const page = isContents ? archive.get(path) : undefined;
    const nav =
      page &&
      [...descendants(readXml(decodeXml(page)), 'nav')].find(({ attributes }) =>
        (attributes['type'] ?? '').includes('toc'),
      );
    const list = nav && firstOf(nav, 'ol');
    const entries = list ? entriesOfList(list, path) : [];
    if (entries.length > 0) return entries;
  }
  const ncx =
    items.get(firstOf(book, 'spine')?.attributes['toc'] ?? '')?.path ??
    [...archive.keys()].find((path) => path.endsWith('.ncx'));
  const source = ncx === undefined ? undefined : archive.get(ncx);
  const map = source && firstOf(readXml(decodeXml(source)), 'navMap');
  return map ? entriesOfMap(map, ncx ?? '') : [];
}

function entriesOfList(list: XmlElement, from: string): ContentsEntry[] {
  return childrenNamed(list, 'li').flatMap((item) => {
    const link = childrenNamed(item, 'a')[0];
    const below = childrenNamed(item, 'ol')[0];
    const inside = below ? entriesOfList(below, from) : [];
    return [
      ...entry(textOf(link ?? childrenNamed(item, 'span')[0]), link?.attributes['href'], from, inside.length > 0),
      ...inside,
    ];
  });
}

function entriesOfMap(map: XmlElement, from: string): ContentsEntry[] {
  return childrenNamed(map, 'navPoint').flatMap((point) => {
    const inside = entriesOfMap(point, from);
    const source = childrenNamed(point, 'content')[0]?.attributes['src'];
    return [...entry(textOf(childrenNamed(point, 'navLabel')[0]), source, from, inside.length > 0), ...inside];
  });
}

function entry(title: string, reference: string | undefined, from: string, isPart: boolean): ContentsEntry[] {
  const path = reference === undefined ? null : pathInArchive(reference, from);
  const fragment = reference?.split('#')[1] ?? '';
  return path === null || title === '' ? [] : [{ title, path, fragment, isPart }];
}

/** Adds what a page holds, cut where entries lead into it. What stands before the first of them goes on with what was before. */
function addSections(sections: Section[], path: string, page: HtmlPage, entries: readonly ContentsEntry[]): void {
  const cuts = entries
    .filter((each) => each.path === path)
    .map((each) => ({ ...each, at: each.fragment === '' ? 0 : (page.anchors.get(each.fragment) ?? 0) }))
    .toSorted((a, b) => a.at - b.at);
  const kind = kindOfTypes(page.types);
  const before = page.blocks.slice(0, cuts[0]?.at ?? page.blocks.length);
  const last = sections.at(-1);
  if (cuts.length === 0 && kind === null && last && last.kind === 'chapter' && before[0]?.kind !== 'heading') {
    sections[sections.length - 1] = { ...last, blocks: [...last.blocks, ...before] };
  } else if (before.length > 0) {
    const title = headingOf(before);
    sections.push({ title, kind: kind ?? (title === null ? null : kindOfTitle(title)) ?? 'other', blocks: before });
  }
  cuts.forEach((cut, index) => {
    const blocks = page.blocks.slice(cut.at, cuts[index + 1]?.at ?? page.blocks.length);
    sections.push({
      title: cut.title,
      kind: (cuts.length === 1 && kind !== 'chapter' ? kind : null) ?? kindOfTitle(cut.title) ?? 'chapter',
      blocks: [{ kind: 'heading', level: cut.isPart ? 1 : 2, text: cut.title }, ...withoutHeading(blocks, cut.title)],
    });
  });
}

const headingOf = (blocks: readonly Block[]): string | null => {
  const first = blocks[0];
  return first?.kind === 'heading' ? first.text : null;
};

/** Without the headings at the start that say what the entry says. */
function withoutHeading(blocks: readonly Block[], title: string): readonly Block[] {
  let rest = bareWords(title);
  let at = 0;
  for (; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block?.kind !== 'heading' && block?.kind !== 'paragraph') break;
    const words = bareWords(block.text);
    // Some makers style paragraphs as headings: one that says the same is none of the text.
    if (block.kind === 'paragraph' && (words === '' || words !== rest)) break;
    if (words !== '' && !rest.includes(words) && !words.includes(rest)) break;
    rest = rest.replace(words, '');
  }
  return blocks.slice(at);
}

function kindOfTypes(types: ReadonlySet<string>): SectionKind | null {
  for (const [pattern, kind] of KINDS) {
    for (const type of types) if (pattern.test(type)) return kind;
  }
  return null;
}
