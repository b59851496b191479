import { parseJson } from '../../../shared/rules/parse-json.ts';
import { directionOf } from './layout-directions.ts';
import { tableCells } from './layout-marks.ts';
import { isStamp } from './layout-stamps.ts';
import { withFlags } from './patterns.ts';
import { detectTableLayout, isScriptTable, type TableLayout } from './table-columns.ts';

export interface TableRow {
  readonly full: string;
  /** Trimmed. Fewer than two cells mean that the row isn't part of the table. */
  readonly cells: readonly string[];
}

const rowOf = (cells: readonly string[]): TableRow => ({ full: cells.join('\t'), cells });
const isFilled = ({ full }: TableRow): boolean => full.trim() !== '';

type SpeechRecord = ReadonlyMap<string, string>;
const MIN_RECORDS = 2;
const MAX_FIELDS = 12;
const MIN_FIELDS_SHARE = 0.5;

/** Returns null if the fields don't include roles and text. */
function recordRows(records: readonly SpeechRecord[]): TableRow[] | null {
  const titles = [...new Set(records.flatMap((record) => [...record.keys()]))];
  if (records.length < MIN_RECORDS || titles.length < 2 || titles.length > MAX_FIELDS) return null;
  const cells = records.map((record) => titles.map((title) => (record.get(title) ?? '').replace(/\s+/g, ' ').trim()));
  const layout = detectTableLayout([titles, ...cells]);
  return layout?.isNamed && layout.first === 1 ? [titles, ...cells].map(rowOf) : null;
}

