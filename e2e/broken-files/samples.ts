// Valid documents of every format, small enough to be damaged ten thousand times.
import { readFileSync } from 'node:fs';
import { strToU8, unzipSync } from 'fflate';
import { pdf } from '../../packages/manuscript/formats/testing/pdf.ts';

/** A file, or the files of an archive. */
export type Sample = Uint8Array | Readonly<Record<string, Uint8Array>>;

const WORD_DOCUMENT = {
  'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${'<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Words &amp; more</w:t><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'.repeat(3)}</w:body></w:document>`,
  'word/styles.xml':
    '<w:styles><w:style w:styleId="H"><w:name w:val="heading 1"/><w:basedOn w:val="H"/></w:style></w:styles>',
  'word/footnotes.xml':
    '<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>Note</w:t></w:r></w:p></w:footnote></w:footnotes>',
};
const OPEN_DOCUMENT = {
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml': `<office:document-content><office:body><office:text>${'<text:h text:outline-level="1">One</text:h><text:p text:style-name="P1">Words<text:s text:c="3"/><text:note><text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p><table:table><table:table-row><table:table-cell><text:p>Cell</text:p></table:table-cell></table:table-row></table:table>'.repeat(3)}</office:text></office:body></office:document-content>`,
  'styles.xml': '<office:styles><style:style style:name="P1" style:parent-style-name="P1"/></office:styles>',
};
const PAGE = `<!doctype html><html><head><title>T</title></head><body>${'<h2 id="a">One</h2><p>Words &mdash; <i>more</i></p><table><tr><td>A<td>B</table><hr>'.repeat(4)}</body></html>`;
const RICH_TEXT = `{\\rtf1\\ansi\\ansicpg932{\\fonttbl{\\f0\\fcharset128 A;}}{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}${"{\\pard\\s1 One\\par}\\pard W\\'83\\'41ords\\u8217 ?{\\footnote Note}\\par\\trowd\\intbl a\\cell b\\cell\\row".repeat(3)}}`;
const PAGES = [1, 2, 3].map((page) => [
  { text: 'Chapter', y: 660, size: 18 },
  ...[0, 1, 2, 3, 4].map((row) => ({ text: `Words of page ${page} in row ${row}, which go on`, y: 600 - row * 12 })),
  { text: String(page), x: 200, y: 30 },
]);

const repeatRows = (times: number, row: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => row(at)).join('');

