import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ExportNotice, ExportReport, FailedExport, ReportedExport } from '../../shared/model/export/export.ts';
import { verdictSummary } from '../../shared/words/verdict-words.ts';
import { ask, type BridgeFailure } from '../bridge/ask.ts';
import { listed, tDelivery, tExport, words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { copyText } from '../ui/copy-text.ts';
import { useFocusAtFirst } from '../ui/focus.ts';
import { formatBytes, formatCount, formatDuration, formatMoment } from '../ui/format.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { useDraft } from './export-draft.ts';
import styles from './export-screen.module.css';
import { FailedLines, type FailedLinesProps } from './failed-lines.tsx';
import { outcomeTone, VerdictPart } from './verdict-parts.tsx';

const t = words('exporting');

interface ExportReportViewProps {
  readonly report: ExportReport;
  readonly project: string;
  goOn(): void;
  readonly problem: BridgeFailure | null;
}

export function ExportReportView({ report, project, goOn, problem }: ExportReportViewProps) {
  const first = useFocusAtFirst<HTMLButtonElement>();
  const { failed, failedLines, leftOut, leftOutLines, notices, outcome } = report;
  const isDone = outcome === 'done';
  const main = { ref: first, variant: 'filled' };
  const dismissReport = () => useDraft.getState().dismissReport(report.finishedAt);
  return (
    <ScreenFrame
      title={t('title')}
      ends
      about={t('report.about', { outcome, moment: formatMoment(report.finishedAt) })}
      actions={
        <>
          <Button onClick={() => copyText(reportText(report, project))}>{t('report.copy')}</Button>
          <Button onClick={dismissReport}>{t('report.back')}</Button>
          <Button
            {...(isDone && main)}
            onClick={() => void ask('shell.reveal', { what: 'export' }).catch(notifyFailure)}
          >
            {t('report.showFolder')}
          </Button>
          {!isDone && (
            <Button {...main} onClick={goOn}>
              {t('report.goOn')}
            </Button>
          )}
        </>
      }
    >
      <p role="status" className={styles.outcome} data-outcome={outcomeTone(report)}>
        {outcomeText(report)}
      </p>
      <VerdictPart verdict={report.verdict} />
      {problem && problem.error.kind !== 'cancelled' && <ProblemNotice error={problem.error} onRetry={goOn} />}
      <Figures figures={reportFigures(report)} />
      <NoticesPart notices={notices} />
      <FailedPart lines={failed} count={failedLines}>
        <p>
          <Button size="compact-xs" onClick={() => runCommand('go.production')}>
            {t('report.renderAgain')}
          </Button>
        </p>
      </FailedPart>
      <LeftOutPart lines={leftOut} count={leftOutLines} />
    </ScreenFrame>
  );
}

export function NoticesPart({ notices }: { readonly notices: readonly ExportNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className={styles.notices} aria-label={t('report.remarks')}>
      {notices.map(tExport.notice).map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}

type ReportedLines = Omit<FailedLinesProps, 'label'>;

export function FailedPart({ lines, count, children }: ReportedLines & { readonly children?: ReactNode }) {
  if (count === 0) return null;
  return (
    <section className={styles.failed} aria-labelledby="export-failed">
      <h2 id="export-failed">{t('report.failed', { lines: count })}</h2>
      <FailedLines label={t('report.failedList')} lines={lines} count={count} />
      {children}
    </section>
  );
}

export function LeftOutPart({ lines, count }: ReportedLines) {
  if (count === 0) return null;
  return (
    <details className={styles.leftOut} open>
      <summary>{t('report.leftOut', { lines: count })}</summary>
      <FailedLines label={t('report.leftOutList')} lines={lines} count={count} />
    </details>
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

const reportFigures = (report: ExportReport): { readonly value: string; readonly label: string }[] => [
  { value: formatCount(report.written), label: t('report.figure.written') },
  { value: formatCount(report.unchanged), label: t('report.figure.unchanged') },
  ...(report.moved > 0 ? [{ value: formatCount(report.moved), label: t('report.figure.moved') }] : []),
  { value: formatCount(report.failedLines), label: t('report.figure.failed') },
  ...(report.leftOutLines > 0 ? [{ value: formatCount(report.leftOutLines), label: t('report.figure.leftOut') }] : []),
  { value: formatCount(report.binned), label: t('report.figure.binned') },
  { value: formatDuration(report.durationSeconds), label: t('report.figure.audio') },
  { value: formatBytes(report.sizeBytes), label: t('report.figure.size') },
];

/** Returns the report as text for an email or issue. It contains script text only in file names. */
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

/** `count` is the total number of lines, some of which may not be listed. */
function formatFileList(title: string, exports: readonly FailedExport[], count: number): string[] {
  const rows = exports.map(({ number, label, reason }) =>
    t('report.text.line', { line: label ?? formatCount(number), reason: tExport.reason(reason) }),
  );
  const more = count - exports.length;
  if (more > 0) rows.push(t('report.more', { lines: more }));
  return rows.length > 0 ? [title, ...rows.map((row) => `  ${row}`)] : [];
}
