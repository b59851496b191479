import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readXlsx } from '../packages/manuscript/formats/xlsx.ts';
import { spreadsheetWorkbook } from './spreadsheet-workbook.ts';

const rowsOf = (rows: readonly (readonly string[])[]) =>
  readXlsx(spreadsheetWorkbook(rows, 'Notes'), 'notes.xlsx').sheets;

describe('a workbook', () => {
  it.each([
    '=HYPERLINK("http://far.example")',
    '+1',
    '-1',
    '@SUM(A1)',
    "'=1",
    'Tea & <cake>',
    '母は',
    '_x0041_',
    '“a” "b"',
  ])('gives %j back as text', (cell) => {
    expect(
      rowsOf([
        ['Role', 'Text'],
        ['LANE', cell],
      ]),
    ).toEqual([
      {
        name: 'Notes',
        rows: [
          ['Role', 'Text'],
          ['LANE', cell],
        ],
      },
    ]);
  });

  it('escapes characters that XML can’t contain, and truncates cells that are too long for Excel', () => {
    const odd = 'a\0\x1F\uFFFE\uD800 \u{1F3AD} b';
    const files = unzipSync(
      spreadsheetWorkbook(
        [
          ['Text', ''],
          [odd, 'x'.repeat(40_000)],
        ],
        `'O:dd/[na]me' & more than 31 characters`,
      ),
    );
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('>a_x0000__x001F__xFFFE__xD800_ \u{1F3AD} b<');
    expect(sheet).toContain(`>${'x'.repeat(32_766)}…<`);
    expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toContain(
      'name="’O dd  na me’ &amp; more than 31 ch"',
    );
  });

  it('names columns after the alphabet', () => {
    const sheet = unzipSync(spreadsheetWorkbook([Array.from({ length: 28 }, () => 'x')], 'Notes'))[
      'xl/worksheets/sheet1.xml'
    ];
    expect(strFromU8(sheet ?? new Uint8Array())).toContain('<c r="AB1"');
  });

  it('produces the same bytes for the same text', () => {
    expect(spreadsheetWorkbook([['a']], 'x')).toEqual(spreadsheetWorkbook([['a']], 'x'));
  });
});