const FOUNTAIN = `Title: Rain\nAuthor: A. B.\n\n# Act I\n\n${repeatRows(20, (at) => `INT. FLAT - DAY #${at}#\n\n[[note]] She *waits*.\n\nMARA (V.O.)\n(softly)\nHello ${at}.\n\n/* no */\n\n> CUT TO:\n\n`)}`;
const FDX = `<?xml version="1.0"?><FinalDraft><Content>${repeatRows(20, (at) => `<Paragraph Type="Character"><Text>MARA</Text></Paragraph><Paragraph Type="Dialogue"><Text>Hello &amp; ${at}.</Text></Paragraph><Paragraph Type="Scene Heading"><Text>INT.</Text></Paragraph>`)}</Content></FinalDraft>`;
const CSV = `Scene,Role,Direction,Text\r\n${repeatRows(30, (at) => `${at % 7},Mara,softly,"Hello, ""${at}""\r\nand so on."\r\n`)}`;
const SRT = repeatRows(
  30,
  (at) =>
    `${at}\n00:00:${10 + at},000 --> 00:00:${11 + at},500\n<v Mara>MARA: Hello &amp; [sighs]\n- ${at}, {\\an8}♪\n\n`,
);
const SHEET = `<worksheet><sheetData>${repeatRows(30, (at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at % 4}</v></c><c r="B${at + 1}" t="inlineStr"><is><t>Hello ${at}.</t></is></c></row>`)}</sheetData><mergeCells><mergeCell ref="A2:A9"/></mergeCells></worksheet>`;
const BOOK: Readonly<Record<string, string>> = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>',
  'xl/sharedStrings.xml': '<sst><si><t>Mara</t></si><si><t>Tom</t></si><si><r><t>La</t></r><r><t>ne</t></r></si></sst>',
  'xl/s.xml': SHEET,
};

const EPUB = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': '<container><rootfiles><rootfile full-path="o/c.opf"/></rootfiles></container>',
  'o/c.opf': `<package><metadata><dc:title>T</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/><item id="n" href="t.ncx"/>${repeatRows(4, (at) => `<item id="p${at}" href="t/p%20${at}.xhtml"/>`)}</manifest><spine toc="n">${repeatRows(4, (at) => `<itemref idref="p${at}"/>`)}</spine></package>`,
  'o/nav.xhtml': `<html><body><nav epub:type="toc"><ol>${repeatRows(4, (at) => `<li><a href="t/p%20${at}.xhtml#a${at}">Chapter ${at}</a><ol><li><a href="t/p%20${at}.xhtml#b">Below</a></li></ol></li>`)}</ol></nav></body></html>`,
  'o/t.ncx': `<ncx><navMap>${repeatRows(4, (at) => `<navPoint><navLabel><text>Chapter ${at}</text></navLabel><content src="t/p%20${at}.xhtml"/></navPoint>`)}</navMap></ncx>`,
  ...Object.fromEntries(
    [0, 1, 2, 3].map((at) => [
      `o/t/p ${at}.xhtml`,
      `<html><head><title>x</title></head><body epub:type="chapter"><h2 id="a${at}">Chapter ${at}</h2><p>Words<a epub:type="noteref" href="#n">1</a> &amp; more.</p><p id="b">Below.</p><aside id="n" epub:type="footnote"><p>Note.</p></aside><table><tr><td>A</td><td>B</td></tr></table></body></html>`,
    ]),
  ),
};

const archive = (parts: Readonly<Record<string, string>>): Sample =>
  Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]));

/** Files made by other programs (e2e/forms). */
const readFixture = (file: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../fixtures/forms/${file}`, import.meta.url)));
const readFixtureArchive = (file: string): Sample => unzipSync(readFixture(file));

const MARKDOWN = `# Act I\n\n${repeatRows(12, (at) => `**Mara:** Hello ${at}. *(sighs)*\n\n[SFX: rain]\n\nTOM (cont’d): “No,” he said – [pause 2s] ‘yes’.\n\n田中：はい。\n\n`)}`;

const MARKDOWN_BOOK = `---\ntitle: A Book\nauthor: A. Writer\n---\n\n# One\n\n${repeatRows(12, (at) => `Words ${at} with *stress*, a [link](http://a.example/${at} "x"), ![a](b.png) and a note.[^${at}]\n\n> A letter.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n* * *\n\n1. one\n2. two\n\n[^${at}]: The note,\n    which goes on.\n\n## Chapter ${at}\n\n`)}`;

/** Samples by format name, as on the command line. They are loaded only once per process. */
export const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  epub: [archive(EPUB), readFixtureArchive('bold-2.epub')],
  docx: [archive(WORD_DOCUMENT), readFixtureArchive('bold.docx')],
  odt: [archive(OPEN_DOCUMENT), readFixtureArchive('bold.odt')],
  html: [strToU8(PAGE), readFixture('bold-office.htm')],
  markdown: [strToU8(MARKDOWN_BOOK), strToU8(MARKDOWN)],
  rtf: [strToU8(RICH_TEXT), readFixture('bold.rtf')],
  pdf: [Uint8Array.from(pdf(PAGES)), readFixture('above-office.pdf')],
  fountain: [strToU8(FOUNTAIN), readFixture('act.fountain')],
  fdx: [strToU8(FDX), readFixture('act.fdx')],
  csv: [strToU8(CSV), readFixture('table.csv')],
  subtitles: [strToU8(SRT), readFixture('act.vtt')],
  xlsx: [archive(BOOK), readFixtureArchive('table.xlsx')],
  text: [strToU8(MARKDOWN), strToU8(repeatRows(40, (at) => `“Come ${at},” said Tom. ‘Sit — down.’\n\n`))],
};
