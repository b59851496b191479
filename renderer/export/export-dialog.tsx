import { useState } from 'react';
import { ask } from '../bridge/ask.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './export-dialog.module.css';
import { ExportForm, type ExportOrder } from './export-form.tsx';
import { ExportProgress } from './export-progress.tsx';
import { ExportReport } from './export-report.tsx';

/** The lines as files: what they are called, where they go, how far it is, what came of it. */
export function ExportDialog() {
  const { data: project } = useAsk('project.current', {});
  const [order, setOrder] = useState<ExportOrder | null>(null);
  const lines = useTell('export.lines');
  const close = useView.getState().closeDialog;
  const start = (next: ExportOrder) => {
    setOrder(next);
    lines.mutate({
      folderId: next.folder.folderId,
      format: next.format,
      template: next.template,
      allowStale: next.allowStale,
    });
  };
  if (!project) return null;
  const busy = lines.isPending;
  return (
    <Dialog onClose={close} title="Export lines" width={600} busy={busy}>
      {busy && <ExportProgress cancel={() => void ask('export.cancel', {}).catch(notifyFailure)} />}
      {lines.data && <ExportReport report={lines.data} close={close} again={lines.reset} />}
      {!busy && !lines.data && (
        <>
          <ExportForm project={project} before={order} onExport={start} onCancel={close} />
          {lines.error && lines.error.error.kind !== 'cancelled' && (
            <div className={styles.problem}>
              <ProblemNotice error={lines.error.error} {...(order && { onRetry: () => start(order) })} />
            </div>
          )}
          {lines.error?.error.kind === 'cancelled' && (
            <p role="status" className={styles.problem}>
              Cancelled. Files that were finished stay where they are; exporting again writes only what is missing.
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}
