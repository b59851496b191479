// Sheets that were pasted as text, with commas or semicolons between their cells: `Anna,"Hi, you."`
import { isSoundName } from './layout-directions.ts';
import { isNameList } from './layout-names.ts';
import { isStamp } from './layout-stamps.ts';
import { tabbedRow } from './script-columns.ts';
import { layoutOf } from './table-columns.ts';

const SIGNS = [',', ';'] as const;
type Sign = (typeof SIGNS)[number];

/** A row of a sheet, which may be several of the text. */
interface SheetRow {
  readonly full: string;
  readonly cells: readonly string[];
}

/** Rows that are looked at to tell whether a text is a sheet. */
const LOOK = 60;
/** Without titles, fewer rows tell nothing. */
const LEAST_ROWS = 4;
/** Of all rows, this part is as those of a sheet: below titles, and without. */
const LEAST_SHARE = 0.8;
const SURE_SHARE = 0.95;
/** Of the words in rows without titles, this part ends as a sentence does. */
const SENTENCES_SHARE = 0.5;
const LONGEST_NAME = 40;

/** A text whose rows are those of a sheet, with a tab between their cells; any other as it is. */
export function withTabsBetweenCells(text: string): string {
  for (const sign of SIGNS) {
    if (!text.includes(sign)) continue;
    const parted = withTitles(text, sign) ?? withoutTitles(text, sign);
    if (parted !== null) return parted;
  }
  return text;
}

const isFilled = ({ full }: SheetRow): boolean => full.trim() !== '';

/** A sheet whose titles name who speaks and what is said; null of any other text. */
function withTitles(text: string, sign: Sign): string | null {
  const start = sheetRows(text.split('\n', LOOK).join('\n'), sign, false).filter(isFilled);
  const layout = layoutOf(start.map(({ cells }) => cells));
  const { role = null, text: words = 0 } = layout?.isNamed ? layout.columns : {};
  if (layout === null || role === null) return null;
  const body = start.slice(layout.first);
  const isRow = ({ cells }: SheetRow) => cells.length > 1 && (cells[role] ?? '').length <= LONGEST_NAME;
  if (body.filter(isRow).length < body.length * LEAST_SHARE) return null;
  const width = layout.titles.length;
  const title = start[layout.first - 1]?.full;
  let isBody = false;
  return sheetRows(text, sign, false)
    .map((row) => {
      const isTitle = !isBody && row.full === title;
      isBody ||= isTitle;
      if (!isBody || row.cells.length < 2) return row.full;
      return tabbedRow(withWordsWhole(row.cells, width, words, sign), role, isTitle);
    })
    .join('\n');
}

/** The cells of a row, where words that hold the sign are not set in quotation marks. */
function withWordsWhole(cells: readonly string[], width: number, words: number, sign: Sign): readonly string[] {
  const surplus = Math.max(0, cells.length - width);
  const said = cells.slice(words, words + surplus + 1).join(sign);
  return [...cells.slice(0, words), said, ...cells.slice(words + surplus + 1)];
}

/** A sheet without titles in which names come again before what is said; null of any other text. */
function withoutTitles(text: string, sign: Sign): string | null {
  const looksSo = (rows: readonly SheetRow[]): boolean => {
    const filled = rows.filter(isFilled);
    const read = filled.map(({ cells }) => readNamed(cells)).filter((row) => row !== null);
    const names = new Set(read.map(({ name }) => name).filter((name) => !isSoundName(name.toUpperCase())));
    const sentences = read.filter(({ words }) => /[.!?…。！？]["”»’)\]]*$/.test(words));
    return (
      read.length >= Math.max(LEAST_ROWS, filled.length * SURE_SHARE) &&
      names.size > 1 &&
      names.size * 2 <= read.length &&
      sentences.length >= read.length * SENTENCES_SHARE
    );
  };
  if (!looksSo(sheetRows(text.split('\n', LOOK).join('\n'), sign, true))) return null;
  const rows = sheetRows(text, sign, true);
  if (!looksSo(rows)) return null;
  const widths = new Set(rows.filter(isFilled).map(({ cells }) => cells.length));
  return rows
    .map(({ full, cells }) => {
      const named = readNamed(cells);
      if (named === null) return full;
      const words = cells.slice(named.at + 1);
      const row = widths.size === 1 ? cells : [...cells.slice(0, named.at + 1), words.join(sign)];
      return tabbedRow(row, 0, false);
    })
    .join('\n');
}

/** The name in a row, behind numbers and times; null where none stands there. */
function readNamed(
  cells: readonly string[],
): { readonly at: number; readonly name: string; readonly words: string } | null {
  const at = cells.findIndex((cell) => !/^\d{0,5}$/.test(cell.trim()) && !isStamp(cell.trim()));
  const name = cells[at]?.trim() ?? '';
  const words = cells[at + 1]?.trim() ?? '';
  return words !== '' && (isSoundName(name.toUpperCase()) || isNameList(name)) ? { at, name, words } : null;
}

/** The rows of a sheet. @param isTight whether a sign with a blank behind it is part of the words */
function sheetRows(text: string, sign: Sign, isTight: boolean): SheetRow[] {
  const next = new RegExp(`"|\\n|${sign}${isTight ? '(?! )' : ''}`, 'g');
  const rows: SheetRow[] = [];
  let cells: string[] = [];
  let [first, start, quoted] = [0, 0, ''];
  const isAtStart = (at: number) => at - start <= MOST_BLANKS && text.slice(start, at).trim() === '';
  const close = (end: number): void => {
    cells.push(quoted + text.slice(start, end));
    [start, quoted] = [next.lastIndex, ''];
  };
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    if (match[0] === '"') {
      const end = quoted === '' && isAtStart(match.index) ? endOfQuotation(text, next.lastIndex) : -1;
      if (end < 0) continue;
      quoted = text.slice(next.lastIndex, end).replaceAll('""', '"');
      start = end + 1;
      next.lastIndex = start;
      continue;
    }
    close(match.index);
    if (match[0] !== '\n') continue;
    rows.push({ full: text.slice(first, match.index), cells });
    cells = [];
    first = next.lastIndex;
  }
  cells.push(quoted + text.slice(start));
  return [...rows, { full: text.slice(first), cells }];
}

/** Blanks before a quotation mark. */
const MOST_BLANKS = 8;
/** In UTF-16 code units: a quotation mark that is never closed is words. */
const LONGEST_CELL = 5_000;

/** Where a quotation mark closes the cell that another opens; -1 where none does. */
function endOfQuotation(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0 && at < from + LONGEST_CELL; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return at;
    at += 1;
  }
  return -1;
}
