import { Button, Progress } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ExportState, LinesPreview } from '../../shared/ipc/export-requests.ts';
import type { ProjectFigures, ProjectSummary, StatusCounts } from '../../shared/ipc/project-requests.ts';
import type { ExportProgress } from '../../shared/model/export/export.ts';
import { ask, type BridgeFailure } from '../bridge/ask.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { useInitialFocus } from '../ui/focus.ts';
import { formatBytes, formatCount, formatDuration } from '../ui/format.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { EmptyState, Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { useView } from '../ui/view-store.ts';
import { statusHint } from '../ui/wording/status.ts';
import { type ExportDraft, initialDraft, useDraft } from './export-draft.ts';
import { ExportReportView } from './export-report.tsx';
import styles from './export-screen.module.css';
import { FailedLines } from './failed-lines.tsx';
import { FinishedForm } from './finished-form.tsx';
import { FinishedProgressView } from './finished-progress.tsx';
import { FinishedReportView } from './finished-report.tsx';
import { chooseFolder, FolderContents, FolderPart, FormatPart, LinesPart } from './form-parts.tsx';
import { NamesPart } from './names-part.tsx';
import { isProgramTarget, useTarget } from './target-draft.ts';
import { TargetFrame } from './target-list.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { NotCommercial, VoiceCredits } from './used-voices.tsx';
import { IncompleteDialog } from './verdict-parts.tsx';

const t = words('exporting');

/** Delay between the last option change and the request for a forecast, in milliseconds. */
const OPTIONS_DELAY_MS = 120;

export function ExportScreen() {
  const { data: project } = useAsk('project.current', {});
  const { data: state, error } = useAsk('export.state', {});
  const { data: presets, error: presetsError } = useAsk('export.presets', {});
  const draft = useDraft((store) => store.draft);
  useEffect(() => {
    if (!project || !state || !presets || useDraft.getState().draft?.projectId === project.id) return;
    useDraft.getState().begin(initialDraft(project, state, presets), state.report?.finishedAt ?? 0);
    useTarget.getState().begin(state);
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
  if (running?.kind === 'lines') return <ExportProgressView progress={running} path={latest?.folder?.path ?? null} />;
  if (running) return <FinishedProgressView kind={running.kind} progress={running} />;
  if (report && report.finishedAt > dismissedReport) {
    return <ExportReportView report={report} project={project.name} onResume={begin} problem={start.error} />;
  }
  if (finished && finished.finishedAt > seenFinished) return <FinishedReportView report={finished} />;
  if (figures.lines === 0) return <NoLines />;
  if (kind !== 'lines') {
    // A deleted custom target falls back to the target it was based on.
    const own = project.settings.ownTargets.find(({ id, base }) => id === ownId && base === kind) ?? null;
    const key = isProgramTarget(kind) ? 'form' : (own?.id ?? kind);
    return <FinishedForm key={key} project={project} counts={figures.counts} kind={kind} own={own} />;
  }
  return (
    <ExportForm
      project={project}
      counts={figures.counts}
      draft={draft}
      busy={start.isPending}
      onBegin={begin}
      problem={start.error}
    />
  );
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

interface ExportProgressViewProps {
  readonly progress: ExportProgress;
  readonly path: string | null;
}

function ExportProgressView({ progress, path }: ExportProgressViewProps) {
  const { done, total, file, secondsLeft } = progress;
  const button = useInitialFocus<HTMLButtonElement>();
  const progressText = total > 0 ? t('progress.files', { done, all: total }) : t('progress.looking');
  return (
    <ScreenFrame
      title={t('title')}
      hasBottomSpace
      about={path === null ? t('progress.about') : t('progress.aboutFolder', { folder: path })}
      actions={
        <Button ref={button} onClick={() => void ask('export.cancel', {}).catch(notifyFailure)}>
          {t('progress.cancel')}
        </Button>
      }
    >
      <Figures
        figures={[
          { value: total > 0 ? `${formatCount(done)} / ${formatCount(total)}` : '–', label: t('progress.written') },
          { value: secondsLeft === null ? '–' : formatDuration(secondsLeft), label: t('progress.left') },
        ]}
      />
      <div className={styles.progress}>
        <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={progressText} />
        <p role="status" className="unseen">
          {total > 0 ? t('progress.underWay') : progressText}
        </p>
        <p className={styles.file}>{file ?? progressText}</p>
        <p className="dim">{t('progress.hint')}</p>
      </div>
    </ScreenFrame>
  );
}

interface ExportFormProps {
  readonly project: ProjectSummary;
  readonly counts: StatusCounts;
  readonly draft: ExportDraft;
  readonly busy: boolean;
  onBegin(): void;
  readonly problem: BridgeFailure | null;
}

function ExportForm({ project, counts, draft, busy, onBegin, problem }: ExportFormProps) {
  const { setOptions } = useDraft.getState();
  const [rested] = useDebouncedValue(draft, OPTIONS_DELAY_MS);
  const { options, folder } = rested;
  // The request requires a non-empty template.
  const asked = { ...options, template: options.template || '{}' };
  const fresh = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;
  const names = useAsk('export.previewNames', options, fresh);
  const outlook = useAsk('export.previewLines', { ...asked, folderId: folder?.folderId ?? null }, fresh);
  const hindrance = exportBlocker(draft, outlook.data, names.data?.problem != null);
  const asking = rested !== draft || outlook.isPlaceholderData || names.isPlaceholderData;
  const canBegin = draft.folder !== null && hindrance === null && !asking && outlook.data !== undefined;
  const beginButton = useKeptFocus(canBegin);
  const [isAsking, setAsking] = useState(false);
  const confirmAndExport = () => (outlook.data?.verdict.kind === 'incomplete' ? setAsking(true) : onBegin());
  const exportAnyway = () => {
    setAsking(false);
    onBegin();
  };
  return (
    <ScreenFrame
      title={t('title')}
      hasBottomSpace
      about={t('form.about', { project: project.name })}
      actions={
        <>
          <p id="export-hindrance" className="small stale" role="status">
            {hindrance}
          </p>
          {draft.folder ? (
            <Button
              ref={beginButton}
              variant="filled"
              disabled={!canBegin}
              loading={busy}
              aria-describedby="export-hindrance"
              onClick={confirmAndExport}
            >
              {t('form.begin', { files: outlook.data?.lines.exported ?? 0 })}
            </Button>
          ) : (
            <Button variant="filled" onClick={chooseFolder}>
              {t('form.chooseFolder')}
            </Button>
          )}
        </>
      }
    >
      <TargetFrame>
        {isAsking && outlook.data && (
          <IncompleteDialog verdict={outlook.data.verdict} onExport={exportAnyway} onClose={() => setAsking(false)} />
        )}
        {problem && problem.error.kind !== 'cancelled' && <ProblemNotice error={problem.error} onRetry={onBegin} />}
        {outlook.error && <ProblemNotice error={outlook.error.error} />}
        {outlook.data && <OutlookFigures outlook={outlook.data} />}
        {outlook.data && <OutlookRemarks outlook={outlook.data} />}
        <NotCommercial options={options} />
        <div className={styles.form}>
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
          <VoiceCredits options={options} />
        </div>
      </TargetFrame>
    </ScreenFrame>
  );
}

/** Returns why nothing can be exported with these options, or null. */
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
