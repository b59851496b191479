// Converts the package document of an EPUB 2 to EPUB 3, and its NCX to a navigation document.
import {
  childrenNamed,
  descendants,
  firstDescendant,
  readXml,
  textOf,
  type XmlElement,
} from '@lectern/manuscript/epub';
import { at } from '../../../../shared/rules/at.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { relativeUrl } from './media-overlay.ts';
import {
  attributeOf,
  endOf,
  escapeXml,
  localName,
  prefixOf,
  type SourceEdit,
  withEdits,
  withNumericEntities,
  type XmlPart,
  type XmlStartTag,
  xmlParts,
} from './xml-source.ts';

interface UpgradeDetails {
  readonly title: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** Properties to add, by manifest id. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
  /** Path of the navigation document, relative to the package document. */
  readonly nav: string;
}

/** Media types of pages in books for the predecessors of EPUB. */
const OLD_PAGE_TYPES = new Set(['text/x-oeb1-document', 'text/html']);
const OLD_STYLE_TYPE = 'text/x-oeb1-css';
const REMOVED_ITEM_ATTRIBUTES = new Set(['required-namespace', 'required-modules', 'fallback-style']);

/** Adds everything that EPUB 3 requires except `dcterms:modified`. @throws XmlSourceError */
export function upgradePackage(original: string, details: UpgradeDetails): string {
  const source = withoutPrefix(withNumericEntities(original));
  const parts = xmlParts(source);
  const edits: SourceEdit[] = [];
  const textIn = (index: number): string => {
    const [start, end] = [at(parts, index), at(parts, endOf(parts, index))];
    return source.slice(start.to, Math.max(start.to, end.from)).trim();
  };
  const remove = (index: number): void => {
    edits.push({ from: at(parts, index).from, to: at(parts, endOf(parts, index)).to, text: '' });
  };
  const root = parts.find((part) => part.kind === 'open');
  const prefix = root ? prefixOf(root.name) : '';
  const unique = root && attributeOf(root, 'unique-identifier');
  const has = (name: string): boolean =>
    parts.some((part, index) => part.kind === 'open' && part.name === name && textIn(index) !== '');
  const cover = coverIn(parts);
  let dates = 0;
  let people = 0;
  const added: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'doctype') edits.push({ ...part, text: '' });
    if (part.kind === 'instruction' && /^<\?xml\s/.test(source.slice(part.from, part.to)))
      edits.push({ ...part, text: '<?xml version="1.0" encoding="UTF-8"?>' });
    const isWrapper = 'name' in part && /^(?:dc|x)-metadata$/.test(localName(part.name));
    if (isWrapper) edits.push({ from: part.from, to: part.to, text: '' });
    if (part.kind !== 'open' || isWrapper) continue;
    const name = localName(part.name);
    if (name === 'package') edits.push(replacedTag(part, { version: '3.0' }));
    else if (name === 'tours') remove(index);
    else if (name === 'item') edits.push(itemEdit(part, details.properties, cover));
    else if (part.name.startsWith('dc:')) {
      const isUnique = name === 'identifier' && attributeOf(part, 'id') === unique;
      dates += name === 'date' ? 1 : 0;
      if ((textIn(index) === '' && !isUnique) || (name === 'date' && dates > 1)) remove(index);
      else if (name === 'creator' || name === 'contributor') {
        people += 1;
        const id = attributeOf(part, 'id') ?? `person-${people}`;
        edits.push(replacedTag(part, { id }, isOldAttribute));
        for (const [property, scheme] of [
          ['role', ' scheme="marc:relators"'],
          ['file-as', ''],
        ] as const) {
          const value = attributeOf(part, `opf:${property}`);
          if (value)
            added.push(
              `<${prefix}meta refines="#${id}" property="${property}"${scheme}>${escapeXml(value)}</${prefix}meta>`,
            );
        }
      } else edits.push(replacedTag(part, {}, isOldAttribute));
    } else if (name === 'meta' && (!attributeOf(part, 'name') || attributeOf(part, 'content') === undefined))
      remove(index);
  }
  if (!has('dc:title')) added.push(`<dc:title>${escapeXml(details.title)}</dc:title>`);
  if (!has('dc:language')) added.push(`<dc:language>${escapeXml(details.language)}</dc:language>`);
  append(edits, insertions(parts, prefix, { metadata: added, manifest: [navItem(parts, prefix, details.nav)] }));
  return withEdits(source, edits);
}

