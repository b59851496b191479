import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readXlsx } from './xlsx.ts';

interface Book {
  readonly sheets: readonly { readonly name: string; readonly xml: string | null; readonly state?: string }[];
  readonly strings?: string;
  readonly more?: Readonly<Record<string, string>>;
}

function workbook({ sheets, strings, more = {} }: Book): Uint8Array {
  const names = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}" state="${state ?? 'visible'}"/>`,
  );
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="x/worksheet" Target="${at % 2 === 0 ? '' : '/xl/'}worksheets/s${at}.xml"/>`,
  );
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...more,
  };
  for (const [at, { xml }] of sheets.entries()) if (xml !== null) files[`xl/worksheets/s${at}.xml`] = xml;
  if (strings !== undefined) files['xl/sharedStrings.xml'] = `<sst>${strings}</sst>`;
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** Cells by their addresses in inline strings, row by row. */
const sheet = (rows: readonly Readonly<Record<string, string>>[], more = ''): string => {
  const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const xml = rows.map((row) => {
    const number = /\d+/.exec(Object.keys(row)[0] ?? '')?.[0];
    return `<row r="${number}">${Object.entries(row)
      .map(([address, text]) => cell(address, text))
      .join('')}</row>`;
  });
  return `<worksheet><sheetData>${xml.join('')}</sheetData>${more}</worksheet>`;
};
const script = (book: Book): string => manuscriptText(readXlsx(workbook(book), 'play.xlsx'), 'script');
const TITLES = { B1: 'Role', D1: 'Text' };

describe('an Excel workbook', () => {
  it('has its words from shared strings, inline ones, formulas’ results and cells without addresses', () => {
    const strings =
      '<si><t>Role</t></si><si><t>Text</t></si><si><r><t>La</t></r><r><t>ne</t></r><rPh><t>reen</t></rPh></si><si><t xml:space="preserve"> Yes,_x000D_\nsir &amp; co. </t></si>';
    const xml =
      '<x:worksheet><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row><x:row><x:c t="s"><x:v>2</x:v></x:c><x:c t="s"><x:v>3</x:v></x:c></x:row><x:row r="9"><x:c r="A9" t="str"><x:f>HYPERLINK("http://far.example")</x:f><x:v>Jack</x:v></x:c><x:c r="B9"><x:v>12</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(script({ sheets: [{ name: 'One', xml }], strings })).toBe('LANE: Yes, sir & co.\n\nJACK: 12\n');
  });

  it('gives a name that is merged over rows to each of them', () => {
    const rows = [
      TITLES,
      { B2: 'Lane', D2: 'Yes, sir.' },
      { D3: 'No, sir.' },
      { B4: 'Jack', D4: 'Ah.' },
      { D5: 'Rain.' },
    ];
    const merged = '<mergeCells><mergeCell ref="B2:B3"/><mergeCell ref="B2:B999999"/></mergeCells>';
    expect(script({ sheets: [{ name: 'One', xml: sheet(rows.slice(0, 4), merged) }] })).toBe(
      'LANE: Yes, sir.\n\nLANE: No, sir.\n\nJACK: Ah.\n',
    );
    expect(script({ sheets: [{ name: 'One', xml: sheet(rows) }] })).toContain('LANE: Yes, sir.\n\nNo, sir.');
  });

  it('has a chapter for each sheet that names who speaks, without those that are hidden', () => {
    const play = (name: string) => sheet([TITLES, { B2: name, D2: 'Ah.' }]);
    const sheets = [
      { name: 'About', xml: sheet([{ A1: 'A show for the ear.' }]) },
      { name: 'Pilot', xml: play('Lane') },
      { name: 'Old', xml: play('Nobody'), state: 'hidden' },
      { name: 'Two', xml: play('Jack') },
    ];
    expect(script({ sheets })).toBe('## Pilot\n\nLANE: Ah.\n\n## Two\n\nJACK: Ah.\n');
  });

  it('with parts missing is read without them, and says so', () => {
    const xml = sheet([TITLES, { B2: 'Lane', D2: 'Sir.' }]).replace(
      '</sheetData>',
      '<row><c t="s"><v>7</v></c></row></sheetData>',
    );
    const book: Book = {
      sheets: [
        { name: 'One', xml },
        { name: 'Gone', xml: null },
      ],
      more: { 'xl/vbaProject.bin': 'x', 'xl/media/image1.png': 'x' },
    };
    expect(script(book)).toBe('LANE: Sir.\n');
    expect(readXlsx(workbook(book), 'play.xlsm').notices).toEqual([
      { kind: 'pictures', count: 1 },
      { kind: 'macros', count: 1 },
      { kind: 'damaged', count: 2 },
    ]);
  });

  it('reports hidden sheets and comments', () => {
    const rows = [TITLES, { B2: 'Lane', D2: 'Sir.' }];
    const book = {
      sheets: [
        { name: 'Play', xml: sheet(rows) },
        { name: 'Ideas', xml: sheet([{ A1: 'Cut this?', C2: 'No.' }]), state: 'veryHidden' },
      ],
      more: {
        'xl/comments1.xml':
          '<comments><commentList><comment ref="D2"><text><r><t>Louder.</t></r></text></comment></commentList></comments>',
      },
    };
    expect(readXlsx(workbook(book), 'play.xlsx').notices).toEqual([
      { kind: 'comments', count: 1, words: 1, sample: 'Louder.' },
      { kind: 'hidden', count: 1, words: 4, sample: 'Ideas Cut this? No.', at: { part: 'Ideas' } },
    ]);
  });

  it('with cells at the far ends of a sheet takes no room for what is between', () => {
    const xml = sheet([TITLES, { B2: 'Lane', D2: 'Sir.', XFD2: 'Far.' }, { XFD1048576: 'Farther.' }]);
    expect(script({ sheets: [{ name: 'One', xml }] })).toBe('LANE: Sir.\n');
  });

  it.each([
    ['no archive', strToU8('PK\x03\x04 no archive'), 'damaged'],
    ['no workbook', zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<worksheet/>') }), 'damaged'],
    ['no words', workbook({ sheets: [{ name: 'One', xml: sheet([{ A1: '1' }]) }] }), 'empty'],
  ])('with %s is refused', (_, bytes, kind) => {
    expect(() => readXlsx(bytes, 'play.xlsx')).toThrow(expect.objectContaining({ kind }));
  });
});
