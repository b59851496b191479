// A report in words: on the screen, and as a text to be copied.
import type { ExportReport } from '../../shared/model/export.ts';
import { formatCount, formatCounted, formatDuration, formatMoment } from '../ui/format.ts';
import { formatBytes } from '../ui/format-bytes.ts';

/** What became of an export, in a sentence. */
export function outcomeWords(report: ExportReport): string {
  const { outcome, files, failedLines, outDir, problem } = report;
  const made = files === 0 ? `Nothing was written to ${outDir}` : `${formatCounted(files, 'file')} in ${outDir}`;
  switch (outcome) {
    case 'done':
      return failedLines === 0 ? `${made}.` : `${made}; ${formatCounted(failedLines, 'line')} could not be exported.`;
    case 'cancelled':
      return `Cancelled. ${completeWords(report, made)}`;
    case 'closed':
      return `The project was closed meanwhile. ${completeWords(report, made)}`;
    case 'stopped':
      return `It stopped. ${problem ?? ''} ${completeWords(report, made)}`;
  }
}

/** What an export that did not end leaves. */
function completeWords({ files }: ExportReport, made: string): string {
  if (files === 0) return `${made}.`;
  return `${made} ${files === 1 ? 'is complete and stays' : 'are complete and stay'}; a later export goes on from there.`;
}

/** The figures of a report, in their order. */
export const reportFigures = (report: ExportReport): { readonly value: string; readonly label: string }[] => [
  { value: formatCount(report.written), label: 'written' },
  { value: formatCount(report.unchanged), label: 'unchanged' },
  ...(report.moved > 0 ? [{ value: formatCount(report.moved), label: 'renamed' }] : []),
  { value: formatCount(report.failedLines), label: 'failed' },
  { value: formatCount(report.binned), label: 'to the bin' },
  { value: formatDuration(report.durationSeconds), label: 'of audio' },
  { value: formatBytes(report.sizeBytes), label: 'in size' },
];

/** The whole report as a text, for a mail or a ticket. Holds paths, and no words of the script but in names of files. */
export function reportText(report: ExportReport, project: string): string {
  const named = report.failed.map(({ number, reason }) => `  Line ${formatCount(number)}: ${reason}`);
  const more = report.failedLines - report.failed.length;
  return [
    `Export of ${project}, ${formatMoment(report.finishedAt)}`,
    outcomeWords(report),
    reportFigures(report)
      .map(({ value, label }) => `${value} ${label}`)
      .join(', '),
    ...report.notices,
    ...(named.length > 0 ? ['Lines that could not be exported:', ...named] : []),
    ...(more > 0 ? [`  and ${formatCounted(more, 'line')} more`] : []),
  ].join('\n');
}
