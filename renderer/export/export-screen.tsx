import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExportState, LinesPreview } from '../../shared/ipc/export-requests.ts';
import type { ProjectFigures, ProjectSummary, StatusCounts } from '../../shared/ipc/project-requests.ts';
import type { BridgeFailure } from '../bridge/ask.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { formatBytes, formatCount, formatDuration } from '../ui/format.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { EmptyState, Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { useView } from '../ui/view-store.ts';
import { statusHint } from '../ui/wording/status.ts';
import { type ExportDraft, getDraft, initialDraft, isProgramTarget, useDraft, useTarget } from './export-drafts.ts';
import { ExportForm } from './export-form.tsx';
import { ExportProgressView } from './export-progress.tsx';
import { ExportReportView } from './export-report.tsx';
import styles from './export-screen.module.css';
import { FailedLines } from './failed-lines.tsx';
import { FilesForm } from './files-form.tsx';
import { FilesReportView, targetName } from './files-report.tsx';
import { chooseFolder, FolderContents, FolderPart, FormatPart, LinesPart } from './form-parts.tsx';
import { NamesPart } from './names-part.tsx';

const t = words('exporting');

/** How long to wait after the last change to the options before requesting a forecast, in milliseconds. */
const OPTIONS_DELAY_MS = 120;

export function ExportScreen() {
  const { data: project } = useAsk('project.current', {});
  const { data: state, error } = useAsk('export.state', {});
  const { data: presets, error: presetsError } = useAsk('export.presets', {});
  const draft = useDraft((store) => store.draft);
  useEffect(() => {
    if (!project || !state || !presets || useDraft.getState().draft?.projectId === project.id) return;
    useDraft.getState().begin(initialDraft(project, state, presets), state.report?.finishedAt ?? 0);
    useTarget.getState().begin(state, project.settings.targets);
  }, [project, state, presets]);
  const wrong = error ?? presetsError;
  if (wrong) return <ProblemNotice error={wrong.error} />;
  if (!project?.figures || !state || draft?.projectId !== project.id) return <div aria-busy />;
  return <ExportTargetView project={project} figures={project.figures} state={state} draft={draft} />;
}

interface ExportTargetViewProps {
  readonly project: ProjectSummary;
  readonly figures: ProjectFigures;
  readonly state: ExportState;
  readonly draft: ExportDraft;
}

function ExportTargetView({ project, figures, state, draft }: ExportTargetViewProps) {
  const dismissedReport = useDraft((store) => store.dismissedReport);
  const { kind, own: ownId, dismissedReport: seenFinished } = useTarget();
  const start = useSend('export.startLines');
  const { options, folder } = draft;
  const begin = () => {
    if (folder) start.mutate({ ...options, folderId: folder.folderId });
  };
  const { running, report, finished, latest } = state;
  if (running) return <RunningExport running={running} linesFolder={latest?.folder?.path ?? null} />;
  if (report && report.finishedAt > dismissedReport) {
    return <ExportReportView report={report} project={project.name} onResume={begin} problem={start.error} />;
  }
  if (finished && finished.finishedAt > seenFinished) return <FilesReportView report={finished} />;
  if (figures.lines === 0) return <NoLines />;
  if (kind !== 'lines') {
    // If a custom target has been deleted, falls back to the target on which it was based.
    const own = project.settings.ownTargets.find(({ id, base }) => id === ownId && base === kind) ?? null;
    const key = isProgramTarget(kind) ? 'form' : (own?.id ?? kind);
    return <FilesForm key={key} project={project} counts={figures.counts} kind={kind} own={own} />;
  }
  return <LinesForm project={project} counts={figures.counts} draft={draft} start={start} onBegin={begin} />;
}

interface RunningExportProps {
  readonly running: NonNullable<ExportState['running']>;
  readonly linesFolder: string | null;
}

function RunningExport({ running, linesFolder }: RunningExportProps) {
  const { drafts, own } = useTarget();
  const { kind } = running;
  if (kind === 'lines')
    return <ExportProgressView title={t('title')} isOfLines progress={running} path={linesFolder} />;
  const path = getDraft(drafts, kind, own).folder?.path ?? null;
  return <ExportProgressView title={targetName({ kind })} isOfLines={false} progress={running} path={path} />;
}

function NoLines() {
  return (
    <ScreenFrame title={t('title')} hasBottomSpace about={t('empty.about')}>
      <EmptyState title={t('empty.title')} detail={t('empty.detail')}>
        <Button onClick={() => runCommand('go.script')}>{t('empty.go')}</Button>
      </EmptyState>
    </ScreenFrame>
  );
}

interface LinesFormProps {
  readonly project: ProjectSummary;
  readonly counts: StatusCounts;
  readonly draft: ExportDraft;
  readonly start: { readonly isPending: boolean; readonly error: BridgeFailure | null };
  onBegin(): void;
}

function LinesForm({ project, counts, draft, start, onBegin }: LinesFormProps) {
  const { setOptions } = useDraft.getState();
  const [rested] = useDebouncedValue(draft, OPTIONS_DELAY_MS);
  const { options, folder } = rested;
  // A request with an empty template is invalid.
  const asked = { ...options, template: options.template || '{}' };
  const fresh = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;
  const names = useAsk('export.previewNames', options, fresh);
  const outlook = useAsk('export.previewLines', { ...asked, folderId: folder?.folderId ?? null }, fresh);
  const isAsking = rested !== draft || outlook.isPlaceholderData || names.isPlaceholderData;
  return (
    <ExportForm
      title={t('title')}
      about={t('form.about', { project: project.name })}
      beginLabel={t('form.begin', { files: outlook.data?.lines.exported ?? 0 })}
      folder={draft.folder}
      onChooseFolder={chooseFolder}
      hindrance={exportBlocker(draft, outlook.data, names.data?.problem != null)}
      verdict={isAsking ? undefined : outlook.data?.verdict}
      start={start}
      onBegin={onBegin}
      previewError={outlook.error}
      lines={options}
      hasSpeech
      forecast={
        outlook.data && (
          <>
            <OutlookFigures outlook={outlook.data} />
            <OutlookRemarks outlook={outlook.data} />
          </>
        )
      }
    >
      <FolderPart folder={draft.folder} onChoose={chooseFolder}>
        <FolderContents outlook={outlook.data?.folder ?? null} />
      </FolderPart>
      <LinesPart options={draft.options} counts={counts} setOptions={setOptions} />
      <FormatPart format={draft.options.format} choose={(format) => setOptions({ format })} />
      <NamesPart
        template={draft.options.template}
        names={names.data ?? null}
        isUpToDate={rested.options.template === draft.options.template && !names.isPlaceholderData}
      />
    </ExportForm>
  );
}

/** Returns the reason why nothing can be exported with these options, or null. */
function exportBlocker(draft: ExportDraft, outlook: LinesPreview | undefined, isTemplateWrong: boolean): string | null {
  if (!outlook) return null;
  if (outlook.lines.inScope === 0) return t('hindrance.noLines');
  if (outlook.lines.exported === 0) return t('hindrance.noTakes');
  if (isTemplateWrong || draft.options.template.trim() === '') return t('hindrance.names');
  return outlook.folder?.ok === false ? t('hindrance.folder') : null;
}

function OutlookFigures({ outlook }: { readonly outlook: LinesPreview }) {
  const { lines, sizeBytes, durationSeconds } = outlook;
  return (
    <Figures
      figures={[
        { value: formatCount(lines.exported), label: t('figure.files', { files: lines.exported }) },
        { value: formatDuration(durationSeconds), label: t('figure.audio') },
        { value: `~${formatBytes(sizeBytes)}`, label: t('figure.size') },
        { value: formatCount(lines.withoutTake), label: t('figure.withoutTake') },
        {
          value: formatCount(lines.exportedStale + lines.staleLeftOut),
          label: lines.staleLeftOut > 0 ? t('figure.staleLeftOut') : t('figure.staleExported'),
          hint: statusHint('stale'),
        },
      ]}
    />
  );
}

function OutlookRemarks({ outlook }: { readonly outlook: LinesPreview }) {
  const { lines, damaged, hasPauseMarks } = outlook;
  return (
    <div className={styles.remarks}>
      {hasPauseMarks && <p>{t('remark.pauses')}</p>}
      {lines.withoutTake > 0 && (
        <p>
          {t('remark.withoutTake', { without: lines.withoutTake, lines: lines.inScope })}{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.production')}>
            {t('remark.render')}
          </Button>
        </p>
      )}
      {lines.notApproved > 0 && (
        <p>
          {t('remark.notApproved', { lines: lines.notApproved })}{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.review')}>
            {t('remark.review')}
          </Button>
        </p>
      )}
      {lines.suspicious > 0 && (
        <p>
          {t('remark.suspicious', { lines: lines.suspicious })}{' '}
          <Button size="compact-xs" onClick={() => useView.getState().showInReview('suspicious-undecided')}>
            {t('remark.review')}
          </Button>
        </p>
      )}
      {damaged.count > 0 && (
        <section className={styles.damaged} aria-labelledby="export-damaged">
          <h2 id="export-damaged">{t('remark.damaged', { lines: damaged.count })}</h2>
          <FailedLines label={t('remark.damagedList')} lines={damaged.lines} count={damaged.count} />
        </section>
      )}
    </div>
  );
}