/** Reads a list of records, an object with such a list, or one object per row. */
function jsonRecords(text: string): TableRow[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const whole = parseJson(text);
  const fields = objectFields(whole);
  const list = fields.find(([, value]) => Array.isArray(value));
  const rows = text.split('\n').flatMap((row) => row.trim().replace(/,$/, '') || []);
  const records = [whole === undefined ? rows.map(parseJson) : (list?.[1] ?? whole)].flat().map(objectFields);
  const beside = fields.filter((field) => field !== list);
  if (records.some(({ length }) => length === 0) || [beside, ...records].flat().some(([, value]) => isObject(value)))
    return null;
  const table = recordRows(records.map((record) => new Map(record.map(([key, value]) => [key, String(value ?? '')]))));
  return table && [...beside.map(([key, value]) => ({ full: `[${key}: ${value}]`, cells: [] })), ...table];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const objectFields = (value: unknown): [string, unknown][] =>
  isObject(value) && !Array.isArray(value) ? Object.entries(value) : [];

/** `Speaker: Anna`, `  - "text": "Hello."` */
const FIELD_ROW = /^[ \t]{0,20}(?:[-*] )?["']?(\p{L}[\p{L} _-]{0,24})["']? ?[:=] ?(.*)$/u;
/** Name of the field for unlabelled text. */
const TEXT_FIELD = 'text';

/**
 * Reads one field per row, such as `Speaker: Anna` above `Text: Hello.` A repetition of the first field starts a new
 * record.
 */
function fieldRecords(text: string): TableRow[] | null {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const key = FIELD_ROW.exec(rows[0]?.trim() ?? '')?.[1]?.toLowerCase();
  if (key === undefined) return null;
  const records: Map<string, string>[] = [];
  let [last, fields] = ['', 0];
  for (const row of rows) {
    const [, typed = '', value = ''] = FIELD_ROW.exec(row) ?? [];
    const name = typed.toLowerCase();
    if (name === key) records.push(new Map());
    const record = records.at(-1) ?? new Map<string, string>();
    const isField = typed !== '' && (name === key || records.length < 2 || records[0]?.has(name));
    // `Speaker: Anna`, optionally with a time, above unlabelled text.
    const isAboveWords = last === key || isStamp(record.get(last) ?? '');
    if (isField) fields += 1;
    last = isField ? name : isAboveWords ? TEXT_FIELD : last;
    const before = isField ? undefined : record.get(last);
    const words = isField ? value.replace(/^(["'])(.*)\1,?$/, '$2') : row.trim();
    record.set(last, before === undefined ? words : `${before} ${words}`);
    if (record.size > MAX_FIELDS) return null;
  }
  return fields >= rows.length * MIN_FIELDS_SHARE ? recordRows(records) : null;
}

/** In rows. */
const MAX_SAMPLE_ROWS = 60;
const MIN_UNTITLED_ROWS = 4;
const MIN_TITLED_SHARE = 0.8;
const MIN_UNTITLED_SHARE = 0.95;
const MAX_NAME_LENGTH = 40;

/** Matches a cell. If `isTight` is true, a separator followed by a space is part of the cell. */
const cellPattern = (mark: string, isTight: boolean): RegExp =>
  withFlags('y')`(?:[ \t]{0,8}"((?:[^"]|""){0,5000})")?((?:[^${mark}\n]${isTight ? `|${mark}(?= )` : ''})*)`;
const SEPARATORS = [',', ';'].flatMap((mark) =>
  [false, true].map((isTight) => ({ sign: mark, isTight, cell: cellPattern(mark, isTight) })),
);

function separatedCells(text: string): TableRow[] | null {
  const start = text.split('\n', MAX_SAMPLE_ROWS).join('\n');
  for (const { sign, isTight, cell } of SEPARATORS) {
    const layout = text.includes(sign) ? sheetLayout(sheetRows(start, sign, cell).filter(isFilled), isTight) : null;
    if (layout !== null) return rejoinSplitText(sheetRows(text, sign, cell), layout, sign);
  }
  return null;
}

function sheetLayout(rows: readonly TableRow[], isUntitled: boolean): TableLayout | null {
  const cells = rows.map((row) => row.cells);
  const layout = detectTableLayout(cells);
  const role = layout?.columns.role ?? null;
  if (layout === null || role === null || layout.isNamed === isUntitled) return null;
  const body = cells.slice(layout.first);
  const inCells = body.filter((row) => row.length > 1 && (row[role] ?? '').length <= MAX_NAME_LENGTH).length;
  if (!isUntitled) return inCells >= body.length * MIN_TITLED_SHARE ? layout : null;
  const areRows = body.length >= MIN_UNTITLED_ROWS && inCells >= body.length * MIN_UNTITLED_SHARE;
  return areRows && isScriptTable(cells, layout) ? layout : null;
}

/** Rejoins unquoted text that was split at its own separators. */
function rejoinSplitText(rows: readonly TableRow[], { columns, titles }: TableLayout, mark: string): TableRow[] {
  const widths = rows.filter(isFilled).map(({ cells }) => cells.length);
  const isEven = widths.every((width) => width === widths[0]);
  const width = titles.length > 0 || isEven ? titles.length || (widths[0] ?? 0) : columns.text + 1;
  const head = rows.findIndex(({ cells }) => titles.length === 0 || cells.join() === titles.join());
  return rows.map(({ full, cells }, at) => {
    if (at < head || cells.length < 2) return { full, cells: [] };
    const end = columns.text + 1 + Math.max(0, cells.length - width);
    const whole = [...cells.slice(0, columns.text), cells.slice(columns.text, end).join(mark), ...cells.slice(end)];
    return rowOf(whole.map((cell) => cell.replace(/\s+/g, ' ').trim()));
  });
}

function sheetRows(text: string, mark: string, cell: RegExp): TableRow[] {
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let first = 0;
  for (let start = 0; start <= text.length; ) {
    cell.lastIndex = start;
    const [whole = '', quoted = '', rest = ''] = cell.exec(text) ?? [];
    const end = start + whole.length;
    cells.push(quoted.replaceAll('""', '"') + rest);
    start = end + 1;
    if (text[end] === mark) continue;
    rows.push({ full: text.slice(first, end), cells });
    [cells, first] = [[], start];
  }
  return rows;
}

const MIN_ROWS = 2;
/** Minimum share of rows with columns. Film scripts need only two columns. */
const MIN_SHARE = 0.5;
const MIN_COLUMNS = 3;

function areInColumns(rows: readonly TableRow[], minColumns = MIN_COLUMNS): boolean {
  const inColumns = rows.filter(({ cells }) => cells.length >= minColumns).length;
  return inColumns >= MIN_ROWS && inColumns >= rows.filter(isFilled).length * MIN_SHARE;
}

const isFilm = (rows: readonly TableRow[]): boolean =>
  areInColumns(rows, 2) && detectTableLayout(rows.map(({ cells }) => cells))?.isFilm === true;

/** Bars at the start and end of the row are optional. */
function barSeparatedCells(text: string): TableRow[] | null {
  if (!/\t|\|/.test(text)) return null;
  const rows = text.split('\n');
  const byTabs = rows.map((full) => ({ full, cells: full.split('\t').map((cell) => cell.trim()) }));
  const byBars = rows.map((full) => ({ full, cells: tableCells(full.trim().replace(/^\|?/, '|')) ?? [] }));
  const parted = [byTabs, byBars];
  return parted.find(isFilm) ?? parted.find((read) => areInColumns(read)) ?? null;
}

/** Minimum share of rows (among those long enough) that have a gap before the column. */
const MIN_ALIGNED_SHARE = 0.8;
/** In UTF-16 code units. */
const MAX_WIDTH = 400;
const isGap = (row: string, at: number): boolean => row.slice(at - 2, at).trim() === '';

/** Reads columns aligned by two or more spaces. A row without a gap before the start of a column is a single cell. */
function alignedCells(text: string): TableRow[] | null {
  if (!/\S {2,20}\S/.test(text)) return null;
  const rows = text.split('\n');
  // A direction may span all columns.
  const filled = rows.filter((row) => row.length <= MAX_WIDTH && row.trim() !== '' && directionOf(row.trim()) === null);
  if (filled.filter((row) => /\S {2,20}\S/.test(row)).length < filled.length * MIN_SHARE) return null;
  const starts = new Map<number, number>();
  for (const row of filled)
    for (const { index } of row.matchAll(/(?<=\S {2,80})\S/g)) starts.set(index, (starts.get(index) ?? 0) + 1);
  const isColumn = (at: number): boolean => {
    const reaching = filled.filter((row) => row.length > at);
    return reaching.filter((row) => isGap(row, at)).length >= reaching.length * MIN_ALIGNED_SHARE;
  };
  const often = [...starts].flatMap(([at, count]) => (count >= MIN_ROWS ? [at] : []));
  const columns = often.filter(isColumn).toSorted((a, b) => a - b);
  const read = rows.map((full): TableRow => {
    const inside = columns.filter((at) => at < full.length);
    const isAcross = !inside.every((at) => isGap(full, at));
    const cells = [0, ...inside].map((start, at) => full.slice(start, inside[at] ?? full.length).trim());
    return { full, cells: isAcross ? [full.trim()] : cells };
  });
  return areInColumns(read) ? read : null;
}

/** Most reliable first. */
const TABLE_READERS: readonly ((text: string) => TableRow[] | null)[] = [
  jsonRecords,
  fieldRecords,
  separatedCells,
  barSeparatedCells,
  alignedCells,
];

export function findTable(text: string): TableRow[] | null {
  for (const read of TABLE_READERS) {
    const rows = read(text);
    if (rows !== null) return rows;
  }
  return null;
}
