// Export: what would be made and where, then how far it is, then what came of it.
import { Button, Progress } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ExportOutlook, ExportState } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ExportProgress } from '../../shared/model/export.ts';
import { ask, type BridgeFailure } from '../bridge/ask.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { runCommand } from '../ui/commands.ts';
import { isFocusFree, useFocusAtFirst } from '../ui/focus.ts';
import { formatBytes, formatCount, formatCounted, formatDuration, nounFor } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { EmptyState, Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { statusHint } from '../ui/wording/status.ts';
import { type ExportDraft, firstDraft, useDraft } from './export-draft.ts';
import { ExportReportView, FailedLines } from './export-report.tsx';
import styles from './export-screen.module.css';
import { chooseFolder, FolderPart, FormatPart, LinesPart } from './form-parts.tsx';
import { NamesPart } from './names-part.tsx';

// What is chosen, and what would come of it.

/** How long choosing rests before it is asked what would come of it, in milliseconds. */
const REST_MS = 120;

interface ExportFormProps {
  readonly project: ProjectSummary;
  readonly draft: ExportDraft;
  readonly busy: boolean;
  begin(): void;
  /** Why the last one could not be begun. */
  readonly problem: BridgeFailure | null;
}

function ExportForm({ project, draft, busy, begin, problem }: ExportFormProps) {
  const { setOptions } = useDraft.getState();
  const [rested] = useDebouncedValue(draft, REST_MS);
  const { options, folder } = rested;
  // A template must have something in it to be asked about.
  const asked = { ...options, template: options.template || '{}' };
  const fresh = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;
  const names = useAsk('export.previewNames', options, fresh);
  const outlook = useAsk('export.outlook', { ...asked, folderId: folder?.folderId ?? null }, fresh);
  const hindrance = hindranceOf(draft, outlook.data, names.data?.problem != null);
  const asking = rested !== draft || outlook.isPlaceholderData || names.isPlaceholderData;
  const canBegin = draft.folder !== null && hindrance === null && !asking && outlook.data !== undefined;
  const beginButton = useKeptFocus(canBegin);
  return (
    <ScreenFrame
      title="Export"
      ends
      about={`A file for each line of ${project.name}. Nothing is written yet.`}
      actions={
        <>
          <p id="export-hindrance" className={styles.hindrance} role="status">
            {hindrance}
          </p>
          {draft.folder ? (
            <Button
              ref={beginButton}
              variant="filled"
              disabled={!canBegin}
              loading={busy}
              aria-describedby="export-hindrance"
              onClick={begin}
            >
              Export {formatCounted(outlook.data?.lines.exported ?? 0, 'file')}
            </Button>
          ) : (
            <Button variant="filled" onClick={chooseFolder}>
              Choose a folder…
            </Button>
          )}
        </>
      }
    >
      {problem && problem.error.kind !== 'cancelled' && <ProblemNotice error={problem.error} onRetry={begin} />}
      {outlook.error && <ProblemNotice error={outlook.error.error} />}
      {outlook.data && <OutlookFigures outlook={outlook.data} />}
      {outlook.data && <OutlookRemarks outlook={outlook.data} />}
      <div className={styles.form}>
        <FolderPart folder={draft.folder} outlook={outlook.data?.folder ?? null} />
        <LinesPart options={draft.options} counts={project.counts} />
        <FormatPart format={draft.options.format} choose={(format) => setOptions({ format })} />
        <NamesPart
          template={draft.options.template}
          names={names.data ?? null}
          isAsked={rested.options.template === draft.options.template && !names.isPlaceholderData}
        />
      </div>
    </ScreenFrame>
  );
}

/** The next step takes the keyboard as soon as it can be done, where nothing else has it: a folder's button went away under it. */
function useKeptFocus(canBegin: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (canBegin && isFocusFree()) button.current?.focus();
  }, [canBegin]);
  return button;
}

/** Why nothing can be exported as it is chosen; null where it can. */
function hindranceOf(draft: ExportDraft, outlook: ExportOutlook | undefined, isTemplateWrong: boolean): string | null {
  if (!outlook) return null;
  if (outlook.lines.inScope === 0) return 'No line is chosen.';
  if (outlook.lines.exported === 0) return 'None of these lines has a take to export.';
  if (isTemplateWrong || draft.options.template.trim() === '') return 'The names can’t be used.';
  return outlook.folder?.ok === false ? 'The folder can’t be used.' : null;
}

/** The large figures. */
function OutlookFigures({ outlook }: { readonly outlook: ExportOutlook }) {
  const { lines, sizeBytes, durationSeconds } = outlook;
  return (
    <Figures
      figures={[
        { value: formatCount(lines.exported), label: nounFor(lines.exported, 'file') },
        { value: formatDuration(durationSeconds), label: 'of audio' },
        { value: `~${formatBytes(sizeBytes)}`, label: 'in size' },
        { value: formatCount(lines.withoutTake), label: 'without a take' },
        {
          value: formatCount(lines.exportedStale + lines.staleLeftOut),
          label: lines.staleLeftOut > 0 ? 'stale, left out' : 'stale, exported',
          hint: statusHint('stale'),
        },
      ]}
    />
  );
}

