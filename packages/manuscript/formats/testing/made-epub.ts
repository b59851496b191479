// Builds EPUB files for tests.
import { strToU8, zipSync } from 'fflate';

export const CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>';

/** Returns a page of a book. @param type `epub:type` of the body */
export const page = (body: string, type = ''): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>No words</title></head><body epub:type="${type}">${body}</body></html>`;

export interface Shape {
  readonly pages: Readonly<Record<string, string>>;
  readonly spine?: readonly string[];
  readonly nav?: string;
  readonly ncx?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** Returns a book with these pages and an EPUB 3, EPUB 2 or no table of contents. */
export function book({ pages, spine = Object.keys(pages), nav, ncx, more = {} }: Shape): Uint8Array {
  const items = Object.keys(pages).map((name) => `<item id="${name}" href="text/${encodeURIComponent(name)}"/>`);
  if (nav) items.push('<item id="nav" href="nav.xhtml" properties="nav"/>');
  if (ncx) items.push('<item id="ncx" href="toc.ncx"/>');
  const opf = `<package><metadata><dc:title>The Book</dc:title><dc:creator>A. Writer</dc:creator></metadata>
    <manifest>${items.join('')}</manifest>
    <spine${ncx ? ' toc="ncx"' : ''}>${spine.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`;
  const files: Record<string, string> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'OEBPS/content.opf': opf,
  };
  for (const [name, text] of Object.entries(pages)) files[`OEBPS/text/${name}`] = text;
  if (nav) files['OEBPS/nav.xhtml'] = `<html><body><nav epub:type="toc"><ol>${nav}</ol></nav></body></html>`;
  if (ncx) files['OEBPS/toc.ncx'] = `<ncx><navMap>${ncx}</navMap></ncx>`;
  return zipSync(
    Object.fromEntries(Object.entries({ ...files, ...more }).map(([name, text]) => [name, strToU8(text)])),
  );
}

/** Returns an EPUB 3 table of contents entry. @param inside nested entries */
export const item = (title: string, href: string, inside = ''): string =>
  `<li><a href="${href}">${title}</a>${inside === '' ? '' : `<ol>${inside}</ol>`}</li>`;

/** Returns an EPUB 2 table of contents entry. @param inside nested entries */
export const point = (title: string, href: string, inside = ''): string =>
  `<navPoint><navLabel><text>${title}</text></navLabel><content src="${href}"/>${inside}</navPoint>`;
