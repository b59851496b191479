// What holds a run back, or has stopped it. What concerns the project, open or running, is told by the frame.
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunSummary } from '../../shared/ipc/production-requests.ts';
import { words } from '../locales/words.ts';
import { formatClockSeconds } from '../ui/format.ts';
import { useView } from '../ui/view-store.ts';
import { Editable } from '../ui/writing.tsx';
import styles from './production-screen.module.css';
import { useProductionView } from './production-view.tsx';
import { waitWords } from './wording.ts';

const t = words('production');

/** All that is to be told above the board. */
export function RunNotices({ run }: { readonly run: RunSummary }) {
  return (
    <div role="status" className={styles.notices}>
      {run.state === 'paused' && <Notice>{t('notices.paused', { lines: run.waiting })}</Notice>}
      {run.state === 'stopping' && <Notice>{t('notices.stopping')}</Notice>}
      {run.wait && run.state === 'running' && (
        <Notice>{t('notices.waiting', { why: waitWords(run.wait), time: formatClockSeconds(run.wait.until) })}</Notice>
      )}
      {run.stopped !== null && run.leftOut === null && (
        <Notice bad>{t('notices.stopped', { why: run.stopped })}</Notice>
      )}
      {run.stopped !== null && run.leftOut !== null && (
        <Notice
          bad
          action={
            <Editable>
              <Button onClick={raiseCap}>{t('actions.raiseCap')}</Button>
            </Editable>
          }
        >
          {t('notices.capped', { why: run.stopped, lines: run.waiting, which: run.leftOut })}
        </Notice>
      )}
    </div>
  );
}

/** To the field, wherever the keyboard is. */
function raiseCap(): void {
  const { inspectorOpen, toggleInspector } = useView.getState();
  if (!inspectorOpen) toggleInspector();
  // The inspector is drawn first.
  requestAnimationFrame(() => useProductionView.getState().focusCap());
}

interface NoticeProps {
  readonly bad?: boolean;
  /** What can be done about it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Notice({ bad = false, action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-bad={bad || undefined}>
      <TriangleAlert aria-hidden size={15} />
      <p>{children}</p>
      {action}
    </div>
  );
}
