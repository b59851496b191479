import { largest } from '../../../shared/rules/lists.ts';
import { wordPattern, wordsOf } from '../../../shared/rules/words/word-lists.ts';

export type Rows = readonly (readonly string[])[];

/** Titles of text columns in film scripts, which also have a picture column. */
const AUDIO_TITLES = wordsOf('audio-columns');

/** Clearest titles first. */
const COLUMN_TITLES = {
  role: [...wordsOf('role-columns'), ...wordsOf('vague-role-columns')],
  text: [...wordsOf('text-columns'), ...wordsOf('vague-text-columns'), ...AUDIO_TITLES],
  chapter: wordsOf('chapter-columns'),
  scene: wordsOf('scene-columns'),
  direction: wordsOf('note-columns'),
  picture: wordsOf('picture-columns'),
} as const;
type ColumnKind = keyof typeof COLUMN_TITLES;
const KINDS = Object.keys(COLUMN_TITLES) as ColumnKind[];
const NUMBER_COLUMN = wordPattern(String.raw`[#№]|\b`, 'number-columns', String.raw`\b`, '');
const MAX_ROWS_ABOVE = 12;
const MAX_TITLE_LENGTH = 40;
const MAX_ROLE_LENGTH = 40;
const MAX_COLUMNS = 100;
const MAX_SAMPLE_ROWS = 500;
/** In tables with fewer rows, names don't have to recur. */
const MAX_FEW_ROWS = 6;
const MIN_MATCHING_SHARE = 0.6;
/** A text column has at least this share of its translation's length. */
const MIN_LENGTH_RATIO = 0.7;

export interface TableLayout {
  /** Column indexes; null if missing. */
  readonly columns: {
    readonly role: number | null;
    readonly text: number;
    readonly chapter: number | null;
    readonly scene: number | null;
    readonly directions: readonly number[];
  };
  readonly first: number;
  readonly titles: readonly string[];
  readonly isNamed: boolean;
  readonly isFilm: boolean;
}

export function detectTableLayout(rows: Rows): TableLayout | null {
  const title = findTitleRow(rows) ?? { at: -1, meanings: [] };
  const first = title.at + 1;
  const columns = filledCells(rows.slice(first, first + MAX_SAMPLE_ROWS));
  const titled = (kind: ColumnKind): number[] => columnsOfKind(title, kind).filter((at) => columns[at]?.length);
  const isLettered = (at: number): boolean => shareOf(columns[at] ?? [], hasLetters) >= 0.5;
  const [named = null] = titled('role').filter(isLettered);
  const [namedText = null] = titled('text').filter((at) => at !== named && isLettered(at));
  const known = new Set(title.meanings.map(({ at }) => at));
  const text =
    namedText ??
    findTextColumn(columns, first > 0, (at) => at !== named && !known.has(at)) ??
    findTextColumn(columns, false, (at) => at !== named) ??
    named;
  if (text === null) return null;
  const isFilm = titled('picture').length > 0 && AUDIO_TITLES.includes(plainTitle(rows[title.at]?.[text] ?? ''));
  const isUntitled = (at: number): boolean => !known.has(at);
  const role = named ?? (columnsOfKind(title, 'role').length > 0 ? null : findRoleColumn(columns, text, isUntitled));
  return {
    columns: {
      role: role === text ? null : role,
      text,
      chapter: titled('chapter')[0] ?? null,
      scene: titled('scene')[0] ?? null,
      directions: [...titled('direction'), ...(isFilm ? titled('picture') : [])].filter((at) => at !== text),
    },
    first,
    titles: rows[title.at] ?? [],
    isNamed: named !== null && namedText !== null,
    isFilm,
  };
}

/** Requires recurring names beside sentences, to exclude tables of terms and definitions. */
export function isScriptTable(rows: Rows, { columns: { role, text }, first }: TableLayout): boolean {
  if (role === null) return false;
  const spoken = rows.slice(first, first + MAX_SAMPLE_ROWS).filter((row) => row[role] && row[text]);
  const names = new Set(spoken.map((row) => row[role]));
  return (
    spoken.length > names.size &&
    names.size > 1 &&
    shareOf(spoken, (row) => isSentence(row[text] ?? '')) > MIN_MATCHING_SHARE
  );
}

/** Returns `Scene 3` for `3` in a column called `Scene`. */
export const headingOf = (value: string, title: string): string =>
  /^[\d.]+$/.test(value) && title !== '' ? `${title} ${value}` : value;

interface TitleMeaning {
  readonly at: number;
  readonly kind: ColumnKind;
  /** Lower is clearer. */
  readonly rank: number;
}

interface TitleRow {
  readonly at: number;
  readonly meanings: readonly TitleMeaning[];
}

const columnsOfKind = ({ meanings }: TitleRow, kind: ColumnKind): number[] =>
  meanings
    .filter((meaning) => meaning.kind === kind)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ at }) => at);

function findTitleRow(rows: Rows): TitleRow | null {
  let best: TitleRow | null = null;
  let most = 0;
  for (const [at, row] of rows.slice(0, MAX_ROWS_ABOVE).entries()) {
    if (row.some((cell) => cell.length > MAX_TITLE_LENGTH)) continue;
    const meanings = readMeanings(row);
    const kinds = new Set(meanings.map(({ kind }) => kind));
    const isTitles = kinds.size >= 2 && meanings.some(isClearMeaning);
    const isOnlyTitle = kinds.has('text') && row.filter((cell) => cell !== '').length === 1;
    if ((isTitles || isOnlyTitle) && kinds.size > most) [best, most] = [{ at, meanings }, kinds.size];
  }
  return best ?? findUnknownTitleRow(rows);
}

