import { isUtf8 } from 'node:buffer';
import type { Manuscript } from '../../../../shared/model/manuscript.ts';
import { type DecodedText, decodeText } from '../../text/text-file.ts';
import { detectFileType } from '../file-type.ts';
import { documentError } from '../importable-file.ts';
import { checkHasWords, splitIntoSections } from '../sections.ts';
import { readHtmlPage } from './html.ts';
import { separateParts } from './page-parts.ts';
import { withoutPrintedPageNumbers } from './printed-pages.ts';
import { isScreenplayPage } from './screenplay-classes.ts';
import { findSiteParts } from './site-parts.ts';
import { decodeXml } from './xml.ts';

/** @throws ImportError `damaged` if the file isn't text, `empty` or `no-text` */
export function readHtmlFile(bytes: Uint8Array, file: string): Manuscript {
  const known = detectFileType(bytes);
  if (known && known !== 'html') throw documentError('damaged', file);
  const { text, notices } = decodePage(bytes, file);
  const [page] = withoutPrintedPageNumbers([
    readHtmlPage(text, { siteParts: findSiteParts(text), isScreenplay: isScreenplayPage(text) }),
  ]);
  if (!page) throw documentError('empty', file);
  const named = page.title?.replace(/ [|–-] Project Gutenberg$/i, '') ?? null;
  const found = splitIntoSections(page.blocks, named);
  const sections = found.sections.flatMap(separateParts);
  checkHasWords(sections, page.leftOut.count('pictures'), file);
  return {
    title: named ?? found.title,
    author: null,
    sections,
    notices: page.leftOut.notices(),
    // A web page may declare an encoding.
    assumed: notices.filter(({ kind }) => kind === 'twice-encoded'),
  };
}

/** Prefers valid UTF-8 over the declared encoding. Statistical detection is the last resort. */
function decodePage(bytes: Uint8Array, file: string): DecodedText {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  if (/charset\s{0,4}=|encoding\s{0,4}=/i.test(head) && !isUtf8(bytes)) return { text: decodeXml(bytes), notices: [] };
  const decoded = decodeText(bytes);
  if (typeof decoded === 'string') throw documentError('damaged', file);
  return decoded;
}