/** Some reading systems don't know elements such as `opf:manifest`. */
function withoutPrefix(source: string): string {
  const parts = xmlParts(source);
  const root = parts.find((part) => part.kind === 'open');
  const prefix = root ? prefixOf(root.name) : '';
  if (!root || prefix === '' || attributeOf(root, 'xmlns') !== undefined) return source;
  const edits = parts.flatMap((part): SourceEdit[] => {
    if (!('name' in part) || !part.name.startsWith(prefix)) return [];
    const from = part.from + (part.kind === 'close' ? 2 : 1);
    const namespace = part === root ? ' xmlns="http://www.idpf.org/2007/opf"' : '';
    return [{ from, to: from + part.name.length, text: `${localName(part.name)}${namespace}` }];
  });
  return withEdits(source, edits);
}

/** Attributes such as `opf:role`, which are metadata elements in EPUB 3. */
const isOldAttribute = (name: string): boolean => /^(?:opf:|xsi:|scheme$|event$|role$|file-as$)/.test(name);

function replacedTag(
  tag: XmlStartTag,
  changes: Readonly<Record<string, string>>,
  isDropped: (name: string) => boolean = () => false,
): SourceEdit {
  const attributes = new Map(tag.attributes.map(({ name, value }) => [name, value]));
  for (const name of attributes.keys()) if (isDropped(name)) attributes.delete(name);
  for (const [name, value] of Object.entries(changes)) attributes.set(name, value);
  const written = Array.from(attributes, ([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
  return { from: tag.from, to: tag.to, text: `<${tag.name}${written}${tag.isEmpty ? '/' : ''}>` };
}

function itemEdit(tag: XmlStartTag, properties: UpgradeDetails['properties'], cover: string | null): SourceEdit {
  const id = attributeOf(tag, 'id') ?? '';
  const type = attributeOf(tag, 'media-type') ?? '';
  const stated = [...(properties.get(id) ?? []), ...(id === cover ? ['cover-image'] : [])];
  return replacedTag(
    tag,
    {
      ...(OLD_PAGE_TYPES.has(type) && { 'media-type': 'application/xhtml+xml' }),
      ...(type === OLD_STYLE_TYPE && { 'media-type': 'text/css' }),
      ...(stated.length > 0 && { properties: stated.join(' ') }),
    },
    (name) => REMOVED_ITEM_ATTRIBUTES.has(name),
  );
}

/** Returns the manifest id of the cover picture, from `<meta name="cover" content="id"/>`. */
function coverIn(parts: readonly XmlPart[]): string | null {
  const tags = parts.filter((part) => part.kind === 'open');
  const id = tags
    .map((tag) => (attributeOf(tag, 'name') === 'cover' ? attributeOf(tag, 'content') : undefined))
    .find(Boolean);
  const item = tags.find((tag) => localName(tag.name) === 'item' && attributeOf(tag, 'id') === id);
  return id !== undefined && (item && attributeOf(item, 'media-type'))?.startsWith('image/') ? id : null;
}

function navItem(parts: readonly XmlPart[], prefix: string, nav: string): string {
  const ids = new Set(parts.flatMap((part) => (part.kind === 'open' ? (attributeOf(part, 'id') ?? []) : [])));
  const id = freeId(ids, 'nav');
  return `<${prefix}item id="${id}" href="${escapeXml(nav)}" media-type="application/xhtml+xml" properties="nav"/>`;
}

/** Returns an id that isn't used yet. */
export function freeId(ids: ReadonlySet<string>, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!ids.has(id)) return id;
  }
}

/** Returns edits that add elements at the end of other elements. */
export function insertions(
  parts: readonly XmlPart[],
  prefix: string,
  added: Readonly<Record<string, readonly string[]>>,
): SourceEdit[] {
  return Object.entries(added).flatMap(([name, elements]) => {
    if (elements.length === 0) return [];
    const end = parts.findLast((part) => part.kind === 'close' && part.name === `${prefix}${name}`);
    if (!end) throw new RangeError(`there is no ${name}`);
    return [{ from: end.from, to: end.from, text: elements.map((element) => `${element}\n`).join('') }];
  });
}

interface NavEntry {
  readonly title: string;
  readonly href: string;
  readonly inside: readonly NavEntry[];
}

interface NavSource {
  /** Path of the navigation document in the EPUB. */
  readonly path: string;
  readonly title: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly ncx: { readonly source: string; readonly path: string } | null;
  readonly pages: readonly { readonly path: string; readonly title: string }[];
  /** Returns the path of an existing file; null if there is none. */
  readonly resolve: (reference: string, base: string) => string | null;
}

/** Writes a navigation document with the entries of an NCX, or with the pages if there is no usable NCX. */
export function navDocument({ path: nav, title, language, ncx, pages: allPages, resolve }: NavSource): string {
  const tree = ncx && readXml(ncx.source);
  const linkTo = (address: string): string | null => {
    const [file = '', fragment] = address.split('#');
    const path = resolve(file, ncx?.path ?? '');
    return path && relativeUrl(nav, path) + (fragment ? `#${fragment}` : '');
  };
  const entriesOf = (element: XmlElement): NavEntry[] =>
    childrenNamed(element, 'navPoint').flatMap((point): NavEntry[] => {
      const href = linkTo(firstDescendant(point, 'content')?.attributes['src'] ?? '');
      const inside = entriesOf(point);
      const label = textOf(childrenNamed(point, 'navLabel')[0]);
      return href === null ? inside : [{ title: label === '' ? title : label, href, inside }];
    });
  const map = tree && firstDescendant(tree, 'navMap');
  const listed = map ? entriesOf(map) : [];
  const entries =
    listed.length > 0
      ? listed
      : allPages.map((page) => ({ title: page.title, href: relativeUrl(nav, page.path), inside: [] }));
  const pages = tree
    ? [...descendants(tree, 'pageTarget')].flatMap((target) => {
        const href = linkTo(firstDescendant(target, 'content')?.attributes['src'] ?? '');
        const label = textOf(childrenNamed(target, 'navLabel')[0]);
        return href === null || label === '' ? [] : [{ title: label, href, inside: [] }];
      })
    : [];
  return navigationPage(title, language, { entries, pages });
}

/** Writes a navigation document. Its links are relative to itself. */
export function navigationPage(
  title: string,
  language: string,
  { entries, pages = [] }: { readonly entries: readonly NavEntry[]; readonly pages?: readonly NavEntry[] },
): string {
  const list = (all: readonly NavEntry[]): string =>
    `<ol>\n${all
      .map(
        ({ title: label, href, inside }) =>
          `<li><a href="${escapeXml(href)}">${escapeXml(label)}</a>${inside.length > 0 ? `\n${list(inside)}` : ''}</li>\n`,
      )
      .join('')}</ol>`;
  const lang = escapeXml(language);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE html>',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${lang}" lang="${lang}">`,
    `<head><title>${escapeXml(title)}</title></head>`,
    '<body>',
    `<nav epub:type="toc" role="doc-toc" id="toc"><h1>${escapeXml(title)}</h1>\n${list(entries)}</nav>`,
    ...(pages.length > 0
      ? [`<nav epub:type="page-list" role="doc-pagelist" hidden="hidden">\n${list(pages)}</nav>`]
      : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Removes the document type of an NCX, and replaces the identifier, which has to be the same as the package's. */
export const upgradedNcx = (ncx: string, identifier: string): string =>
  withNumericEntities(ncx)
    .replace(/^([^<]*(?:<\?[^>]*>[^<]*)?)<!DOCTYPE[^[<>]*(?:\[[^\]]*\]\s*)?>\s*/, '$1')
    .replace(/<[^<>]*>/g, (tag) =>
      /\bname\s*=\s*["']dtb:uid["']/.test(tag)
        ? tag.replace(
            /(\bcontent\s*=\s*)(?:"[^"]*"|'[^']*')/,
            (_, start: string) => `${start}"${escapeXml(identifier)}"`,
          )
        : tag,
    );
