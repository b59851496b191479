// Export: what would be made and where, then how far it is, then what came of it.
import { Button, Progress } from '@mantine/core';
import { useEffect } from 'react';
import type { ExportState } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ExportProgress } from '../../shared/model/export.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { runCommand } from '../ui/commands.ts';
import { useFocusAtFirst } from '../ui/focus.ts';
import { formatCount, formatDuration } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { EmptyState, Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { type ExportDraft, firstDraft, useDraft } from './export-draft.ts';
import { ExportForm } from './export-form.tsx';
import { ExportReportView } from './export-report.tsx';
import styles from './export-screen.module.css';

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