/** Accepts labels in any language beside sentences, together with a column of numbers or a clear title. */
function findUnknownTitleRow(rows: Rows): TitleRow | null {
  const [labels = [], ...below] = rows.slice(0, MAX_SAMPLE_ROWS);
  const isLabel = (cell: string): boolean =>
    cell === '' || (hasLetters(cell) && cell.length <= MAX_TITLE_LENGTH && !isSentence(cell));
  const filled = labels.filter((cell) => cell !== '');
  if (filled.length < 2 || new Set(filled).size < filled.length || !labels.every(isLabel)) return null;
  const cellsBelow = filledCells(below);
  const columns = labels.map((label, at) => ({ label, cells: cellsBelow[at] ?? [] })).filter(({ label }) => label);
  if (columns.some(({ label, cells }) => cells.includes(label))) return null;
  const hasMostly = (test: (cell: string) => boolean) =>
    columns.some(({ cells }) => shareOf(cells, test) > MIN_MATCHING_SHARE);
  const meanings = readMeanings(labels);
  const isTitles = hasMostly(isSentence) && (meanings.some(isClearMeaning) || hasMostly((cell) => NUMERIC.test(cell)));
  return isTitles ? { at: 0, meanings } : null;
}

const UNCLEAR_RANK = 1_000;
const isClearMeaning = ({ kind, rank }: TitleMeaning): boolean =>
  rank < UNCLEAR_RANK && (kind === 'text' || kind === 'role');

const plainTitle = (title: string): string =>
  title
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[\s_:*./-]+/g, ' ')
    .trim();

/** Matches the whole title or, failing that, the last known word (`English dialogue`). */
function readMeanings(titles: readonly string[]): TitleMeaning[] {
  return titles.slice(0, MAX_COLUMNS).flatMap((title, at): TitleMeaning[] => {
    const words = plainTitle(title);
    const whole = KINDS.find((kind) => COLUMN_TITLES[kind].includes(words));
    if (whole !== undefined) return [{ at, kind: whole, rank: COLUMN_TITLES[whole].indexOf(words) }];
    if (NUMBER_COLUMN.test(words)) return [];
    const parts = words.split(' ').toReversed();
    const told = parts.flatMap((word) =>
      KINDS.filter((kind) => COLUMN_TITLES[kind].includes(word)).map((kind) => ({ word, kind })),
    );
    return told
      .slice(0, 1)
      .map(({ word, kind }) => ({ at, kind, rank: UNCLEAR_RANK + COLUMN_TITLES[kind].indexOf(word) }));
  });
}

const MAX_TITLE_WORDS = 3;
export const ENDS_SENTENCE = /[.!?…。！？।؟][)\]»”’"'」』]*$/u;
const isSentence = (cell: string): boolean => ENDS_SENTENCE.test(cell) || cell.split(' ').length > MAX_TITLE_WORDS;
const NUMERIC = /^[\d\p{P}\p{S}\s]+$/u;
export const hasLetters = (cell: string): boolean => /\p{L}/u.test(cell);
const hasWords = (cell: string): boolean => hasLetters(cell) && !/^\S*\d\S*$/.test(cell);
const mayBeName = (cell: string): boolean => /^[\p{Lu}\p{Lo}]/u.test(cell) && !/[!?…,;]|[^.]\.$/.test(cell);

const shareOf = <Item>(items: readonly Item[], test: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(test).length / items.length;

const totalLength = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.length, 0);

export function filledCells(rows: Rows): string[][] {
  const width = Math.min(MAX_COLUMNS, largest([0, ...rows.map((row) => row.length)]));
  return Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? '').filter((cell) => cell !== ''));
}

/**
 * Returns the index of the text column.
 * @param prefersFirst whether to prefer the first of several similar columns, such as translations
 */
function findTextColumn(
  columns: readonly string[][],
  prefersFirst: boolean,
  isAccepted: (at: number) => boolean,
): number | null {
  const lengths = columns.map((cells, at) =>
    shareOf(cells, hasWords) >= 0.5 && isAccepted(at) ? totalLength(cells) : 0,
  );
  const longest = largest(lengths);
  return longest <= 0 ? null : lengths.findIndex((length) => length >= (prefersFirst ? MIN_LENGTH_RATIO : 1) * longest);
}

function findRoleColumn(columns: readonly string[][], text: number, mayBeRole: (at: number) => boolean): number | null {
  const words = columns[text]?.length ?? 0;
  const isRole = (cells: readonly string[], at: number): boolean => {
    if (at === text || !mayBeRole(at) || cells.length < Math.max(1, words / 2)) return false;
    if (shareOf(cells, hasWords) < 0.9) return false;
    if (cells.some((cell) => cell.length > MAX_ROLE_LENGTH)) return false;
    const distinct = new Set(cells).size;
    const areFew =
      cells.length < MAX_FEW_ROWS && cells.every(mayBeName) && (at === text - 1 || distinct < cells.length);
    return distinct <= cells.length / 2 || areFew;
  };
  const places = columns.flatMap((cells, at) => (isRole(cells, at) ? [at] : []));
  return places.findLast((at) => at < text) ?? places[0] ?? null;
}
