import type { Block, Manuscript, Section, SectionKind } from '../../../../shared/model/manuscript.ts';
import type { ReportStage } from '../../../../shared/model/reading-progress.ts';
import { parseIsbn } from '../../../../shared/rules/export/isbn.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { withoutLicence } from '../../sections/prose-matter.ts';
import { claimsRights, kindOfSection, kindOfTitle } from '../../sections/section-kinds.ts';
import { type Archive, fileInArchive, fragmentOf, openArchive } from '../archive.ts';
import { documentError } from '../importable-file.ts';
import { addInconsistentFiles, Omissions } from '../omissions.ts';
import { checkHasWords, firstHeading, paragraphTexts, splitAtHeadings, splitIntoSections } from '../sections.ts';
import { nameChapter } from './chapter-titles.ts';
import {
  type BookItem,
  type ContentsEntry,
  readContents,
  readPackageManifest,
  readPageTypes,
} from './epub-contents.ts';
import { readHtmlPage } from './html.ts';
import { findNoteLinks } from './note-links.ts';
import { type HtmlPage, joinParagraphs } from './page-blocks.ts';
import { kindOfPage, separateParts } from './page-parts.ts';
import { continuesSentence, withoutPrintedPageNumbers } from './printed-pages.ts';
import { decodeXml, descendants, firstDescendant, readXml, textOf } from './xml.ts';

const WANTED_FILES = /\.(?:x?html?|xml|opf|ncx)$|(?:^|\/)encryption\.xml$/i;
/** Supports EPUB 2 and 3. @throws ImportError `damaged`, `drm`, `too-large`, `empty` or `no-text` */
export function readEpub(bytes: Uint8Array, file: string, report?: ReportStage): Manuscript {
  report?.('unpacking');
  const { archive, inconsistent } = openArchive(bytes, file, (path) => WANTED_FILES.test(path));
  const packagePath = findPackagePath(archive);
  const source = archive.get(packagePath);
  if (!source) throw documentError('damaged', file);
  const book = readXml(decodeXml(source));
  if (isProtected(archive)) throw documentError('drm', file);
  const items = readPackageManifest(archive, book, packagePath);
  const spine = [...descendants(book, 'itemref')].flatMap(({ attributes }) => {
    const item = items.get(attributes['idref'] ?? '');
    return item ? [{ ...item, isAuxiliary: attributes['linear'] === 'no' }] : [];
  });
  const listed = readContents(archive, book, items);
  const landmarks = readPageTypes(archive, book, packagePath, items);
  const { read, missing, pictures: picturePages, contentsPages } = readPages(archive, spine, listed, report);
  const pages = read.map(({ path, page, isAuxiliary }): BookPage => {
    const kind = kindOfPage(page, landmarks.get(path));
    // Pages outside the reading order (`linear="no"`) are mostly notes.
    return { path, read: page, kind: isAuxiliary && (kind ?? 'chapter') === 'chapter' ? 'notes' : kind };
  });
  const title = textOf(firstDescendant(book, 'title')) || null;
  const author = [...descendants(book, 'creator')].map(textOf).filter(Boolean).join('; ') || null;
  const sections = areContentsUseful(listed, pages)
    ? sectionsFromContents(pages, listed)
    : sectionsWithoutContents(pages, title);
  const leftOut = new Omissions();
  for (const { path: part, read: page } of pages) leftOut.addAll(page.leftOut.notices(), { part });
  for (const { path: part, words } of contentsPages) leftOut.add('navigation', words, { part });
  leftOut.addCount('pictures', picturePages);
  for (const part of missing) leftOut.add('damaged', '', { part });
  addInconsistentFiles(leftOut, inconsistent);
  const pictures = leftOut.count('pictures');
  const kinds = sections.map((section, index) =>
    isTitlePage(section, index, title, author) ? ({ ...section, kind: 'title-page' } as const) : section,
  );
  // Check the pages, not the sections: in the sections, headings missing from the contents are already paragraphs.
  checkHasWords(
    pages.map(({ kind, read: { blocks } }) => ({ title: null, kind: kind ?? 'other', blocks })),
    pictures,
    file,
  );
  checkHasWords(kinds, pictures, file);
  return {
    title,
    author,
    says: {
      publisher: textOf(firstDescendant(book, 'publisher')),
      language: textOf(firstDescendant(book, 'language')),
      isbn: [...descendants(book, 'identifier')].map(textOf).find((text) => parseIsbn(text) !== null) ?? '',
      description: textOf(firstDescendant(book, 'description')),
    },
    sections: kinds,
    notices: leftOut.notices(),
  };
}