/** What is left out and why, and what would fail. */
function OutlookRemarks({ outlook }: { readonly outlook: ExportOutlook }) {
  const { lines, damaged, hasPauseMarks } = outlook;
  return (
    <div className={styles.remarks}>
      {hasPauseMarks && <p>The script’s [pause] marks are in no file: each file holds its line alone.</p>}
      {lines.withoutTake > 0 && (
        <p>
          {formatCounted(lines.withoutTake, 'line')} of {formatCount(lines.inScope)}{' '}
          {lines.withoutTake === 1 ? 'has no take and is' : 'have no take and are'} left out.{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.production')}>
            Render them…
          </Button>
        </p>
      )}
      {lines.notApproved > 0 && (
        <p>
          {formatCounted(lines.notApproved, 'line')} {lines.notApproved === 1 ? 'is' : 'are'} not approved and left out.{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.review')}>
            Review them…
          </Button>
        </p>
      )}
      {damaged.count > 0 && (
        <section className={styles.damaged} aria-labelledby="export-damaged">
          <h2 id="export-damaged">
            {formatCounted(damaged.count, 'line')} would fail: {damaged.count === 1 ? 'its' : 'their'} audio is not as
            it was kept
          </h2>
          <FailedLines label="Lines that would fail" lines={damaged.lines} count={damaged.count} />
        </section>
      )}
    </div>
  );
}

/** Lines as files. */
export function ExportScreen() {
  const { data: project } = useAsk('project.current', {});
  const { data: state, error } = useAsk('export.state', {});
  const { data: presets, error: presetsError } = useAsk('export.presets', {});
  const draft = useDraft((store) => store.draft);
  useEffect(() => {
    if (!project || !state || !presets || useDraft.getState().draft?.projectId === project.id) return;
    useDraft.getState().begin(firstDraft(project, state, presets), state.report?.finishedAt ?? 0);
  }, [project, state, presets]);
  const wrong = error ?? presetsError;
  if (wrong) return <ProblemNotice error={wrong.error} />;
  if (!project || !state || draft?.projectId !== project.id) return <div aria-busy />;
  return <Exports project={project} state={state} draft={draft} />;
}

interface ExportsProps {
  readonly project: ProjectSummary;
  readonly state: ExportState;
  readonly draft: ExportDraft;
}

function Exports({ project, state, draft }: ExportsProps) {
  const seenReport = useDraft((store) => store.seenReport);
  const start = useTell('export.start');
  const { options, folder } = draft;
  const begin = () => {
    if (folder) start.mutate({ ...options, folderId: folder.folderId });
  };
  if (state.running) return <ExportProgressView progress={state.running} path={state.latest?.folder?.path ?? null} />;
  if (state.report && state.report.finishedAt > seenReport) {
    return <ExportReportView report={state.report} project={project.name} goOn={begin} problem={start.error} />;
  }
  if (project.lines === 0) return <NoLines />;
  return <ExportForm project={project} draft={draft} busy={start.isPending} begin={begin} problem={start.error} />;
}

function NoLines() {
  return (
    <ScreenFrame title="Export" ends about="A file for each line, in a folder of your choice.">
      <EmptyState
        title="No lines yet"
        detail="Write or import a script: each paragraph becomes a line to render, and then to export."
      >
        <Button onClick={() => runCommand('go.script')}>Go to the script</Button>
      </EmptyState>
    </ScreenFrame>
  );
}

interface ExportProgressViewProps {
  readonly progress: ExportProgress;
  /** The folder; null where it is not known. */
  readonly path: string | null;
}

/** How far the export is, and the way to end it. */
function ExportProgressView({ progress, path }: ExportProgressViewProps) {
  const { done, total, file, secondsLeft } = progress;
  const button = useFocusAtFirst<HTMLButtonElement>();
  const words = total > 0 ? `${formatCount(done)} of ${formatCount(total)} files` : 'Looking at what is there…';
  return (
    <ScreenFrame
      title="Export"
      ends
      about={path === null ? 'Files are being written.' : `Files are being written to ${path}.`}
      actions={
        <Button ref={button} onClick={() => void ask('export.cancel', {}).catch(notifyFailure)}>
          Cancel the export
        </Button>
      }
    >
      <Figures
        figures={[
          { value: total > 0 ? `${formatCount(done)} / ${formatCount(total)}` : '–', label: 'files written' },
          { value: secondsLeft === null ? '–' : formatDuration(secondsLeft), label: 'left' },
        ]}
      />
      <div className={styles.progress}>
        <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={words} />
        <p role="status" className="unseen">
          {total > 0 ? 'The export is under way.' : words}
        </p>
        <p className={styles.file}>{file ?? words}</p>
        <p className="dim">
          You may go on working. If you cancel, what is complete stays, and a later export writes the rest.
        </p>
      </div>
    </ScreenFrame>
  );
}
