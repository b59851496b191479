// CSV tables for spreadsheets (RFC 4180). The text comes from scripts, which are untrusted.
import Papa from 'papaparse';

/** Matches text that a spreadsheet might interpret as a formula, with or without a leading apostrophe. */
const FORMULA = /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;

type SpreadsheetCell = string | number;

/** Formats a table with commas and CRLF. Text that looks like a formula gets a leading apostrophe. */
export function spreadsheetTable(rows: readonly (readonly SpreadsheetCell[])[]): string {
  return `${Papa.unparse(rows as SpreadsheetCell[][], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}

export function cellText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