interface SpineItem extends BookItem {
  readonly isAuxiliary: boolean;
}

interface ReadPage extends Pick<SpineItem, 'path' | 'isAuxiliary'> {
  readonly page: HtmlPage;
}

function readPages(
  archive: Archive,
  spine: readonly SpineItem[],
  listed: readonly ContentsEntry[],
  report: ReportStage | undefined,
): {
  readonly read: readonly ReadPage[];
  readonly missing: readonly string[];
  readonly pictures: number;
  readonly contentsPages: readonly { readonly path: string; readonly words: string }[];
} {
  const fragments = Map.groupBy(listed, ({ path }) => path);
  const sources: (Omit<ReadPage, 'page'> & { readonly bytes: Uint8Array })[] = [];
  const missing: string[] = [];
  let pictures = 0;
  const contentsPages: { path: string; words: string }[] = [];
  for (const { path, isContents, isPicture, isAuxiliary } of spine) {
    const source = archive.get(path);
    if (isContents) contentsPages.push({ path, words: source ? textOf(readXml(decodeXml(source))) : '' });
    else if (isPicture) pictures += 1;
    else if (source) sources.push({ path, isAuxiliary, bytes: source });
    else missing.push(path);
  }
  const links = findNoteLinks(
    sources.map(({ path, bytes }) => ({ path, html: () => decodeXml(bytes) })),
    (reference, from) => {
      const path = reference.startsWith('#') ? from : fileInArchive(archive, reference, from);
      return path === null ? null : { path, id: fragmentOf(reference) };
    },
  );
  const pages = sources.map(({ path, bytes }, at) => {
    report?.('reading', at, sources.length);
    const cuts = new Set(fragments.get(path)?.map(({ fragment }) => fragment));
    return readHtmlPage(decodeXml(bytes), { cuts, links: links[at] });
  });
  const read = withoutPrintedPageNumbers(pages).map((page, at) => {
    const { path = '', isAuxiliary = false } = sources[at] ?? {};
    return { path, isAuxiliary, page };
  });
  return { read, missing, pictures, contentsPages };
}

/** In UTF-16 code units. Longer sections contain more than a title, an author and a publisher. */
const MAX_TITLE_PAGE_LENGTH = 300;

const MAX_TITLE_PAGE_INDEX = 4;

function isTitlePage(section: Section, index: number, book: string | null, author: string | null): boolean {
  const { title, kind, blocks } = section;
  if (index > MAX_TITLE_PAGE_INDEX || book === null || (kind !== 'chapter' && kind !== 'other')) return false;
  const words = blocks.flatMap((block) => ('text' in block ? [block.text] : []));
  const length = words.reduce((sum, text) => sum + text.length, 0);
  const called = bareWords(title ?? '');
  if (called === bareWords(book) && length <= MAX_TITLE_PAGE_LENGTH + called.length) return true;
  const names = new Set([bareWords(book), bareWords(author ?? book), bareWords(`by ${author}`)]);
  const said = words
    .filter((text) => !claimsRights(text))
    .map(bareWords)
    .filter((text) => text !== '' && text !== called);
  return said.every((text) => names.has(text)) && (said.length > 0 || names.has(called));
}

const bareWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function findPackagePath(archive: Archive): string {
  const container = archive.get('META-INF/container.xml');
  const named = container
    ? firstDescendant(readXml(decodeXml(container)), 'rootfile')?.attributes['full-path']
    : undefined;
  if (named !== undefined && archive.has(named)) return named;
  return [...archive.keys()].find((path) => path.endsWith('.opf')) ?? '';
}

