import { extname } from 'node:path';
import Papa from 'papaparse';
import { cellText } from '../../../node/spreadsheet-table.ts';
import type { Manuscript, ManuscriptNotice } from '../../../shared/model/manuscript.ts';
import type { SourcePosition } from '../../../shared/model/source-position.ts';
import { detectTableLayout, type Rows } from '../layout/table-columns.ts';
import { readText } from '../text/text-file.ts';
import { Omissions } from './omissions.ts';
import { sheetManuscript } from './sheet.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
const MAX_SAMPLE_ROWS = 60;
/** Excel's first row for other programs. */
export const NAMED_DELIMITER = /^sep=(.)\n/i;

/** @throws ImportError `binary`, `encoding`, `empty` */
export function readCsv(bytes: Uint8Array, file: string): Manuscript {
  const { text, notices: assumed } = readText(bytes, file);
  const named = NAMED_DELIMITER.exec(text);
  const table = named ? text.slice(named[0].length) : text;
  const delimiter = named?.[1] ?? detectDelimiter(table, extname(file).toLowerCase());
  const { rows, notices } = parseRows(table, delimiter, named ? 2 : 1);
  return { ...sheetManuscript([{ name: '', rows }], file, notices), assumed };
}

/**
 * Prefers a delimiter that yields a script's columns, then the one that gives the most rows the same number of cells.
 */
function detectDelimiter(table: string, extension: string): string {
  if (extension === '.tsv' || extension === '.tab') return '\t';
  const head = table.split('\n', MAX_SAMPLE_ROWS).join('\n');
  const likely = DELIMITERS.map((delimiter) => {
    const rows = Papa.parse<string[]>(head, { delimiter, skipEmptyLines: 'greedy' }).data;
    const layout = detectTableLayout(rows.map((row) => row.map((cell) => cell.trim())));
    const widths = rows.map(({ length }) => length);
    const usual = mostFrequent(widths);
    const widthShare = usual < 2 ? 0 : widths.filter((width) => width === usual).length / widths.length;
    return { delimiter, score: (layout?.isNamed ? 2 : 0) + (layout && layout.titles.length > 1 ? 1 : 0) + widthShare };
  });
  return likely.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

function parseRows(
  table: string,
  delimiter: string,
  firstRow: number,
): { readonly rows: Rows; readonly notices: readonly ManuscriptNotice[] } {
  const { data, damaged, bare } = parseCells(table, { delimiter, skipEmptyLines: 'greedy' });
  // Blank rows are skipped but count towards row numbers. The second parse runs only if a notice needs row numbers.
  let filled: readonly number[] | undefined;
  const rowAt = (index: number): SourcePosition => {
    filled ??= filledRowNumbers(table, delimiter);
    return { row: (filled[index] ?? index) + firstRow };
  };
  const { rows, joined } = rejoinSplitText(data, delimiter);
  const leftOut = new Omissions();
  for (const { row } of damaged) leftOut.add('damaged', '', row === undefined ? undefined : rowAt(row));
  for (const row of joined) leftOut.add('joined-cells', '', rowAt(row));
  return {
    rows: rows.map((row) => row.map((cell) => cellText(bare(cell).trim()))),
    notices: leftOut.notices(),
  };
}

interface ParsedCells {
  readonly data: string[][];
  readonly damaged: readonly Papa.ParseError[];
  /** Removes quotes that had to be ignored. */
  readonly bare: (cell: string) => string;
}

/** An unclosed quote would turn the rest of the file into one cell, so quotes are ignored in that case. */
function parseCells(table: string, options: Papa.ParseConfig<string[]>): ParsedCells {
  const quoted = Papa.parse<string[]>(table, options);
  const damaged = quoted.errors.filter(({ type }) => type === 'Quotes');
  if (!quoted.errors.some(({ code }) => code === 'MissingQuotes')) {
    return { data: quoted.data, damaged, bare: (cell) => cell };
  }
  const { data } = Papa.parse<string[]>(table, { ...options, quoteChar: '\0' });
  return { data, damaged, bare: (cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"') };
}

/** Returns all rows with trimmed cells, blank rows included. Cells that were escaped for spreadsheets are restored. */
export function separatedRows(table: string, delimiter: string): string[][] {
  const { data, bare } = parseCells(table, { delimiter });
  return data.map((row) => row.map((cell) => cellText(bare(cell).trim())));
}

const filledRowNumbers = (table: string, delimiter: string): number[] =>
  Papa.parse<string[]>(table, { delimiter }).data.flatMap((row, at) =>
    row.some((cell) => cell.trim() !== '') ? [at] : [],
  );

const MIN_FULL_ROWS = 3;

/** Rejoins unquoted text that was split at its own delimiters: a row's surplus cells belong to the text column. */
function rejoinSplitText(all: Rows, delimiter: string): { readonly rows: Rows; readonly joined: readonly number[] } {
  const titles = detectTableLayout(trimCells(all.map((row) => row.slice(0, all[0]?.length))))?.titles ?? [];
  const width = titles.length > 1 ? titles.length : mostFrequent(all.map(({ length }) => length));
  const rows = all.map((row) => row.slice(0, Math.max(width, row.findLastIndex((cell) => cell.trim() !== '') + 1)));
  const usual = rows.filter(({ length }) => length === width);
  const text = detectTableLayout(
    trimCells(usual.length < MIN_FULL_ROWS ? rows.map((row) => row.slice(0, width)) : usual),
  )?.columns.text;
  if (text === undefined || width < 2) return { rows, joined: [] };
  const columnsAfterText = width - text - 1;
  // In `Tom,Hello, my friend,` the space after the second delimiter shows that the text continues, so the empty cells
  // come last.
  const isWords = (row: readonly string[], at: number): boolean =>
    columnsAfterText > 0 &&
    row.length > text + 1 &&
    (all[at]?.length ?? 0) > row.length &&
    /^\s/.test(row.at(-1) ?? '');
  const whole = rows.map((row, at) => (isWords(row, at) ? [...row, ...Array<string>(columnsAfterText).fill('')] : row));
  return {
    rows: whole.map((row) => {
      const end = row.length - width + text + 1;
      return row.length > width
        ? [...row.slice(0, text), row.slice(text, end).join(delimiter), ...row.slice(end)]
        : row;
    }),
    joined: whole.flatMap(({ length }, at) => (length > width ? [at] : [])),
  };
}

const trimCells = (rows: Rows): Rows => rows.map((row) => row.map((cell) => cell.trim()));
