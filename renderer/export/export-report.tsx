// What came of an export, on the screen and as a text to be copied.
import { Button } from '@mantine/core';
import type { ExportReport, FailedExport } from '../../shared/model/export.ts';
import { ask, type BridgeFailure } from '../bridge/ask.ts';
import { runCommand } from '../ui/commands.ts';
import { copyText } from '../ui/copy-text.ts';
import { useFocusAtFirst } from '../ui/focus.ts';
import { formatBytes, formatCount, formatCounted, formatDuration, formatMoment } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { useDraft } from './export-draft.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';

interface FailedLinesProps {
  readonly label: string;
  readonly lines: readonly FailedExport[];
  /** Of all of them, named or not. */
  readonly count: number;
}

function show(lineId: number): void {
  const { selectLine, goTo } = useView.getState();
  selectLine(lineId, true);
  goTo('script');
}

/** Lines that could not be exported: the named ones with their reasons, each a way to its line in the script. */
export function FailedLines({ label, lines, count }: FailedLinesProps) {
  const roving = useRoving(lines.length);
  return (
    <>
      <ul className={styles.lines} aria-label={label} onKeyDown={roving.onKeyDown}>
        {lines.map(({ lineId, number, label: name, reason }, at) => (
          <li key={lineId}>
            <button type="button" className="text-button" onClick={() => show(lineId)} {...roving.control(at)}>
              Line {name ?? formatCount(number)}
            </button>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {count > lines.length && <p className="dim">and {formatCounted(count - lines.length, 'line')} more</p>}
    </>
  );
}

interface ExportReportViewProps {
  readonly report: ExportReport;
  /** The project's name. */
  readonly project: string;
  /** Exports what is chosen once more. */
  goOn(): void;
  /** Why that could not be begun. */
  readonly problem: BridgeFailure | null;
}

export function ExportReportView({ report, project, goOn, problem }: ExportReportViewProps) {
  const first = useFocusAtFirst<HTMLButtonElement>();
  const { failed, failedLines, leftOut, leftOutLines, notices, outcome } = report;
  const isDone = outcome === 'done';
  /** What is done next, in all likelihood. */
  const main = { ref: first, variant: 'filled' };
  const putAway = () => useDraft.getState().putAway(report.finishedAt);
  return (
    <ScreenFrame
      title="Export"
      ends
      about={`${isDone ? 'Finished' : 'Ended'} on ${formatMoment(report.finishedAt)}`}
      actions={
        <>
          <Button onClick={() => copyText(reportText(report, project))}>Copy report</Button>
          <Button onClick={putAway}>Back to the choices</Button>
          <Button
            {...(isDone && main)}
            onClick={() => void ask('shell.reveal', { what: 'export' }).catch(notifyFailure)}
          >
            Show in folder
          </Button>
          {!isDone && (
            <Button {...main} onClick={goOn}>
              Export the rest
            </Button>
          )}
        </>
      }
    >
      <p role="status" className={styles.outcome} data-outcome={failedLines > 0 ? 'failed' : outcome}>
        {outcomeWords(report)}
      </p>
      {problem && problem.error.kind !== 'cancelled' && <ProblemNotice error={problem.error} onRetry={goOn} />}
      <Figures figures={reportFigures(report)} />
      {notices.length > 0 && (
        <ul className={styles.notices} aria-label="Remarks">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {failedLines > 0 && (
        <section className={styles.failed} aria-labelledby="export-failed">
          <h2 id="export-failed">{formatCounted(failedLines, 'line')} could not be exported</h2>
          <FailedLines label="Lines that could not be exported" lines={failed} count={failedLines} />
          <p>
            <Button size="compact-xs" onClick={() => runCommand('go.production')}>
              Render them again…
            </Button>
          </p>
        </section>
      )}
      {leftOutLines > 0 && (
        <details className={styles.leftOut}>
          <summary>{formatCounted(leftOutLines, 'line')} left out</summary>
          <FailedLines label="Lines left out" lines={leftOut} count={leftOutLines} />
        </details>
      )}
    </ScreenFrame>
  );
}

/** What became of an export, in a sentence. */
export function outcomeWords(report: ExportReport): string {
  const { outcome, files, outDir, problem } = report;
  const made = files === 0 ? `Nothing was written to ${outDir}` : `${formatCounted(files, 'file')} in ${outDir}`;
  switch (outcome) {
    case 'done':
      return `${[made, missingWords(report)].filter((words) => words !== '').join('; ')}.`;
    case 'cancelled':
      return `Cancelled. ${completeWords(report, made)}`;
    case 'closed':
      return `The project was closed during the export. ${completeWords(report, made)}`;
    case 'stopped':
      return `It stopped. ${problem ?? ''} ${completeWords(report, made)}`;
  }
}

/** The lines that have no file; empty where all have one. */
function missingWords({ failedLines, leftOutLines }: ExportReport): string {
  const failed = failedLines > 0 ? [`${formatCounted(failedLines, 'line')} could not be exported`] : [];
  const were = leftOutLines === 1 ? 'was' : 'were';
  const leftOut = leftOutLines > 0 ? [`${formatCounted(leftOutLines, 'line')} ${were} left out`] : [];
  return [...failed, ...leftOut].join(' and ');
}

/** What an export that did not end leaves. */
function completeWords({ files }: ExportReport, made: string): string {
  if (files === 0) return `${made}.`;
  return `${made} ${files === 1 ? 'is complete and stays' : 'are complete and stay'}; a later export goes on from there.`;
}

/** The figures of a report, in their order. */
const reportFigures = (report: ExportReport): { readonly value: string; readonly label: string }[] => [
  { value: formatCount(report.written), label: 'written' },
  { value: formatCount(report.unchanged), label: 'unchanged' },
  ...(report.moved > 0 ? [{ value: formatCount(report.moved), label: 'renamed' }] : []),
  { value: formatCount(report.failedLines), label: 'failed' },
  ...(report.leftOutLines > 0 ? [{ value: formatCount(report.leftOutLines), label: 'left out' }] : []),
  { value: formatCount(report.binned), label: 'to the bin' },
  { value: formatDuration(report.durationSeconds), label: 'of audio' },
  { value: formatBytes(report.sizeBytes), label: 'in size' },
];

/** The whole report as a text, for a mail or a ticket. Holds paths, and no words of the script but in names of files. */
export function reportText(report: ExportReport, project: string): string {
  return [
    `Export of ${project}, ${formatMoment(report.finishedAt)}`,
    outcomeWords(report),
    reportFigures(report)
      .map(({ value, label }) => `${value} ${label}`)
      .join(', '),
    ...report.notices,
    ...listText('Lines that could not be exported:', report.failed, report.failedLines),
    ...listText('Lines left out:', report.leftOut, report.leftOutLines),
  ].join('\n');
}

/** @param count of all of them, named or not */
function listText(title: string, named: readonly FailedExport[], count: number): string[] {
  const rows = named.map(({ number, label, reason }) => `  Line ${label ?? formatCount(number)}: ${reason}`);
  const more = count - named.length;
  if (more > 0) rows.push(`  and ${formatCounted(more, 'line')} more`);
  return rows.length > 0 ? [title, ...rows] : [];
}