/** Checks only the text files, because DRM-free books often have encrypted fonts. */
function isProtected(archive: Archive): boolean {
  const encryption = archive.get('META-INF/encryption.xml');
  if (!encryption) return false;
  const encrypted = [...descendants(readXml(decodeXml(encryption)), 'CipherReference')];
  return encrypted.some(({ attributes }) => /\.(?:x?html?|opf|ncx)$/i.test(attributes['URI'] ?? ''));
}

/** `kind` comes from the page's markup or the landmarks; null if neither states a kind. */
interface BookPage {
  readonly path: string;
  readonly read: HtmlPage;
  readonly kind: SectionKind | null;
}

function groupByKind(pages: readonly BookPage[]): [SectionKind | null, BookPage[]][] {
  const runs: [SectionKind | null, BookPage[]][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last?.[0] === page.kind && page.kind !== 'chapter') last[1].push(page);
    else runs.push([page.kind, [page]]);
  }
  return runs;
}

function sectionsWithoutContents(pages: readonly BookPage[], title: string | null): Section[] {
  const sections: Section[] = [];
  for (const [kind, group] of groupByKind(pages)) {
    const blocks = group.flatMap(({ read }) => read.blocks);
    const begun = sections.findLastIndex((section) => section.kind === 'chapter');
    const chapter = sections[begun];
    if (blocks.length === 0) continue;
    if (kind !== null) append(sections, separateParts({ title: firstHeading(blocks), kind, blocks }));
    else if (!chapter) append(sections, splitIntoSections(blocks, title).sections.flatMap(separateParts));
    else {
      const [first, ...others] = splitAtHeadings(blocks).flatMap(separateParts);
      if (first && first.title === null && first.kind === 'other')
        sections[begun] = { ...chapter, blocks: [...chapter.blocks, ...first.blocks] };
      else if (first) sections.push(first);
      append(sections, others);
    }
  }
  return sections;
}

/** If the contents list no more chapters than this, the headings may be more complete. */
const MAX_FEW_CHAPTERS = 2;
const MIN_MANY_HEADINGS = 4;

/** Some publishers list only the cover and the start of the book. */
function areContentsUseful(entries: readonly ContentsEntry[], pages: readonly BookPage[]): boolean {
  const chapters = entries.filter(({ title }) => (kindOfTitle(title) ?? 'chapter') === 'chapter').length;
  if (entries.length === 0 || chapters > MAX_FEW_CHAPTERS) return entries.length > 0;
  const headings = pages.flatMap(({ read }) => read.blocks.filter(({ kind }) => kind === 'heading'));
  return headings.length < Math.max(MIN_MANY_HEADINGS, chapters * 3);
}

interface ChapterStart extends ContentsEntry {
  readonly at: number;
  /** Index of the first block after the title. */
  readonly wordsAt: number;
}

function sectionsFromContents(pages: readonly BookPage[], entries: readonly ContentsEntry[]): Section[] {
  const sections: Section[] = [];
  for (const page of pages) addSections(sections, page, entries);
  return sections;
}

/** Text before the page's first entry continues the previous section. */
function addSections(sections: Section[], { path, read, kind }: BookPage, entries: readonly ContentsEntry[]): void {
  const { blocks } = read;
  const licence = withoutLicence(
    blocks.map((block) => ('text' in block && block.text.trim() !== '' ? block.text : '*')),
  );
  const end = licence.marked ? blocks.length - licence.after : blocks.length;
  const cuts = chapterStarts(path, read, entries);
  const addLicence = (from: number, to: number): void => {
    const rest = blocks.slice(from, to);
    if (rest.length > 0) sections.push({ title: firstHeading(rest), kind: 'copyright', blocks: rest });
  };
  const first = cuts[0]?.at ?? blocks.length;
  const start = licence.marked ? licence.before : 0;
  addLicence(0, start);
  addPrecedingBlocks(sections, blocks.slice(start, Math.min(first, end)), { kind, isAlone: cuts.length === 0 });
  if (first > end) addLicence(end, first);
  cuts.forEach((cut, index) => {
    const stop = cuts[index + 1]?.at ?? blocks.length;
    const own = blocks.slice(cut.wordsAt, Math.max(cut.wordsAt, cut.at < end ? Math.min(end, stop) : stop));
    const heading: Block = { kind: 'heading', level: cut.isPart ? 1 : 2, text: cut.title };
    const section: Section = {
      title: cut.title,
      kind:
        (cuts.length === 1 && kind !== 'chapter' ? kind : null) ??
        kindOfSection(cut.title, paragraphTexts(own)) ??
        'chapter',
      blocks: [heading, ...own],
    };
    append(sections, separateParts(section).map(onlyFirstHeading));
    if (cut.at < end && stop > end) addLicence(end, stop);
  });
}

