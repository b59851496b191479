// A report of what was spent as a table for spreadsheets: RFC 4180, a row for each row of the report and one for all.
import type { SpendingFigures, SpendingGrouping } from '../../../../shared/model/spending.ts';
import { spreadsheetTable } from '../../spreadsheet-table.ts';
import type { SpendingReport } from './spending-report.ts';

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
export const nameOfNothing = (by: SpendingGrouping): string => NAMELESS[by];

/** An amount without an exponent and without what binary fractions add: at most six decimals. */
const plainAmount = (amount: number): string => amount.toFixed(6).replace(/\.?(?<!0)0+$/, '');
