// What came of an export.
import { Button } from '@mantine/core';
import type { ExportReport } from '../../shared/model/export.ts';
import { ask } from '../bridge/ask.ts';
import type { BridgeFailure } from '../bridge/bridge-failure.ts';
import { runCommand } from '../ui/commands.ts';
import { copyText } from '../ui/copy-text.ts';
import { Figures } from '../ui/figures.tsx';
import { formatCounted, formatMoment } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useFocusAtFirst } from '../ui/use-focus-at-first.ts';
import { useDraft } from './export-draft.ts';
import { ExportFrame } from './export-frame.tsx';
import styles from './export-report.module.css';
import { FailedLines } from './failed-lines.tsx';
import { outcomeWords, reportFigures, reportText } from './report-words.ts';

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
    <ExportFrame
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
    </ExportFrame>
  );
}
