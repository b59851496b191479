// Reports are cached until the project changes.

import { spreadsheetTable } from '../../../../node/spreadsheet-table.ts';
import type {
  SpendingColumn,
  SpendingFigures,
  SpendingGrouping,
  SpendingRow,
} from '../../../../shared/model/spending.ts';
import type { Database } from '../folder/database.ts';
import type { NumberedProject } from '../lines/line-positions.ts';
import { type SpendingReport, sortSpending, spendingReport, withExcerpts } from './spending-report.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** The columns after the name and `detail`, described in docs/costs.md. */
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

/** Returns CSV (RFC 4180) with CRLF, a total row, and an apostrophe at the start of cells that look like formulas. */
export function spendingCsv(
  { rows, total, currencies }: SpendingReport,
  by: SpendingGrouping,
  byteOrderMark: boolean,
): string {
  const figures = (of: SpendingFigures) => [
    ...COLUMNS.map(([name]) => of[name]),
    ...currencies.map((currency) => formatAmount(of.amounts[currency] ?? 0)),
  ];
  const detailOf = (detail: string) =>
    by === 'run' && detail !== '' ? new Date(Number(detail)).toISOString() : detail;
  const table = [
    [by, 'detail', ...COLUMNS.map(([, heading]) => heading), ...currencies.map((currency) => `cost_${currency}`)],
    ...rows.map((row) => [nameInTable(row) || UNNAMED_LABELS[by], detailOf(row.detail), ...figures(row)]),
    ['Total', '', ...figures(total)],
  ];
  return `${byteOrderMark ? BYTE_ORDER_MARK : ''}${spreadsheetTable(table)}`;
}

const UNNAMED_LABELS: Readonly<Record<SpendingGrouping, string>> = {
  line: 'Not in the script',
  chapter: 'Not in the script',
  role: 'No role',
  run: 'Auditions',
};

/**
 * Returns the English name for use in CSV files, whose column titles are also in English. Empty if there is no subject.
 */
export function nameInTable({ subject, name }: SpendingRow): string {
  switch (subject) {
    case 'run':
      return `Run ${name}`;
    case 'opening':
      return 'Before the first heading';
    case 'untitled':
      return 'Untitled';
    case 'named':
    case 'none':
      return name;
  }
}

/** Formats a number with at most six decimals, without an exponent or rounding errors. */
const formatAmount = (amount: number): string => amount.toFixed(6).replace(/\.?(?<!0)0+$/, '');

export const SPENDING_PAGE = 100;

export interface SpendingQuery {
  readonly by: SpendingGrouping;
  readonly sort: SpendingColumn;
  readonly descending: boolean;
  readonly page: number;
}

interface CachedReport {
  readonly state: string;
  readonly report: SpendingReport;
  sorted: { readonly how: string; readonly rows: readonly SpendingRow[] } | null;
}

const cachedReports = new WeakMap<Database, Map<SpendingGrouping, CachedReport>>();

export function spendingPage(context: NumberedProject, { by, sort, descending, page }: SpendingQuery) {
  const known = reportFor(context, by);
  const how = `${sort} ${descending}`;
  if (known.sorted?.how !== how) known.sorted = { how, rows: sortSpending(known.report.rows, sort, descending) };
  const { rows } = known.sorted;
  const shown = rows.slice(page * SPENDING_PAGE, (page + 1) * SPENDING_PAGE);
  return {
    count: rows.length,
    total: known.report.total,
    currencies: [...known.report.currencies],
    rows: by === 'line' ? withExcerpts(context.project.db, shown) : shown,
  };
}

export function spendingTable(
  context: NumberedProject,
  { by, byteOrderMark }: { readonly by: SpendingGrouping; readonly byteOrderMark: boolean },
): string {
  const { report } = reportFor(context, by);
  const rows = by === 'line' ? withExcerpts(context.project.db, report.rows) : report.rows;
  return spendingCsv({ ...report, rows }, by, byteOrderMark);
}

function reportFor({ project, places }: NumberedProject, by: SpendingGrouping): CachedReport {
  const { db } = project;
  const groupings = cachedReports.get(db) ?? new Map<SpendingGrouping, CachedReport>();
  cachedReports.set(db, groupings);
  const state = databaseVersion(db);
  const known = groupings.get(by);
  if (known?.state === state) return known;
  const made: CachedReport = {
    state,
    report: spendingReport(db, places, by, project.settings().language),
    sorted: null,
  };
  groupings.set(by, made);
  return made;
}

/** Returns a value that changes with every write by this or another connection. */
function databaseVersion(db: Database): string {
  const version = db.prepare<{ readonly data_version: number }>('PRAGMA data_version').get();
  const own = db.prepare<{ readonly n: number }>('SELECT total_changes() AS n').get();
  return `${version?.data_version} ${own?.n}`;
}
