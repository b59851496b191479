// Excel workbooks (ECMA-376) with one sheet of text. The text comes from scripts, which are untrusted: cells are strings,
// so a spreadsheet never reads them as formulas.
import { strToU8, zipSync } from 'fflate';
import { escapeHtml } from '../shared/rules/escape-html.ts';

/** Excel doesn't open workbooks with longer cells. In UTF-16 code units. */
const MAX_CELL = 32_767;
/** In characters. */
const WIDTHS = { min: 8, max: 60 };

/** Characters that XML can't contain, and text that looks like their escape sequence (ECMA-376, ST_Xstring). */
const ESCAPED = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}|_(?=x[\dA-Fa-f]{4}_)/gu;

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Style 0 wraps text; style 1, for the first row, is also bold. */
const STYLES = `${HEADER}<styleSheet xmlns="${MAIN}">
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** @param rows the first row has the column names and stays in view @param name at most 31 characters are used */
export function spreadsheetWorkbook(rows: readonly (readonly string[])[], name: string): Uint8Array {
  const plainName = name.replace(/[\\/?*[\]:\p{Cc}]/gu, ' ').slice(0, 31);
  // Excel rejects names that start or end with a straight apostrophe.
  const sheetName = escapeHtml(plainName.replaceAll("'", '’').trim() || 'Sheet1');
  const files = {
    '[Content_Types].xml': `${HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
  };
  // A fixed date, so that equal content gives equal bytes.
  const mtime = new Date(2000, 0, 1);
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])), { mtime });
}

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

function sheetXml(rows: readonly (readonly string[])[]): string {
  const widths = Array.from({ length: rows[0]?.length ?? 1 }, (_, column) => {
    const longest = rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    return Math.min(WIDTHS.max, Math.max(WIDTHS.min, longest + 2));
  });
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const body = rows.map((row, at) => {
    const cells = row.map(
      (cell, column) =>
        `<c r="${columnName(column)}${at + 1}" s="${at === 0 ? 1 : 0}" t="inlineStr"><is><t xml:space="preserve">${cellXml(cell)}</t></is></c>`,
    );
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  return `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${body.join('')}</sheetData></worksheet>`;
}

/** Returns `A` to `Z`, then `AA`, and so on. @param index 0-based */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function cellXml(text: string): string {
  const cut = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
  return escapeHtml(
    cut.replace(ESCAPED, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`),
  );
}
