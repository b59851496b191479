// What stands in the way of a run, or has stopped it, with the way on.
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunSummary } from '../../shared/ipc/production-requests.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { formatClockSeconds, formatCounted } from '../ui/format.ts';
import { notifyFailure } from '../ui/toast.tsx';
import styles from './run-notices.module.css';
import { waitWords } from './wording.ts';

/** All that is to be told above the board. */
export function RunNotices({ run }: { readonly run: RunSummary }) {
  const { data: project } = useAsk('project.current', {});
  const { data: connection } = useAsk('connection.status', {});
  const confirmPlace = useTell('project.confirmPlace');
  const adopt = useTell('project.adoptConnection');
  const isOther =
    connection?.state === 'ready' && project !== null && project !== undefined && belongsElsewhere(project, connection);
  return (
    <div role="status" className={styles.notices}>
      {project?.moved && (
        <Notice
          action={
            <Button onClick={() => confirmPlace.mutate({}, { onError: notifyFailure })}>It belongs here now</Button>
          }
        >
          This project was moved or copied here. Its runs wait until you confirm that no other copy goes on with them.
        </Notice>
      )}
      {isOther && (
        <Notice
          action={
            <Button onClick={() => adopt.mutate({}, { onError: notifyFailure })}>
              Use {connection.name} from now on
            </Button>
          }
        >
          This project was made with another service ({project.connection.origin}). Lines are not sent to a service that
          they were not meant for.
        </Notice>
      )}
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

function belongsElsewhere(
  project: { readonly connection: { readonly origin: string } },
  connection: { readonly kind: 'local' | 'account' | null },
): boolean {
  return (project.connection.origin === 'local') !== (connection.kind === 'local');
}

interface NoticeProps {
  readonly bad?: boolean;
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
