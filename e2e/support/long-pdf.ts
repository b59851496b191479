import { pdf } from '../../packages/manuscript/formats/testing/pdf.ts';
import { sampleText } from './texts.ts';

const ROWS_PER_PAGE = 36;
const ROW_HEIGHT_POINTS = 15;
const TOP = 650;

/**
 * Returns War and Peace as a PDF, about 1,900 pages.
 * @param share the fraction of the text to use, from its start; 2 uses the whole text twice
 */
export function longPdf(share = 1): Uint8Array {
  const whole = sampleText('war-and-peace.txt');
  const rows = whole
    .repeat(Math.ceil(share))
    .slice(0, whole.length * share)
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[—–]/g, '--')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes what the font has no glyphs for
    .replace(/[^\x0a\x20-\x7e]/g, '')
    .split('\n');
  const pages = Array.from({ length: Math.ceil(rows.length / ROWS_PER_PAGE) }, (_, page) =>
    rows
      .slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE)
      .flatMap((text, at) => (text.trim() === '' ? [] : [{ text, x: 20, y: TOP - at * ROW_HEIGHT_POINTS }])),
  );
  return pdf(pages, '/Title(War and Peace)');
}
