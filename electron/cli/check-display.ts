import { writeNamedFile } from '../../node/files/durable-write.ts';
import type { CheckedFile, CheckReport } from '../../shared/model/export/check-report.ts';
import { checkHtml } from '../../shared/words/check-html.ts';
import { checkCells, checkSummary, checkSuspicions, fileProblemText } from '../../shared/words/check-words.ts';
import { language, listed, tDelivery, tExport, tProblem } from './words.ts';

export interface ReportFiles {
  readonly html?: string | undefined;
  readonly report?: string | undefined;
}

/** @throws system errors */
export function saveReport(report: CheckReport, { html, report: json }: ReportFiles): void {
  if (html !== undefined)
    writeNamedFile(html, checkHtml(report, { tDelivery, tExport, tProblem, list: listed }, language()));
  if (json !== undefined) writeNamedFile(json, `${JSON.stringify(report, null, 1)}\n`);
}

export const reportLines = (report: CheckReport): string[] => [
  ...report.files.flatMap(fileRows),
  ...summaryRows(report),
];

/** Formats the summary, and the checks that failed or are uncertain. */
export const reportProblems = (report: CheckReport): string[] => [
  ...report.files.flatMap((file) => {
    const rows = file.rows.filter(({ result }) => result !== 'pass');
    return rows.length === 0 && file.problem === null ? [] : fileRows({ ...file, rows });
  }),
  ...summaryRows(report),
];

const summaryRows = (report: CheckReport): string[] => [
  checkSummary(tDelivery, report),
  ...[checkSuspicions(tDelivery, report)].filter((sentence) => sentence !== null),
  tDelivery('gate.promise'),
];

function fileRows({ file, problem, rows }: CheckedFile): string[] {
  const cells = rows.map((row) => {
    const { what, value, bound, result, places } = checkCells(tDelivery, row);
    const figures = [what, value, bound].filter((cell) => cell !== '');
    return `  ${[result.padEnd(6), ...figures, places].join('  ').trimEnd()}`;
  });
  return [file, ...(problem === null ? [] : [`  ${fileProblemText(problem, tProblem)}`]), ...cells];
}
