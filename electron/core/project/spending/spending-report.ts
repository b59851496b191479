// An entry is an audition, or a job that the service has accepted or might have accepted. All groupings have the same
// total.

import type { Language } from '@lectern/tts-protocol';
import { type InputParameters, inputParametersSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import type { JobState } from '../../../../shared/model/line-status.ts';
import type {
  Price,
  SpendingColumn,
  SpendingFigures,
  SpendingGrouping,
  SpendingRow,
} from '../../../../shared/model/spending.ts';
import { nameOrder } from '../../../../shared/rules/cast/name-order.ts';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import type { SpokenShare } from '../../rules/line-request.ts';
import type { Database } from '../folder/database.ts';
import type { LinePositions } from '../lines/line-positions.ts';
import { readRoles, readTurns } from '../lines/stored-line.ts';

type SpendingKind = 'rendered' | 'underWay' | 'failed' | 'inDoubt' | 'lost' | 'auditions';

interface SpendingEntry {
  readonly lineId: number | null;
  readonly runId: number | null;
  readonly characters: number;
  readonly fate: SpendingKind;
  /** The line already had a take or had been submitted before. */
  readonly isRetake: boolean;
  readonly price: Price | null;
  readonly spoken: readonly SpokenShare[];
}

type JobRow = readonly [
  lineId: number,
  runId: number,
  characters: number,
  state: JobState,
  createdAt: number,
  price: number | null,
  currency: string | null,
  spoken: string | null,
  request: string | null,
  roles: string,
  wasLost: 0 | 1,
];
const WAS_LOST_COLUMN = 10;

// A lost job that was resubmitted or left out is still reported as lost.
const WAS_LOST = `jobs.state = 'resubmitted' AND jobs.reason IS NOT NULL
    AND (json_extract(jobs.reason, '$.kind') = 'lost' OR json_extract(jobs.reason, '$.state') IS 'lost')`;

// Reads the request only for jobs that don't record the characters per role.
const JOBS = `SELECT jobs.line_id, jobs.run_id, jobs.characters, jobs.state, jobs.created_at, price, currency, spoken,
    CASE WHEN spoken IS NULL THEN request END, roles, ${WAS_LOST}
  FROM jobs JOIN batches ON batches.id = jobs.batch_id JOIN lines ON lines.id = jobs.line_id
  WHERE jobs.state NOT IN ('refused', 'sent') ORDER BY jobs.id`;

const KIND_BY_STATE: Readonly<Record<JobState, SpendingKind>> = {
  sent: 'underWay',
  accepted: 'underWay',
  done: 'rendered',
  failed: 'failed',
  refused: 'failed',
  'in-doubt': 'inDoubt',
  lost: 'lost',
  resubmitted: 'inDoubt',
};

const spokenSchema = z.array(z.object({ role: z.string(), characters: z.int() }));

/** Jobs from oldest to newest, then auditions. @throws ProjectError */
function forEachSpending(db: Database, callback: (entry: SpendingEntry) => void): void {
  const firstTakes = new Map(
    db.prepareArrays<[number, number]>('SELECT line_id, min(created_at) FROM takes GROUP BY line_id').all(),
  );
  const sentBefore = new Set<number>();
  const shares = new SharesByText(db);
  for (const row of db.prepareArrays<JobRow>(JOBS).all()) {
    const [lineId, runId, characters, state, createdAt, price, currency] = row;
    const fate = row[WAS_LOST_COLUMN] === 1 ? 'lost' : KIND_BY_STATE[state];
    const isRetake = sentBefore.has(lineId) || (firstTakes.get(lineId) ?? Number.POSITIVE_INFINITY) < createdAt;
    sentBefore.add(lineId);
    const priced = priceOf(price, currency);
    callback({ lineId, runId, characters, fate, isRetake, price: priced, spoken: shares.of(row) });
  }
  for (const audition of db.prepare<AuditionRow>('SELECT * FROM auditions ORDER BY id').all()) {
    const { line_id: lineId, role, characters, price, currency } = audition;
    const spoken = [{ role: role ?? '', characters }];
    const priced = priceOf(price, currency);
    callback({ lineId, runId: null, characters, fate: 'auditions', isRetake: false, price: priced, spoken });
  }
}

interface AuditionRow {
  readonly line_id: number | null;
  readonly role: string | null;
  readonly characters: number;
  readonly price: number | null;
  readonly currency: string | null;
}

const priceOf = (perThousand: number | null, currency: string | null): Price | null =>
  perThousand === null || currency === null ? null : { perThousand, currency };

/** Caches the parsed roles by their JSON text, since many lines share the same roles. */
class SharesByText {
  readonly #db: Database;
  readonly #roles = new Map<string, readonly string[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  of([, , characters, , , , , spoken, request, rolesText]: JobRow): readonly SpokenShare[] {
    if (spoken !== null) {
      return this.#db.readDocument(spoken, (value) => spokenSchema.parse(value), 'jobs.spoken');
    }
    const roles = this.#roles.get(rolesText) ?? readRoles(this.#db, rolesText);
    this.#roles.set(rolesText, roles);
    const [first = '', second] = roles;
    if (second === undefined || request === null) return [{ role: first, characters }];
    const parse = (value: unknown): InputParameters => inputParametersSchema.parse(value);
    return splitByRole(this.#db.readDocument(request, parse, 'jobs.request'), [first, second]);
  }
}

/**
 * Splits a request from an older project by its turn prefixes. Text lines without a prefix continue the previous turn.
 */
export function splitByRole(request: InputParameters, [first, second]: readonly [string, string]): SpokenShare[] {
  const { text, turn_prefix, turn_prefix_2 } = request;
  let [ofFirst, ofSecond] = [0, 0];
  let isSecond = false;
  for (const [at, row] of text.split('\n').entries()) {
    if (turn_prefix_2 && row.startsWith(`${turn_prefix_2} `)) isSecond = true;
    else if (turn_prefix && row.startsWith(`${turn_prefix} `)) isSecond = false;
    const characters = countCharacters(row) + (at === 0 ? 0 : 1);
    if (isSecond) ofSecond += characters;
    else ofFirst += characters;
  }
  if (ofSecond === 0) return [{ role: first, characters: ofFirst }];
  return [
    { role: first, characters: ofFirst },
    { role: second, characters: ofSecond },
  ];
}

export interface SpendingReport {
  readonly rows: readonly SpendingRow[];
  readonly total: SpendingFigures;
  readonly currencies: readonly string[];
}

type Figures = { -readonly [K in keyof SpendingFigures]: SpendingFigures[K] };

const emptyFigures = (): Figures => ({
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

const UNASSIGNED_KEY = 'none';

export function spendingReport(
  db: Database,
  places: LinePositions,
  by: SpendingGrouping,
  language: Language | null,
): SpendingReport {
  const groups = new Map<string, Figures>();
  const total = emptyFigures();
  const group = (key: string): Figures => {
    const known = groups.get(key);
    if (known) return known;
    const made = emptyFigures();
    groups.set(key, made);
    return made;
  };
  forEachSpending(db, (entry) => {
    add(total, entry, entry.characters);
    if (by === 'role') {
      for (const { role, characters } of entry.spoken) add(group(role || UNASSIGNED_KEY), entry, characters);
    } else add(group(keyOf(entry, by, places)), entry, entry.characters);
  });
  const compare = nameOrder(language);
  const rows = toNamedRows(db, places, by, groups)
    .sort((a, b) => (a.order === b.order ? compare(a.row.name, b.row.name) : a.order - b.order))
    .map(({ row }) => row);
  return { rows, total, currencies: Object.keys(total.amounts).sort() };
}

function keyOf({ lineId, runId }: SpendingEntry, by: Exclude<SpendingGrouping, 'role'>, places: LinePositions): string {
  if (by === 'run') return runId === null ? UNASSIGNED_KEY : String(runId);
  const place = lineId === null ? null : places.of(lineId);
  // Lines no longer in the script are grouped together.
  if (place === null) return UNASSIGNED_KEY;
  return by === 'line' ? String(lineId) : String(place.chapterId ?? 0);
}

function toNamedRows(
  db: Database,
  places: LinePositions,
  by: SpendingGrouping,
  groups: ReadonlyMap<string, SpendingFigures>,
): { readonly order: number; readonly row: SpendingRow }[] {
  const began = by === 'run' ? runStartTimes(db) : null;
  const titles =
    by === 'chapter' ? new Map(places.chapters().map((chapter, at) => [chapter.id ?? 0, { ...chapter, at }])) : null;
  return [...groups].map(([key, figures]) => {
    const id = Number(key);
    const isNothing = key === UNASSIGNED_KEY;
    const none = { ...figures, key, subject: 'none', name: '', detail: '' } as const;
    const named = { ...none, subject: 'named' } as const;
    if (by === 'role') return { order: 0, row: isNothing ? none : { ...named, name: key } };
    if (isNothing) return { order: Number.POSITIVE_INFINITY, row: none };
    if (by === 'run') {
      return { order: id, row: { ...none, subject: 'run', name: key, detail: String(began?.get(id) ?? '') } };
    }
    if (by === 'line') {
      return { order: places.of(id)?.number ?? 0, row: { ...named, name: places.label(id) } };
    }
    const chapter = titles?.get(id);
    const order = chapter?.at ?? 0;
    if (chapter?.title) return { order, row: { ...named, name: chapter.title } };
    return { order, row: { ...none, subject: id === 0 ? 'opening' : 'untitled' } };
  });
}

function runStartTimes(db: Database): Map<number, number> {
  return new Map(db.prepareArrays<[number, number]>('SELECT id, created_at FROM runs').all());
}

const costOf = ({ amounts }: SpendingFigures): number =>
  Object.values(amounts).reduce((sum, amount) => sum + amount, 0);

export function sortSpending(
  rows: readonly SpendingRow[],
  column: SpendingColumn,
  descending: boolean,
): readonly SpendingRow[] {
  if (column === 'name') return descending ? rows.toReversed() : rows;
  const value = column === 'amounts' ? costOf : (row: SpendingRow) => row[column];
  return rows.toSorted((a, b) => (descending ? value(b) - value(a) : value(a) - value(b)));
}

const EXCERPT_LENGTH = 120;

export function withExcerpts(db: Database, rows: readonly SpendingRow[]): SpendingRow[] {
  const turns = db.prepare<{ readonly turns: string }>('SELECT turns FROM lines WHERE id = ?');
  return rows.map((row) => {
    const line = row.key === UNASSIGNED_KEY ? undefined : turns.get(Number(row.key));
    if (!line) return row;
    const text = readTurns(db, line.turns).map((turn) => turn.text);
    return { ...row, detail: excerpt(text.join(' ').replace(/\s+/g, ' ')) };
  });
}

function excerpt(text: string): string {
  const characters = [...text.slice(0, EXCERPT_LENGTH * 2)];
  return characters.length > EXCERPT_LENGTH
    ? `${characters.slice(0, EXCERPT_LENGTH).join('').trimEnd()}…`
    : text.trim();
}
