import { writeNamedFile } from '../../node/files/durable-write.ts';
import type { GateFile, GateReport } from '../../shared/model/gate-report.ts';
import { gateHtml } from '../../shared/words/gate-html.ts';
import { gateCells, gateSummary, gateSuspicions } from '../../shared/words/gate-words.ts';
import { language, listed, tDelivery, tExport } from './words.ts';

export interface ReportFiles {
  readonly html?: string | undefined;
  readonly report?: string | undefined;
}

/** @throws system errors */
export function saveReport(report: GateReport, { html, report: json }: ReportFiles): void {
  if (html !== undefined) writeNamedFile(html, gateHtml(report, { tDelivery, tExport, list: listed }, language()));
  if (json !== undefined) writeNamedFile(json, `${JSON.stringify(report, null, 1)}\n`);
}

export const reportRows = (report: GateReport): string[] => [...report.files.flatMap(fileRows), ...lastRows(report)];

/** Formats only failed and doubtful checks, and the summary. */
export const reportFaults = (report: GateReport): string[] => [
  ...report.files.flatMap((file) => {
    const rows = file.rows.filter(({ result }) => result !== 'pass');
    return rows.length === 0 && file.problem === null ? [] : fileRows({ ...file, rows });
  }),
  ...lastRows(report),
];

const lastRows = (report: GateReport): string[] => [
  gateSummary(tDelivery, report),
  ...[gateSuspicions(tDelivery, report)].filter((sentence) => sentence !== null),
  tDelivery('gate.promise'),
];

function fileRows({ file, problem, rows }: GateFile): string[] {
  const cells = rows.map((row) => {
    const { what, value, bound, result, places } = gateCells(tDelivery, row);
    const figures = [what, value, bound].filter((cell) => cell !== '');
    return `  ${[result.padEnd(6), ...figures, places].join('  ').trimEnd()}`;
  });
  return [file, ...(problem === null ? [] : [`  ${problem}`]), ...cells];
}