/** Turns headings that aren't in the contents into paragraphs, and a “Notes” heading into a footnote. */
const onlyFirstHeading = (section: Section): Section => ({
  ...section,
  blocks: section.blocks.map((block, at) => {
    const isOfNotes = at > 0 && section.blocks[at + 1]?.kind === 'footnote' && section.kind !== 'notes';
    if (isOfNotes && block.kind === 'heading' && kindOfTitle(block.text) === 'notes')
      return { kind: 'footnote', text: block.text };
    return at === 0 ? block : headingAsParagraph(block);
  }),
});

/** For a dead link, falls back to the heading that matches the entry, then to the previous entry's position. */
function chapterStarts(path: string, { blocks, anchors }: HtmlPage, entries: readonly ContentsEntry[]): ChapterStart[] {
  let last = 0;
  const places = entries
    .filter((entry) => entry.path === path)
    .map((entry) => {
      const heading = blocks.findIndex(
        (block, at) => at >= last && block.kind === 'heading' && nameChapter(entry.title, [block]).blocks > 0,
      );
      const at = entry.fragment === '' ? 0 : (anchors.get(entry.fragment) ?? (heading < 0 ? last : heading));
      last = at;
      return { ...entry, at };
    })
    .toSorted((a, b) => a.at - b.at);
  const cuts: ChapterStart[] = [];
  for (const [index, place] of places.entries()) {
    const before = cuts.at(-1);
    const isBeside = before !== undefined && places[index - 1]?.at === place.at;
    const at = isBeside ? before.at : headingBefore(blocks, place, before?.wordsAt ?? 0);
    const from = isBeside ? before.wordsAt : at;
    const { title, blocks: named } = nameChapter(place.title, blocks.slice(from));
    cuts.push({ ...place, title, at, wordsAt: from + named });
  }
  return cuts;
}

/**
 * Finds the heading above a link target, for links that point to the text below the heading.
 * @param least index of the first block to consider
 */
function headingBefore(
  blocks: readonly Block[],
  { title, at }: { readonly title: string; readonly at: number },
  least: number,
): number {
  let first = at;
  while (first > least && blocks[first - 1]?.kind === 'heading') first -= 1;
  for (; first < at; first += 1) {
    if (nameChapter(title, blocks.slice(first, at)).blocks === at - first) return first;
  }
  return at;
}

function joinBlocks(previous: readonly Block[], after: readonly Block[]): readonly Block[] {
  const [last, first] = [previous.at(-1), after[0]];
  if (last?.kind !== 'paragraph' || first?.kind !== 'paragraph' || !continuesSentence(last, first))
    return [...previous, ...after];
  return [...previous.slice(0, -1), joinParagraphs(last, first, ' '), ...after.slice(1)];
}

const headingAsParagraph = (block: Block): Block => {
  if (block.kind !== 'heading') return block;
  const { level: _, ...words } = block;
  return { ...words, kind: 'paragraph' };
};

function addPrecedingBlocks(
  sections: Section[],
  before: readonly Block[],
  { kind, isAlone }: { readonly kind: SectionKind | null; readonly isAlone: boolean },
): void {
  const title = firstHeading(before);
  const titleKind = title === null ? null : kindOfSection(title, paragraphTexts(before));
  const last = sections.at(-1);
  if (isAlone && kind === null && titleKind === null && last?.kind === 'chapter') {
    const joined = { ...last, blocks: joinBlocks(last.blocks, before) };
    sections.pop();
    append(sections, separateParts(joined).map(onlyFirstHeading));
  } else if (before.length > 0)
    append(sections, separateParts({ title, kind: kind ?? titleKind ?? 'other', blocks: before }));
}
