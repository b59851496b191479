// What was spent, page by page: counted once for each state of the project.

import { spreadsheetTable } from '../../../../node/spreadsheet-table.ts';
import type {
  SpendingColumn,
  SpendingFigures,
  SpendingGrouping,
  SpendingRow,
} from '../../../../shared/model/spending.ts';
import type { Database } from '../folder/database.ts';
import type { NumberedProject } from '../lines/line-places.ts';
import { type SpendingReport, sortSpending, spendingReport, withWords } from './spending-report.ts';

// A report of what was spent as a table for spreadsheets: RFC 4180, a row for each row of the report and one for all.

const BYTE_ORDER_MARK = '\uFEFF';

/** The columns that every report has after its first two, `NAME` and `detail`; docs/costs.md says what they mean. */
const COLUMNS = [
  ['characters', 'characters'],
  ['rendered', 'rendered'],
  ['underWay', 'with_service'],
  ['failed', 'failed'],
  ['inDoubt', 'in_doubt'],
  ['lost', 'lost'],
  ['auditions', 'auditions'],
  ['retakes', 'retakes'],
  ['unpriced', 'without_price'],
] as const satisfies readonly (readonly [keyof SpendingFigures, string])[];

/**
 * @param byteOrderMark what some spreadsheets need to take the file for UTF-8
 * @returns rows end with CRLF; a cell that a spreadsheet would take for a formula begins with an apostrophe
 */
export function spendingCsv(
  { rows, total, currencies }: SpendingReport,
  by: SpendingGrouping,
  byteOrderMark: boolean,
): string {
  const figures = (of: SpendingFigures) => [
    ...COLUMNS.map(([name]) => of[name]),
    ...currencies.map((currency) => plainAmount(of.amounts[currency] ?? 0)),
  ];
  const detailOf = (detail: string) =>
    by === 'run' && detail !== '' ? new Date(Number(detail)).toISOString() : detail;
  const table = [
    [by, 'detail', ...COLUMNS.map(([, heading]) => heading), ...currencies.map((currency) => `cost_${currency}`)],
    ...rows.map((row) => [row.name || nameOfNothing(by), detailOf(row.detail), ...figures(row)]),
    ['Total', '', ...figures(total)],
  ];
  return `${byteOrderMark ? BYTE_ORDER_MARK : ''}${spreadsheetTable(table)}`;
}

/** What stands where a row is about nothing that is there. */
const NAMELESS: Readonly<Record<SpendingGrouping, string>> = {
  line: 'Not in the script',
  chapter: 'Not in the script',
  role: 'No role',
  run: 'Auditions',
};
const nameOfNothing = (by: SpendingGrouping): string => NAMELESS[by];

/** An amount without an exponent and without what binary fractions add: at most six decimals. */
const plainAmount = (amount: number): string => amount.toFixed(6).replace(/\.?(?<!0)0+$/, '');

/** Rows of a page. */
export const SPENDING_PAGE = 100;

export interface SpendingQuery {
  readonly by: SpendingGrouping;
  readonly sort: SpendingColumn;
  readonly descending: boolean;
  /** 0-based. */
  readonly page: number;
}

interface Counted {
  readonly state: string;
  readonly report: SpendingReport;
  sorted: { readonly how: string; readonly rows: readonly SpendingRow[] } | null;
}

const counted = new WeakMap<Database, Map<SpendingGrouping, Counted>>();

/** A page of the report, with the figures of all. @throws ProjectError */
export function spendingPage(context: NumberedProject, { by, sort, descending, page }: SpendingQuery) {
  const known = countedOf(context, by);
  const how = `${sort} ${descending}`;
  if (known.sorted?.how !== how) known.sorted = { how, rows: sortSpending(known.report.rows, sort, descending) };
  const { rows } = known.sorted;
  const shown = rows.slice(page * SPENDING_PAGE, (page + 1) * SPENDING_PAGE);
  return {
    count: rows.length,
    total: known.report.total,
    currencies: [...known.report.currencies],
    rows: by === 'line' ? withWords(context.project.db, shown) : shown,
  };
}

/** The whole report as text for spreadsheets. @throws ProjectError */
export function spendingTable(
  context: NumberedProject,
  { by, byteOrderMark }: { readonly by: SpendingGrouping; readonly byteOrderMark: boolean },
): string {
  const { report } = countedOf(context, by);
  const rows = by === 'line' ? withWords(context.project.db, report.rows) : report.rows;
  return spendingCsv({ ...report, rows }, by, byteOrderMark);
}

function countedOf({ project, places }: NumberedProject, by: SpendingGrouping): Counted {
  const { db } = project;
  const groupings = counted.get(db) ?? new Map<SpendingGrouping, Counted>();
  counted.set(db, groupings);
  const state = stateOf(db);
  const known = groupings.get(by);
  if (known?.state === state) return known;
  const made: Counted = { state, report: spendingReport(db, places, by, project.settings().language), sorted: null };
  groupings.set(by, made);
  return made;
}

/** Another one after every change, by this connection or by another. */
function stateOf(db: Database): string {
  const version = db.prepare<{ readonly data_version: number }>('PRAGMA data_version').get();
  const own = db.prepare<{ readonly n: number }>('SELECT total_changes() AS n').get();
  return `${version?.data_version} ${own?.n}`;
}
