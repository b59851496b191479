import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ExportReport, FailedExport, ReportedExport } from '../../shared/model/export/export.ts';
import type { ExportTarget } from '../../shared/model/export/export-target.ts';
import type { FilesReport } from '../../shared/model/export/target-export.ts';
import { verdictSummary } from '../../shared/words/verdict-words.ts';
import { ask, type BridgeFailure } from '../bridge/ask.ts';
import { listed, tDelivery, tExport, words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { copyText } from '../ui/copy-text.ts';
import { useInitialFocus } from '../ui/focus.ts';
import { formatBytes, formatCount, formatDuration, formatMoment } from '../ui/format.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { type Figure, Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { useDraft } from './export-drafts.ts';
import styles from './export-screen.module.css';
import { FailedLines } from './failed-lines.tsx';
import { outcomeTone, VerdictPart } from './verdict-parts.tsx';

const t = words('exporting');

interface ReportFrameProps {
  readonly report: ExportReport | FilesReport;
  readonly about: string;
  readonly actions: ReactNode;
  onBack(): void;
  onShowFolder(): void;
  /** Omitted if the producer must choose the folder again first. */
  readonly onResume: (() => void) | undefined;
  readonly problem: BridgeFailure | null;
  readonly target?: ExportTarget | undefined;
  readonly figures: readonly Figure[];
  readonly measurements?: ReactNode;
  readonly files?: ReactNode;
  readonly canRenderAgain?: boolean;
}

/** The content that the reports for all targets share. */
export function ReportFrame(props: ReportFrameProps) {
  const { report, about, onResume, problem } = props;
  const first = useInitialFocus<HTMLButtonElement>();
  const isDone = report.outcome === 'done';
  const main = { ref: first, variant: 'filled' };
  return (
    <ScreenFrame
      title={t('title')}
      hasBottomSpace
      about={about}
      actions={
        <>
          {props.actions}
          <Button onClick={props.onBack}>{t('report.back')}</Button>
          <Button {...(isDone && main)} onClick={props.onShowFolder}>
            {t('report.showFolder')}
          </Button>
          {!isDone && onResume && (
            <Button {...main} onClick={onResume}>
              {t('report.goOn')}
            </Button>
          )}
        </>
      }
    >
      <p role="status" className={styles.outcome} data-outcome={outcomeTone(report)}>
        {outcomeText(report)}
      </p>
      <VerdictPart verdict={report.verdict} target={props.target} />
      {problem && problem.error.kind !== 'cancelled' && (
        <ProblemNotice error={problem.error} {...(onResume && { onRetry: onResume })} />
      )}
      <Figures figures={props.figures} />
      {props.measurements}
      {report.notices.length > 0 && (
        <ul className={styles.notices} aria-label={t('report.remarks')}>
          {report.notices.map(tExport.notice).map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {props.files}
      {report.failedLines > 0 && (
        <section className={styles.failed} aria-labelledby="export-failed">
          <h2 id="export-failed">{t('report.failed', { lines: report.failedLines })}</h2>
          <FailedLines label={t('report.failedList')} lines={report.failed} count={report.failedLines} />
          {props.canRenderAgain && (
            <p>
              <Button size="compact-xs" onClick={() => runCommand('go.production')}>
                {t('report.renderAgain')}
              </Button>
            </p>
          )}
        </section>
      )}
      {report.leftOutLines > 0 && (
        <details className={styles.leftOut} open>
          <summary>{t('report.leftOut', { lines: report.leftOutLines })}</summary>
          <FailedLines label={t('report.leftOutList')} lines={report.leftOut} count={report.leftOutLines} />
        </details>
      )}
    </ScreenFrame>
  );
}

interface ExportReportViewProps {
  readonly report: ExportReport;
  readonly project: string;
  onResume(): void;
  readonly problem: BridgeFailure | null;
}

export function ExportReportView({ report, project, onResume, problem }: ExportReportViewProps) {
  const { outcome, finishedAt } = report;
  return (
    <ReportFrame
      report={report}
      about={t('report.about', { outcome, moment: formatMoment(finishedAt) })}
      actions={<Button onClick={() => copyText(reportText(report, project))}>{t('report.copy')}</Button>}
      onBack={() => useDraft.getState().dismissReport(finishedAt)}
      onShowFolder={() => void ask('shell.reveal', { what: 'export' }).catch(notifyFailure)}
      onResume={onResume}
      problem={problem}
      figures={reportFigures(report)}
      canRenderAgain
    />
  );
}

export function outcomeText({ outcome, files, outDir, problem, failedLines, leftOutLines }: ReportedExport): string {
  const given = { files, folder: outDir, failed: failedLines, leftOut: leftOutLines };
  switch (outcome) {
    case 'done':
      if (failedLines > 0 && leftOutLines > 0) return t('outcome.doneFailedLeftOut', given);
      if (failedLines > 0) return t('outcome.doneFailed', given);
      return leftOutLines > 0 ? t('outcome.doneLeftOut', given) : t('outcome.done', given);
    case 'stopped':
      return t('outcome.stopped', { ...given, problem: problem ? tExport.stop(problem) : '' });
    case 'cancelled':
    case 'closed':
      return t(`outcome.${outcome}`, given);
  }
}

const reportFigures = (report: ExportReport): Figure[] => [
  { value: formatCount(report.written), label: t('report.figure.written') },
  { value: formatCount(report.unchanged), label: t('report.figure.unchanged') },
  ...(report.moved > 0 ? [{ value: formatCount(report.moved), label: t('report.figure.moved') }] : []),
  { value: formatCount(report.failedLines), label: t('report.figure.failed') },
  ...(report.leftOutLines > 0 ? [{ value: formatCount(report.leftOutLines), label: t('report.figure.leftOut') }] : []),
  { value: formatCount(report.binned), label: t('report.figure.binned') },
  { value: formatDuration(report.durationSeconds), label: t('report.figure.audio') },
  { value: formatBytes(report.sizeBytes), label: t('report.figure.size') },
];

/** Returns the report as text for an email or issue. The only script text that it can contain is in file names. */
export function reportText(report: ExportReport, project: string): string {
  return [
    t('report.text.title', { project, moment: formatMoment(report.finishedAt) }),
    outcomeText(report),
    ...(report.verdict ? [verdictSummary(tDelivery, report.verdict)] : []),
    listed(reportFigures(report).map((figure) => t('report.text.figure', figure))),
    ...report.notices.map(tExport.notice),
    ...formatFileList(t('report.text.failed'), report.failed, report.failedLines),
    ...formatFileList(t('report.text.leftOut'), report.leftOut, report.leftOutLines),
  ].join('\n');
}

/** `count` is the total number of lines, including those that aren't listed. */
function formatFileList(title: string, exports: readonly FailedExport[], count: number): string[] {
  const rows = exports.map(({ number, label, reason }) =>
    t('report.text.line', { line: label ?? formatCount(number), reason: tExport.reason(reason) }),
  );
  const more = count - exports.length;
  if (more > 0) rows.push(t('report.more', { lines: more }));
  return rows.length > 0 ? [title, ...rows.map((row) => `  ${row}`)] : [];
}
