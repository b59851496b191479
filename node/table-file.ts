import { basename, extname } from 'node:path';
import { spreadsheetTable } from './spreadsheet-table.ts';
import { spreadsheetWorkbook } from './spreadsheet-workbook.ts';

/** Formats a table as an Excel workbook if the name ends in `.xlsx`, and as CSV otherwise. */
export function tableFile(name: string, rows: readonly (readonly string[])[]): string | Uint8Array {
  const extension = extname(name);
  if (extension.toLowerCase() === '.xlsx') return spreadsheetWorkbook(rows, basename(name, extension));
  // Some spreadsheet programs only detect UTF-8 by a byte order mark.
  return `\uFEFF${spreadsheetTable(rows)}`;
}
