// EPUBs made for tests, page by page.
import { strToU8, zipSync } from 'fflate';

export const CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>';

/** A page of a book. @param type the `epub:type` of its body */
export const page = (body: string, type = ''): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>No words</title></head><body epub:type="${type}">${body}</body></html>`;

export interface Shape {
  readonly pages: Readonly<Record<string, string>>;
  readonly spine?: readonly string[];
  readonly nav?: string;
  readonly ncx?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** A book of these pages, with the table of contents of EPUB 3, of EPUB 2, or none. */
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

/** An entry of the contents of EPUB 3. @param inside the entries below it */
export const item = (title: string, href: string, inside = ''): string =>
  `<li><a href="${href}">${title}</a>${inside === '' ? '' : `<ol>${inside}</ol>`}</li>`;

/** An entry of the contents of EPUB 2. @param inside the entries below it */
export const point = (title: string, href: string, inside = ''): string =>
  `<navPoint><navLabel><text>${title}</text></navLabel><content src="${href}"/>${inside}</navPoint>`;
