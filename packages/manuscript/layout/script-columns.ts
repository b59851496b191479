// Scripts in columns as plain text has them: parted by tabs, by bars, or set one below the other.
import { bracketed, isBracketed } from '../../../shared/rules/brackets.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { directionOf } from './layout-directions.ts';
import { tableCells } from './layout-marks.ts';
import { isNameList } from './layout-names.ts';
import { isStamp } from './layout-stamps.ts';
import { headingOf, type Layout, layoutOf } from './table-columns.ts';

/** A row of a text. */
interface TextRow {
  readonly full: string;
  /** Without white space around them; fewer than two where the row is no part of the table. */
  readonly cells: readonly string[];
}

/** What the columns of a table without titles are, by their places; those before the name are in `before`. */
interface PlainColumns {
  readonly name: number;
  readonly words: readonly number[];
  readonly before: readonly number[];
  readonly scenes: readonly number[];
  readonly notes: readonly number[];
}

/** Of the rows with words, at least this part is in columns. */
const LEAST_SHARE = 0.5;
const LEAST_ROWS = 2;
const LEAST_NOTES = 2;

/**
 * A text whose rows are in columns, with nothing left before the words of each but the time and the name, parted by tabs:
 * numbers are left out, scenes become headings where they change, and notes to the reader stand in round brackets before the
 * words. What the columns are is told by their titles, else by what is in them; where neither tells it, they are words.
 */
export function withPlainColumns(text: string): string {
  const rows = columnsOf(text);
  if (rows === null) return text;
  const table = rows.filter(({ cells }) => cells.length > 1 && !isRule(cells));
  const cells = table.map((row) => row.cells);
  const layout = layoutOf(cells);
  const first = layout === null || layout.titles.length === 0 ? 0 : layout.first;
  const titles = new Set(table.slice(0, first));
  if (layout?.isFilm) return rows.flatMap((row) => filmRows(row, layout, titles)).join('\n');
  const columns = (layout && first > 0 ? titledColumns(layout, cells) : null) ?? plainColumns(cells, first, layout);
  if (columns === null) return text;
  const writer = new ColumnWriter(columns, layout?.titles ?? []);
  return rows.flatMap((row) => (titles.has(row) ? [titleOf(row)] : writer.rowsOf(row))).join('\n');
}

/**
 * A row of a table whose titles name who speaks and what is said, with tabs between its cells. Of two columns the name stands
 * first, and the titles are a direction: there is nothing to be told by them.
 *
 * @param role the place of the column with the names
 */
export function tabbedRow(cells: readonly string[], role: number, isTitle: boolean): string {
  const plain = cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
  if (plain.length !== 2) return plain.join('\t');
  return isTitle ? `[${plain.join(' ')}]` : (role === 0 ? plain : plain.toReversed()).join('\t');
}

/** What is seen as a row of its own above what is said, which names who says it. */
function filmRows(row: TextRow, { columns }: Layout, titles: ReadonlySet<TextRow>): string[] {
  const { full, cells } = row;
  if (cells.length < 2) return [full];
  if (titles.has(row)) return [titleOf(row), ''];
  if (isRule(cells)) return [];
  const seen = columns.directions.flatMap((at) => (cells[at] ? [bracketed(cells[at]), ''] : []));
  const said = cells[columns.text] ?? '';
  return [...seen, ...(said === '' ? [] : [said]), ''];
}

/** The titles of columns as a direction; a rule below them as it is. */
const titleOf = ({ full, cells }: TextRow): string =>
  cells.some((cell) => /\p{L}/u.test(cell)) ? `[${cells.filter((cell) => cell !== '').join(' ')}]` : full;

// What is in which column.

/** A cell of a row that parts titles from the rest. */
const RULE = /^(?::?-+:?|=*)$/;
const isRule = (cells: readonly string[]): boolean => cells.every((cell) => RULE.test(cell));

