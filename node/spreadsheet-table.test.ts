import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { cellText, spreadsheetTable } from './spreadsheet-table.ts';

const rowsOf = (text: string) => Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true }).data;

describe('a table for spreadsheets', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=A1\nmore', '  =1', '\n=1', '＝1', "'=1"])(
    'marks %j as text',
    (cell) => {
      expect(rowsOf(spreadsheetTable([['x', cell, 'y']]))).toEqual([['x', `'${cell}`, 'y']]);
    },
  );

  it.each(['Words - of a line', "'tis so", 'a=b', '', 'x@y'])('leaves %j alone', (cell) => {
    expect(rowsOf(spreadsheetTable([['x', cell, 'y']]))).toEqual([['x', cell, 'y']]);
  });

  it('leaves numbers alone, negative ones too', () => {
    expect(spreadsheetTable([['gain', -3.5]])).toBe('gain,-3.5\r\n');
  });

  it('gives every text back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '=', '+', ' ', '\t', '\n', ',', '"', 'a') }), (cell) => {
        const [[, written] = []] = Papa.parse<string[]>(spreadsheetTable([['x', cell, 'y']]), { delimiter: ',' }).data;
        expect(cellText(written ?? '')).toBe(cell);
      }),
    );
  });
});
