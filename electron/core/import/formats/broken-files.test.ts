// Whatever was done to a document's file, its reader finds a manuscript in it or says why there is none.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { seededChance } from '../../../../e2e/hostile-service/chance.ts';
import type { Manuscript } from '../../../../shared/model/manuscript.ts';
import { manuscriptKind, manuscriptText } from '../../../../shared/rules/manuscript-script.ts';
import { ImportError } from '../importable-file.ts';
import { readDocx } from './docx.ts';
import { readHtmlFile } from './html-file.ts';
import { readOdt } from './odt.ts';
import { readPdf } from './pdf.ts';
import { readRtf } from './rtf.ts';
import { pdf } from './testing/pdf.ts';

const ROUNDS = 200;
/** A reader that takes longer over a page hangs. */
const MOST_MS = 10_000;

type Read = (bytes: Uint8Array, file: string) => Manuscript | Promise<Manuscript>;
type Chance = () => number;

interface Form {
  readonly read: Read;
  /** A good document, with a part of it changed where it is packed. */
  readonly make: (change: (part: Uint8Array) => Uint8Array) => Uint8Array;
}

const archive = (
  parts: Readonly<Record<string, string>>,
  change: (part: Uint8Array) => Uint8Array,
  changed: string,
): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [name, name === changed ? change(strToU8(text)) : strToU8(text)]),
    ),
  );

const WORD = {
  'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${'<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Words &amp; more</w:t><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'.repeat(3)}</w:body></w:document>`,
  'word/styles.xml':
    '<w:styles><w:style w:styleId="H"><w:name w:val="heading 1"/><w:basedOn w:val="H"/></w:style></w:styles>',
  'word/footnotes.xml':
    '<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>Note</w:t></w:r></w:p></w:footnote></w:footnotes>',
};
const OPEN = {
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml': `<office:document-content><office:body><office:text>${'<text:h text:outline-level="1">One</text:h><text:p text:style-name="P1">Words<text:s text:c="3"/><text:note><text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p><table:table><table:table-row><table:table-cell><text:p>Cell</text:p></table:table-cell></table:table-row></table:table>'.repeat(3)}</office:text></office:body></office:document-content>`,
  'styles.xml': '<office:styles><style:style style:name="P1" style:parent-style-name="P1"/></office:styles>',
};
const HTML = `<!doctype html><html><head><title>T</title></head><body>${'<h2 id="a">One</h2><p>Words &mdash; <i>more</i></p><table><tr><td>A<td>B</table><hr>'.repeat(4)}</body></html>`;
const RTF = `{\\rtf1\\ansi\\ansicpg932{\\fonttbl{\\f0\\fcharset128 A;}}{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}${"{\\pard\\s1 One\\par}\\pard W\\'83\\'41ords\\u8217 ?{\\footnote Note}\\par\\trowd\\intbl a\\cell b\\cell\\row".repeat(3)}}`;
const PAGES = [1, 2, 3].map((page) => [
  { text: 'Chapter', y: 660, size: 18 },
  ...[0, 1, 2, 3, 4].map((row) => ({ text: `Words of page ${page} in row ${row}, which go on`, y: 600 - row * 12 })),
  { text: String(page), x: 200, y: 30 },
]);

const FORMS: Readonly<Record<string, Form>> = {
  DOCX: { read: readDocx, make: (change) => archive(WORD, change, 'word/document.xml') },
  ODT: { read: readOdt, make: (change) => archive(OPEN, change, 'content.xml') },
  HTML: { read: readHtmlFile, make: (change) => change(strToU8(HTML)) },
  RTF: { read: readRtf, make: (change) => change(strToU8(RTF)) },
  PDF: { read: readPdf, make: (change) => change(Uint8Array.from(pdf(PAGES))) },
};

/** Does some of what goes wrong with files: lost ends, lost, doubled and swapped stretches, and other bytes. */
function broken(bytes: Uint8Array, chance: Chance): Uint8Array {
  let result = Uint8Array.from(bytes);
  for (let times = 1 + Math.floor(chance() * 4); times > 0; times -= 1) {
    const from = Math.floor(chance() * result.length);
    const to = Math.min(result.length, from + 1 + Math.floor(chance() ** 3 * 300));
    const kind = Math.floor(chance() * 6);
    if (kind === 0) result = result.slice(0, from);
    else if (kind === 1) result = Uint8Array.from([...result.subarray(0, from), ...result.subarray(to)]);
    else if (kind === 2) {
      const again = Array.from({ length: 1 + Math.floor(chance() * 20) }, () => [...result.subarray(from, to)]).flat();
      result = Uint8Array.from([...result.subarray(0, to), ...again, ...result.subarray(to)]);
    } else if (kind === 3) result.subarray(from, to).reverse();
    else for (let at = from; at < to; at += kind === 4 ? 1 : 37) result[at] = Math.floor(chance() * 256);
  }
  return result;
}

async function outcomeOf(read: Read, bytes: Uint8Array): Promise<string> {
  try {
    const manuscript = await read(bytes, 'book');
    return typeof manuscriptText(manuscript, manuscriptKind(manuscript));
  } catch (error) {
    // What a library throws beyond what is expected of it is caught in the thread; nothing else throws.
    return error instanceof ImportError ? error.kind : String(error);
  }
}

describe.each(Object.entries(FORMS))('broken files: %s', (_, { read, make }) => {
  it('is read where nothing is wrong with it', async () => {
    expect(
      await outcomeOf(
        read,
        make((part) => part),
      ),
    ).toBe('string');
  });

  it('becomes what is left of it, or a reason why that is nothing', async () => {
    const expected = ['string', 'damaged', 'empty', 'protected', 'no-text', 'too-large', 'too-complex'];
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const chance = seededChance(seed);
      const isInside = chance() < 0.6;
      const bytes = isInside
        ? make((part) => broken(part, chance))
        : broken(
            make((part) => part),
            chance,
          );
      const start = performance.now();
      expect(expected, `seed ${seed}`).toContain(await outcomeOf(read, bytes));
      expect(performance.now() - start, `seed ${seed}`).toBeLessThan(MOST_MS);
    }
  }, 60_000);
});
