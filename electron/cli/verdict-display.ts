import type { ExportVerdict } from '../../shared/model/export/export.ts';
import type { ExportTarget } from '../../shared/model/export/export-target.ts';
import { verdictRowText, verdictSummary } from '../../shared/words/verdict-words.ts';
import type { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { printFailures, type ReportedLine } from './run-report.ts';
import { listed, t, tDelivery, tExport } from './words.ts';

export const reported = (lines: ExportVerdict['missing']): ReportedLine[] =>
  lines.map(({ number, label, reason }) => ({
    line: number,
    ...(label !== undefined && { number: label }),
    reason: tExport.reason(reason),
  }));

/**
 * Prints missing and outdated lines that haven't been reported yet. Returns the numbers of all lines reported so far.
 */
export function printIncomplete(
  verdict: ExportVerdict,
  names: LineNames,
  output: CommandOutput,
  reportedNumbers: ReadonlySet<number> = new Set(),
): ReadonlySet<number> {
  const { missing, missingLines, outdated, outdatedLines } = verdict;
  const printUnreported = (heading: string, lines: ExportVerdict['missing'], count: number): void => {
    const unreported = lines.filter(({ number }) => !reportedNumbers.has(number));
    if (unreported.length === 0) return;
    output.note(heading);
    printFailures(reported(unreported), names, output);
    if (count > lines.length) output.note(`  ${tDelivery('verdict.more', { lines: count - lines.length })}`);
  };
  printUnreported(t('export.missing', { lines: missingLines }), missing, missingLines);
  printUnreported(t('export.outdated', { lines: outdatedLines }), outdated, outdatedLines);
  return new Set([...reportedNumbers, ...missing.map(({ number }) => number), ...outdated.map(({ number }) => number)]);
}

/** Prints the checks that didn't pass. Suspicious takes are printed with their lines instead. */
export function printVerdict(verdict: ExportVerdict, target: Pick<ExportTarget, 'cover'>, output: CommandOutput): void {
  output.note(verdictSummary(tDelivery, verdict));
  for (const row of verdict.rows.filter(({ kind }) => kind !== 'suspicious'))
    output.note(`  ${verdictRowText(tDelivery, target, row, listed)}`);
}

export interface ExportEnd {
  readonly failed: number;
  readonly leftOut: number;
}

export const isAcceptable = ({ failed, leftOut }: ExportEnd, allowMissing: boolean): boolean =>
  failed === 0 && (leftOut === 0 || allowMissing);
