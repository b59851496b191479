import type { CountedWords } from '../../../shared/model/counted-words.ts';
import type { ColumnUse, Sheet, SheetChoice } from '../../../shared/model/manuscript.ts';
import { detectTableLayout, type Rows, type TableLayout } from '../layout/table-columns.ts';
import { countLeftOutWords } from '../script/omitted-words.ts';

interface SheetColumn extends CountedWords {
  /** Empty if the sheet has no column titles. */
  readonly title: string;
  readonly use: ColumnUse;
}

export interface SheetPreview {
  readonly name: string;
  readonly isRead: boolean;
  readonly hasTitles: boolean;
  readonly columns: readonly SheetColumn[];
  readonly rows: Rows;
}

const MAX_COLUMNS = 100;
const MAX_PREVIEW_ROWS = 5;
/** In UTF-16 code units. */
const MAX_CELL_LENGTH = 80;

/** Null if the user chose no text column. */
export function chosenLayout(rows: Rows, { uses, hasTitles }: SheetChoice): TableLayout | null {
  const text = uses.indexOf('text');
  if (text < 0) return null;
  const placeOf = (use: ColumnUse): number | null => {
    const at = uses.indexOf(use);
    return at < 0 ? null : at;
  };
  const guessed = detectTableLayout(rows);
  const first = hasTitles ? firstDataRow(guessed) : 0;
  return {
    columns: {
      role: placeOf('role'),
      text,
      chapter: placeOf('chapter'),
      scene: placeOf('scene'),
      directions: uses.flatMap((use, at) => (use === 'direction' ? [at] : [])),
    },
    first,
    titles: first === 0 ? [] : (rows[first - 1] ?? []),
    isNamed: true,
    isFilm: guessed?.isFilm ?? false,
  };
}

const firstDataRow = (guessed: TableLayout | null): number => (guessed && hasTitleRow(guessed) ? guessed.first : 1);

const hasTitleRow = ({ titles, first }: TableLayout): boolean => first > 0 && titles.length > 0;

export function sheetPreview({ name, rows }: Sheet, choice: SheetChoice | undefined, isRead: boolean): SheetPreview {
  const guessed = detectTableLayout(rows);
  const layout = choice ? chosenLayout(rows, choice) : guessed;
  const hasTitles = choice?.hasTitles ?? (guessed !== null && hasTitleRow(guessed));
  const first = layout?.first ?? (hasTitles ? firstDataRow(guessed) : 0);
  const titles = hasTitles ? (rows[first - 1] ?? []) : [];
  const width = Math.min(
    MAX_COLUMNS,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  );
  return {
    name,
    isRead: choice?.isRead ?? isRead,
    hasTitles,
    columns: Array.from({ length: width }, (_, at): SheetColumn => {
      const use = choice ? (choice.uses[at] ?? 'ignored') : suggestedUse(layout, at);
      const cells = use === 'ignored' ? rows.slice(first).map((row) => row[at] ?? '') : [];
      return { title: shortenCell(titles[at] ?? ''), use, ...countLeftOutWords(cells) };
    }),
    rows: rows.slice(first, first + MAX_PREVIEW_ROWS).map((row) => row.slice(0, width).map(shortenCell)),
  };
}

const shortenCell = (cell: string): string =>
  cell.length > MAX_CELL_LENGTH ? `${cell.slice(0, MAX_CELL_LENGTH).trimEnd()}…` : cell;

function suggestedUse(layout: TableLayout | null, at: number): ColumnUse {
  if (!layout) return 'ignored';
  const { role, text, chapter, scene, directions } = layout.columns;
  if (at === text) return 'text';
  if (at === role) return 'role';
  if (at === chapter) return 'chapter';
  if (at === scene) return 'scene';
  return directions.includes(at) ? 'direction' : 'ignored';
}