/** A number, with a letter or without, or the name of a file. */
const NUMBER = /^(?:[#№]? ?\d{1,5}[a-z]?[.):]?|[#(]?[\p{L}_-]{0,20}\d[\p{L}\p{N}_.-]{0,40}[):.]?|#)$/u;
/** `angrily`, `take 2`: few words without the end of a sentence. */
const NOTE = /^[^\s.!?…]{1,30}(?: [^\s.!?…]{1,30}){0,4}$/u;
const SENTENCE = /[.!?…]["”»’)\]]*$/;
const SCENE = wordPattern('^', 'scene-cells', String.raw`(?!\p{L})`, 'iu');
const namesScene = (cell: string): boolean => SCENE.test(cell) || cell.startsWith('第');

const cellsAt = (rows: readonly (readonly string[])[], at: number): string[] =>
  rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');

/** The columns of a table whose titles name who speaks and what is said; null of any other. */
function titledColumns(layout: Layout, cells: readonly (readonly string[])[]): PlainColumns | null {
  const { role, text, chapter, scene, directions } = layout.columns;
  if (!layout.isNamed || role === null) return null;
  const scenes = [chapter, scene].filter((at) => at !== null);
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const read = new Set([role, text, ...scenes, ...directions]);
  const others = range(0, width).filter((at) => !read.has(at));
  const body = cells.slice(layout.first);
  const silent = others.filter((at) => !cellsAt(body, at).every((cell) => NUMBER.test(cell)));
  const before = silent.filter((at) => cellsAt(body, at).every(isStamp));
  const notes = [...directions, ...silent.filter((at) => !before.includes(at))];
  return { name: role, words: [text], before, scenes, notes };
}

/** The columns of a table by what they hold; null where there is nothing to be told from names and words. */
function plainColumns(
  cells: readonly (readonly string[])[],
  first: number,
  layout: Layout | null,
): PlainColumns | null {
  const body = cells.slice(first);
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const lead = range(0, width).findIndex((at) => !isNumberOrTime(body, at));
  if (lead < 0 || lead + 1 >= width) return null;
  const scenes = sceneColumns(body, lead, width);
  const name = lead + scenes.length;
  const right = range(name + 2, width);
  const titled = first > 0 && right.length > 0 && right.every((at) => layout?.columns.directions.includes(at));
  const notes = titled || areNotes(body, name + 1, right) ? right : [];
  const before = range(0, lead).filter((at) => cellsAt(body, at).every(isStamp));
  if (lead === 0 && notes.length === 0 && scenes.length === 0) return null;
  if (lead > 0 && !areNames(body, name)) return null;
  const words = notes.length > 0 ? [name + 1] : range(name + 1, width);
  return { name, words, before, scenes, notes };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Numbers, or names of files that differ in each row; or times. */
function isNumberOrTime(rows: readonly (readonly string[])[], at: number): boolean {
  const cells = cellsAt(rows, at);
  if (cells.length === 0) return true;
  if (cells.every(isStamp)) return true;
  return (
    cells.every((cell) => NUMBER.test(cell)) && (cells.every((cell) => /^\P{L}*$/u.test(cell)) || areDistinct(cells))
  );
}

const areDistinct = (cells: readonly string[]): boolean => cells.length > 2 && new Set(cells).size === cells.length;

/** The columns before the name that say where a scene is. */
function sceneColumns(rows: readonly (readonly string[])[], lead: number, width: number): number[] {
  const name = range(lead, width - 2).find((at) => !isScene(rows, at)) ?? Math.max(lead, width - 2);
  const names = cellsAt(rows, name);
  const recur = areNames(rows, name) && new Set(names).size * 2 <= names.length;
  return recur ? range(lead, name) : [];
}

/** Whether a column has the titles of scenes, or what stays the same from row to row. */
function isScene(rows: readonly (readonly string[])[], at: number): boolean {
  const cells = cellsAt(rows, at);
  if (cells.length > 0 && cells.every(namesScene)) return true;
  const changes = cells.filter((cell, index) => cell !== cells[index - 1]).length;
  return cells.length > 2 && changes * 2 <= cells.length;
}

/** Whether most cells of a column may be names. */
function areNames(rows: readonly (readonly string[])[], at: number): boolean {
  const cells = cellsAt(rows, at).map((cell) => cell.replace(/[:：]$/, ''));
  return cells.length > 0 && cells.filter(isNameList).length * 2 > cells.length;
}

/** Whether the cells behind words are notes: each is short, or a direction, and stands behind a whole sentence. */
function areNotes(rows: readonly (readonly string[])[], words: number, right: readonly number[]): boolean {
  const noted = rows.filter((row) => right.some((at) => (row[at] ?? '') !== ''));
  return (
    noted.length >= LEAST_NOTES &&
    noted.every((row) => {
      const said = row[words] ?? '';
      const notes = right.map((at) => row[at] ?? '').filter((note) => note !== '');
      const isWhole = SENTENCE.test(said) || directionOf(said) !== null;
      return isWhole && notes.every((note) => NOTE.test(note) || directionOf(note) !== null);
    })
  );
}

// Rows as they are written.

class ColumnWriter {
  readonly #columns: PlainColumns;
  readonly #titles: readonly string[];
  readonly #current = new Map<number, string>();

  constructor(columns: PlainColumns, titles: readonly string[]) {
    this.#columns = columns;
    this.#titles = titles;
  }

  rowsOf({ full, cells }: TextRow): string[] {
    if (cells.length < 2) return [full];
    if (isRule(cells)) return [];
    const { name, words, before, notes } = this.#columns;
    const filledAt = (places: readonly number[]): string[] =>
      places.map((place) => cells[place] ?? '').filter((cell) => cell !== '');
    const [only, ...others] = cells.filter((cell) => cell !== '');
    if (only !== undefined && others.length === 0 && filledAt(words).length === 0) return [only];
    const directed = filledAt(notes).map((note) => (isBracketed(note) ? note : bracketed(note)));
    const said = [...directed, ...filledAt(words)].join(' ');
    const [times, speaker] = [filledAt(before), cells[name] ?? ''];
    const row = speaker === '' && times.length === 0 ? `\t${said}` : [...times, speaker, said].join('\t');
    return [...this.#headings(cells), row];
  }

  /** The scenes that a row begins. */
  #headings(cells: readonly string[]): string[] {
    return this.#columns.scenes.flatMap((at) => {
      const value = cells[at] ?? '';
      if (value === '' || value === this.#current.get(at)) return [];
      this.#current.set(at, value);
      return ['', `## ${headingOf(value, this.#titles[at] ?? '')}`, ''];
    });
  }
}

// Rows as they are parted.

/** The rows of a text in columns; null of any other text. */
function columnsOf(text: string): TextRow[] | null {
  if (!/\t|\||\S {2,20}\S/.test(text)) return null;
  const rows = text.split('\n');
  const filled = rows.filter((row) => row.trim() !== '');
  const isTable = (read: readonly TextRow[], least: number): boolean => {
    const inColumns = read.filter(({ cells }) => cells.length >= least).length;
    return inColumns >= LEAST_ROWS && inColumns >= filled.length * LEAST_SHARE;
  };
  const parted = [byTabs, byBars].map((cellsOf) => rows.map((full): TextRow => ({ full, cells: cellsOf(full) })));
  const film = parted.find((read) => isTable(read, 2) && layoutOf(read.map(({ cells }) => cells))?.isFilm);
  return (
    film ??
    parted.find((read) => isTable(read, LEAST_COLUMNS)) ??
    ofAligned(rows, (read) => isTable(read, LEAST_COLUMNS))
  );
}

const LEAST_COLUMNS = 3;
/** Of the rows that reach a column, this part has a gap before it. */
const ALIGNED_SHARE = 0.8;
/** Rows of prose are longer than those of columns. In UTF-16 code units. */
const WIDEST = 400;

/** The rows of a text whose columns begin one below the other, behind two spaces or more. */
function ofAligned(rows: readonly string[], isTable: (read: readonly TextRow[]) => boolean): TextRow[] | null {
  // What is heard may run across all columns.
  const filled = rows.filter((row) => row.length <= WIDEST && row.trim() !== '' && directionOf(row.trim()) === null);
  if (filled.filter((row) => /\S {2,20}\S/.test(row)).length < filled.length * LEAST_SHARE) return null;
  const starts = new Map<number, number>();
  for (const row of filled)
    for (const { index } of row.matchAll(/(?<=\S {2,80})\S/g)) starts.set(index, (starts.get(index) ?? 0) + 1);
  const columns = [...starts]
    .filter(([at, count]) => count >= LEAST_ROWS && isGutter(filled, at))
    .map(([at]) => at)
    .toSorted((a, b) => a - b);
  if (columns.length + 1 < LEAST_COLUMNS) return null;
  const read = rows.map((full): TextRow => ({ full, cells: cutAt(full, columns) }));
  return isTable(read) ? read : null;
}

const isGap = (row: string, at: number): boolean => row.slice(at - 2, at).trim() === '';

function isGutter(rows: readonly string[], at: number): boolean {
  const reaching = rows.filter((row) => row.length > at);
  return reaching.filter((row) => isGap(row, at)).length >= reaching.length * ALIGNED_SHARE;
}

/** The cells of a row; all of it where it runs across a column. */
function cutAt(full: string, columns: readonly number[]): string[] {
  const inside = columns.filter((at) => at < full.length);
  if (!inside.every((at) => isGap(full, at))) return [full.trim()];
  return [0, ...inside].map((start, index) => full.slice(start, inside[index] ?? full.length).trim());
}

const byTabs = (full: string): string[] => full.split('\t').map((cell) => cell.trim());

/** With bars around the whole row or without. */
function byBars(full: string): string[] {
  const row = full.trim();
  return tableCells(row.startsWith('|') ? row : `|${row}`) ?? [];
}
