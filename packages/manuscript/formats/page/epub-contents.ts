import { type Archive, fileInArchive, fragmentOf } from '../archive.ts';
import { childrenNamed, decodeXml, descendants, firstDescendant, readXml, textOf, type XmlElement } from './xml.ts';

export interface ContentsEntry {
  readonly title: string;
  readonly path: string;
  readonly fragment: string;
  /** Whether the entry has nested entries. */
  readonly isPart: boolean;
}

export interface BookItem {
  readonly path: string;
  readonly isContents: boolean;
  readonly isPicture: boolean;
}

export function readPackageManifest(archive: Archive, book: XmlElement, packagePath: string): Map<string, BookItem> {
  const items = new Map<string, BookItem>();
  for (const { attributes } of descendants(book, 'item')) {
    const path = fileInArchive(archive, attributes['href'] ?? '', packagePath);
    const isContents = (attributes['properties'] ?? '').split(/\s+/).includes('nav');
    const isPicture = (attributes['media-type'] ?? '').startsWith('image/');
    if (path !== null) items.set(attributes['id'] ?? '', { path, isContents, isPicture });
  }
  return items;
}

/** Reads the EPUB 3 navigation document or, if there is none, the EPUB 2 NCX. */
export function readContents(
  archive: Archive,
  book: XmlElement,
  items: ReadonlyMap<string, BookItem>,
): ContentsEntry[] {
  for (const { path, isContents } of items.values()) {
    const page = isContents ? archive.get(path) : undefined;
    const nav =
      page &&
      [...descendants(readXml(decodeXml(page)), 'nav')].find(({ attributes }) =>
        (attributes['type'] ?? '').includes('toc'),
      );
    const list = nav && firstDescendant(nav, 'ol');
    const entries = list ? readNavigationList(list, { archive, from: path }) : [];
    if (entries.length > 0) return entries;
  }
  const ncx =
    items.get(firstDescendant(book, 'spine')?.attributes['toc'] ?? '')?.path ??
    [...archive.keys()].find((path) => path.endsWith('.ncx'));
  const source = ncx === undefined ? undefined : archive.get(ncx);
  const map = source && firstDescendant(readXml(decodeXml(source)), 'navMap');
  return map ? readNavigationMap(map, { archive, from: ncx ?? '' }) : [];
}

function readNavigationList(list: XmlElement, context: ContentsContext): ContentsEntry[] {
  return childrenNamed(list, 'li').flatMap((item) => {
    const below = childrenNamed(item, 'ol')[0];
    const label = { ...item, children: item.children.filter((child) => child !== below) };
    const link = firstDescendant(label, 'a');
    const inside = below ? readNavigationList(below, context) : [];
    return [...contentsEntry(textOf(link ?? label), link?.attributes['href'], context, inside.length > 0), ...inside];
  });
}

function readNavigationMap(map: XmlElement, context: ContentsContext): ContentsEntry[] {
  return childrenNamed(map, 'navPoint').flatMap((point) => {
    const inside = readNavigationMap(point, context);
    const source = childrenNamed(point, 'content')[0]?.attributes['src'];
    return [
      ...contentsEntry(textOf(childrenNamed(point, 'navLabel')[0]), source, context, inside.length > 0),
      ...inside,
    ];
  });
}

function contentsEntry(
  title: string,
  reference: string | undefined,
  { archive, from }: ContentsContext,
  isPart: boolean,
): ContentsEntry[] {
  const path = reference === undefined ? null : fileInArchive(archive, reference, from);
  return path === null || title === '' ? [] : [{ title, path, fragment: fragmentOf(reference ?? ''), isPart }];
}

interface ContentsContext {
  readonly archive: Archive;
  readonly from: string;
}

/** Returns page types by path, from EPUB 3 landmarks and the EPUB 2 guide. Ignores references with a fragment. */
export function readPageTypes(
  archive: Archive,
  book: XmlElement,
  packagePath: string,
  items: ReadonlyMap<string, BookItem>,
): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  const add = (reference: string, from: string, type: string): void => {
    const path = reference.includes('#') ? null : fileInArchive(archive, reference, from);
    if (path !== null && type !== '' && !types.has(path)) types.set(path, type.toLowerCase());
  };
  for (const { path, isContents } of items.values()) {
    const page = isContents ? archive.get(path) : undefined;
    const navs = page ? [...descendants(readXml(decodeXml(page)), 'nav')] : [];
    const landmarks = navs.find(({ attributes }) => (attributes['type'] ?? '').includes('landmarks'));
    for (const { attributes } of landmarks ? descendants(landmarks, 'a') : [])
      add(attributes['href'] ?? '', path, attributes['type'] ?? '');
  }
  for (const { attributes } of descendants(book, 'reference'))
    add(attributes['href'] ?? '', packagePath, attributes['type'] ?? '');
  return types;
}
