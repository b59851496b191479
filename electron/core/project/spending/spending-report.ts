// What a project has spent, by line, role, chapter or run. Every grouping adds up to the ledger's total.
import type {
  SpendingColumn,
  SpendingFigures,
  SpendingGrouping,
  SpendingRow,
} from '../../../../shared/model/spending.ts';
import type { Database } from '../folder/database.ts';
import type { LinePlaces } from '../lines/line-places.ts';
import { readTurns } from '../lines/stored-line.ts';
import { forEachSpending, type SpendingEntry } from './spending-entries.ts';

export interface SpendingReport {
  /** In their natural order: of the script, the alphabet, or time. */
  readonly rows: readonly SpendingRow[];
  readonly total: SpendingFigures;
  /** Those of all amounts, in the alphabet's order. */
  readonly currencies: readonly string[];
}

type Figures = { -readonly [K in keyof SpendingFigures]: SpendingFigures[K] };

const noFigures = (): Figures => ({
  characters: 0,
  rendered: 0,
  underWay: 0,
  failed: 0,
  inDoubt: 0,
  lost: 0,
  auditions: 0,
  retakes: 0,
  unpriced: 0,
  amounts: {},
});

function add(figures: Figures, { fate, isRetake, price }: SpendingEntry, characters: number): void {
  figures.characters += characters;
  figures[fate] += characters;
  if (isRetake) figures.retakes += characters;
  if (price === null) figures.unpriced += characters;
  else {
    const amount = (characters / 1_000) * price.perThousand;
    figures.amounts[price.currency] = (figures.amounts[price.currency] ?? 0) + amount;
  }
}

/** What has no line, role or run to stand by. */
const NOTHING = 'none';

/** Reads all that was spent once. It takes time in proportion to the jobs. @throws ProjectError */
export function spendingReport(db: Database, places: LinePlaces, by: SpendingGrouping): SpendingReport {
  const groups = new Map<string, Figures>();
  const total = noFigures();
  const group = (key: string): Figures => {
    const known = groups.get(key);
    if (known) return known;
    const made = noFigures();
    groups.set(key, made);
    return made;
  };
  forEachSpending(db, (entry) => {
    add(total, entry, entry.characters);
    if (by === 'role') {
      for (const { role, characters } of entry.spoken) add(group(role || NOTHING), entry, characters);
    } else add(group(keyOf(entry, by, places)), entry, entry.characters);
  });
  return { rows: named(db, places, by, groups), total, currencies: Object.keys(total.amounts).sort() };
}

function keyOf({ lineId, runId }: SpendingEntry, by: Exclude<SpendingGrouping, 'role'>, places: LinePlaces): string {
  if (by === 'run') return runId === null ? NOTHING : String(runId);
  const place = lineId === null ? null : places.of(lineId);
  // Lines that are not in the script any more stand together.
  if (place === null) return NOTHING;
  return by === 'line' ? String(lineId) : String(place.chapterId ?? 0);
}

function named(
  db: Database,
  places: LinePlaces,
  by: SpendingGrouping,
  groups: ReadonlyMap<string, SpendingFigures>,
): SpendingRow[] {
  const began = by === 'run' ? runsBegan(db) : null;
  const titles =
    by === 'chapter' ? new Map(places.chapters().map((chapter, at) => [chapter.id ?? 0, { ...chapter, at }])) : null;
  const rows = [...groups].map(([key, figures]) => {
    const id = Number(key);
    const isNothing = key === NOTHING;
    if (by === 'role') return { order: 0, row: { ...figures, key, name: isNothing ? '' : key, detail: '' } };
    if (isNothing) return { order: Number.POSITIVE_INFINITY, row: { ...figures, key, name: '', detail: '' } };
    if (by === 'run') {
      return { order: id, row: { ...figures, key, name: `Run ${id}`, detail: String(began?.get(id) ?? '') } };
    }
    if (by === 'line') {
      return { order: places.of(id)?.number ?? 0, row: { ...figures, key, name: places.label(id), detail: '' } };
    }
    const chapter = titles?.get(id);
    const name = chapter?.title || (id === 0 ? 'Before the first heading' : 'Untitled');
    return { order: chapter?.at ?? 0, row: { ...figures, key, name, detail: '' } };
  });
  return rows
    .sort((a, b) => (a.order === b.order ? a.row.name.localeCompare(b.row.name, 'en') : a.order - b.order))
    .map(({ row }) => row);
}

function runsBegan(db: Database): Map<number, number> {
  return new Map(db.prepareArrays<[number, number]>('SELECT id, created_at FROM runs').all());
}

const costOf = ({ amounts }: SpendingFigures): number =>
  Object.values(amounts).reduce((sum, amount) => sum + amount, 0);

/** The rows in another order; those that are alike keep theirs. */
export function sortSpending(
  rows: readonly SpendingRow[],
  column: SpendingColumn,
  descending: boolean,
): readonly SpendingRow[] {
  if (column === 'name') return descending ? rows.toReversed() : rows;
  const value = column === 'amounts' ? costOf : (row: SpendingRow) => row[column];
  return rows.toSorted((a, b) => (descending ? value(b) - value(a) : value(a) - value(b)));
}

/** Characters of a line's first words. */
const EXCERPT = 120;

/** Puts their first words beside lines. @param rows of a report by line */
export function withWords(db: Database, rows: readonly SpendingRow[]): SpendingRow[] {
  const turns = db.prepare<{ readonly turns: string }>('SELECT turns FROM lines WHERE id = ?');
  return rows.map((row) => {
    const line = row.key === NOTHING ? undefined : turns.get(Number(row.key));
    if (!line) return row;
    const text = readTurns(db, line.turns).map((turn) => turn.text);
    return { ...row, detail: excerpt(text.join(' ').replace(/\s+/g, ' ')) };
  });
}

function excerpt(text: string): string {
  const characters = [...text.slice(0, EXCERPT * 2)];
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('').trimEnd()}…` : text.trim();
}
