// The verdict on an export, on the command line: which lines it will not have, before it; how it came out, after it.
import type { DeliveryTarget } from '../../shared/model/delivery-target.ts';
import type { ExportVerdict } from '../../shared/model/export.ts';
import { verdictRowText, verdictSummary } from '../../shared/words/verdict-words.ts';
import type { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { type ReportedLine, tellFailures } from './run-report.ts';
import { listed, t, tDelivery, tExport } from './words.ts';

/** Lines with the reasons why an export does not have them. */
export const reported = (lines: ExportVerdict['missing']): ReportedLine[] =>
  lines.map(({ number, label, reason }) => ({
    line: number,
    ...(label !== undefined && { number: label }),
    reason: tExport.reason(reason),
  }));

/**
 * Names the lines that an export does not have, or has with an older take. Says nothing where there are none.
 *
 * @param verdict as it is expected before anything is written, or as it turned out
 * @param told the numbers of lines that were named before, or that the call names anyway
 * @returns the numbers of all lines that have been named now
 */
export function tellIncomplete(
  verdict: ExportVerdict,
  names: LineNames,
  output: CommandOutput,
  told: ReadonlySet<number> = new Set(),
): ReadonlySet<number> {
  const { missing, missingLines, outdated, outdatedLines } = verdict;
  const tell = (heading: string, lines: ExportVerdict['missing'], count: number): void => {
    const untold = lines.filter(({ number }) => !told.has(number));
    if (untold.length === 0) return;
    output.note(heading);
    tellFailures(reported(untold), names, output);
    if (count > lines.length) output.note(`  ${tDelivery('verdict.more', { lines: count - lines.length })}`);
  };
  tell(t('export.missing', { lines: missingLines }), missing, missingLines);
  tell(t('export.outdated', { lines: outdatedLines }), outdated, outdatedLines);
  return new Set([...told, ...missing.map(({ number }) => number), ...outdated.map(({ number }) => number)]);
}

/** Says how an export came out, and which checks it did not pass, but for suspicious takes: these are told with their lines. */
export function tellVerdict(
  verdict: ExportVerdict,
  target: Pick<DeliveryTarget, 'cover'>,
  output: CommandOutput,
): void {
  output.note(verdictSummary(tDelivery, verdict));
  for (const row of verdict.rows.filter(({ kind }) => kind !== 'suspicious'))
    output.note(`  ${verdictRowText(tDelivery, target, row, listed)}`);
}

/** What of an export decides how its command ends. */
export interface ExportEnd {
  /** Lines that are missing against the producer's wish. */
  readonly failed: number;
  /** Lines that are left out: they have no take that may be exported. */
  readonly leftOut: number;
}

/** Whether a command ends as done. @param allowMissing the call accepts that lines are left out */
export const isAcceptable = ({ failed, leftOut }: ExportEnd, allowMissing: boolean): boolean =>
  failed === 0 && (leftOut === 0 || allowMissing);
