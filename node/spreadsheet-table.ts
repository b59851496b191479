// Tables for spreadsheets (RFC 4180). Their texts come from scripts that anyone may have written.
import Papa from 'papaparse';

/** What a spreadsheet may take for a formula, with or without the mark that says it is text. */
const FORMULA = /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;

type SpreadsheetCell = string | number;

/**
 * A table as text: cells are separated by commas, rows end with CRLF. A text that a spreadsheet would take for a formula
 * begins with an apostrophe; numbers stay as they are.
 */
export function spreadsheetTable(rows: readonly (readonly SpreadsheetCell[])[]): string {
  return `${Papa.unparse(rows as SpreadsheetCell[][], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}

/** A cell of such a table as it was before it was written. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
