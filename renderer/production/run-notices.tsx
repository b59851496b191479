// What holds a run back, or has stopped it. What concerns the project, open or running, is told by the frame.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunSummary } from '../../shared/ipc/production-requests.ts';
import { formatClockSeconds, formatCounted } from '../ui/format.ts';
import styles from './run-notices.module.css';
import { waitWords } from './wording.ts';

/** All that is to be told above the board. */
export function RunNotices({ run }: { readonly run: RunSummary }) {
  return (
    <div role="status" className={styles.notices}>
      {run.state === 'paused' && (
        <Notice>
          Paused: {formatCounted(run.waiting, 'line')} wait. What was sent comes back, and nothing more leaves until you
          go on.
        </Notice>
      )}
      {run.state === 'stopping' && <Notice>Called off: waiting for what has left already.</Notice>}
      {run.wait && run.state === 'running' && (
        <Notice>
          {waitWords(run.wait)} Going on at {formatClockSeconds(run.wait.until)}.
        </Notice>
      )}
      {run.stopped !== null && <Notice bad>The run stopped before its time. {run.stopped}</Notice>}
    </div>
  );
}

interface NoticeProps {
  readonly bad?: boolean;
  readonly children: ReactNode;
}

function Notice({ bad = false, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-bad={bad || undefined}>
      <TriangleAlert aria-hidden size={15} />
      <p>{children}</p>
    </div>
  );
}
