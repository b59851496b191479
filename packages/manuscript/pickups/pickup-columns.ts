// Finds the columns of a list of corrections by their titles or, without titles, by their content.
import { type WordList, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { readTime } from './pickup-times.ts';

const TITLES = {
  chapter: 'pickup-columns-chapter',
  file: 'pickup-columns-file',
  line: 'pickup-columns-line',
  page: 'pickup-columns-page',
  time: 'pickup-columns-time',
  end: 'pickup-columns-end',
  take: 'pickup-columns-take',
  takeTime: 'pickup-columns-take-time',
  written: 'pickup-columns-written',
  correction: 'pickup-columns-correction',
  heard: 'pickup-columns-heard',
  context: 'pickup-columns-context',
  issue: 'pickup-columns-issue',
  note: 'pickup-columns-note',
  state: 'pickup-columns-state',
  other: 'pickup-columns-other',
} as const satisfies Readonly<Record<string, WordList>>;

/** `other` is a known column that says nothing about corrections. */
type Meaning = keyof typeof TITLES;
export type PickupField = Exclude<Meaning, 'other'>;

/** More than one column can have the same meaning, such as *Note* and *Comment*. */
export interface PickupColumns {
  readonly at: Readonly<Partial<Record<PickupField, readonly number[]>>>;
  /** The row after the titles. */
  readonly first: number;
  /** Empty without a row of titles. */
  readonly titles: readonly string[];
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  // The first meaning wins, because languages share some titles.
  // `Object.keys` returns strings.
  (Object.keys(TITLES) as Meaning[])
    .toReversed()
    .flatMap((meaning) => [...wordSet(TITLES[meaning])].map((word) => [word, meaning] as const)),
);

const MAX_TITLE_ROWS = 20;
const MAX_TITLE_LENGTH = 60;

/** Returns null if no row has titles and no column has times. */
export function findPickupColumns(rows: readonly (readonly string[])[]): PickupColumns | null {
  const heads = rows.slice(0, MAX_TITLE_ROWS).map((row) => row.map(meaningOf));
  const known = heads.map((row) => new Set(row.filter((meaning) => meaning !== null && meaning !== 'other')).size);
  const best = known.reduce((first, count, row) => (count > (known[first] ?? 0) ? row : first), 0);
  const meanings = heads[best] ?? [];
  if ((known[best] ?? 0) < 2 || !meanings.some(isContent)) return untitledColumns(rows);
  return { at: columnsOf(meanings), first: best + 1, titles: rows[best] ?? [] };
}

const CONTENT: ReadonlySet<Meaning> = new Set(['time', 'written', 'correction', 'heard', 'context', 'note', 'issue']);
const isContent = (meaning: Meaning | null): boolean => meaning !== null && CONTENT.has(meaning);

function columnsOf(meanings: readonly (Meaning | null)[]): PickupColumns['at'] {
  const at: Partial<Record<PickupField, number[]>> = {};
  for (const [column, meaning] of meanings.entries()) {
    if (meaning === null || meaning === 'other') continue;
    at[meaning] = [...(at[meaning] ?? []), column];
  }
  return at;
}

/** Reads titles such as `Timecode (hh:mm:ss)`, `Chapter/File` and `Page #`. */
function meaningOf(title: string): Meaning | null {
  if (title.length > MAX_TITLE_LENGTH) return null;
  const bare = title.toLowerCase().replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  for (const part of [bare, ...bare.split(/[/|&+,]|\bor\b|\bund\b|\boder\b/u)]) {
    const words = part.replace(/[^\p{L}\p{N}-]+/gu, ' ').trim();
    const meaning = MEANINGS.get(words) ?? MEANINGS.get(words.replaceAll('-', ' '));
    if (meaning) return meaning;
  }
  // A column that is called `#` only counts rows.
  return /^\s*#\s*$/.test(title) ? 'other' : null;
}

/** A single row may be a sentence with commas. */
const MIN_UNTITLED_ROWS = 2;
const MIN_TIME_SHARE = 0.6;
/** A name of a chapter or file is shorter than a remark. */
const MAX_NAME_LENGTH = 60;

function untitledColumns(rows: readonly (readonly string[])[]): PickupColumns | null {
  const filled = rows.filter((row) => row.filter((cell) => cell !== '').length > 1);
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0);
  if (width < 2 || filled.length < MIN_UNTITLED_ROWS) return null;
  const columns = Array.from({ length: width }, (_, column) => filled.flatMap((row) => row[column] || []));
  // Row numbers read like seconds.
  const isTime = (cell: string): boolean => /[^\d.,]/.test(cell) && readTime(cell) !== null;
  const time = columns.findIndex(
    (cells) => cells.length > 0 && cells.filter(isTime).length >= cells.length * MIN_TIME_SHARE,
  );
  const texts = columns.flatMap((cells, column) => (column !== time && hasWords(cells) ? [column] : []));
  if (time === -1 || texts.length === 0) return null;
  const longest = texts.reduce((best, column) =>
    meanLength(columns[column]) > meanLength(columns[best]) ? column : best,
  );
  const chapter = columns.findIndex(
    (cells, column) => column < Math.max(time, longest) && column !== time && column !== longest && isNames(cells),
  );
  const notes = texts.filter((column) => column !== chapter);
  return { at: { time: [time], note: notes, ...(chapter === -1 ? {} : { chapter: [chapter] }) }, first: 0, titles: [] };
}

const hasWords = (cells: readonly string[]): boolean => cells.some((cell) => /\p{L}/u.test(cell));
const meanLength = (cells: readonly string[] = []): number =>
  cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length);
const isNames = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => cell.length <= MAX_NAME_LENGTH && !/["“”„]/.test(cell));
