import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ConnectionEntry } from '../../shared/ipc/settings-requests.ts';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import type { ProjectNotice } from '../../shared/model/project-problem.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { adoptConnection } from '../ui/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { serviceName } from '../ui/wording/errors.ts';
import { readOnlyWords } from '../ui/writing.tsx';
import styles from './project-notices.module.css';

const t = words('common');

/**
 * Whether lines of one account would go to another. Every machine has a local service of its own: a project of one goes
 * on with that of another by itself.
 */
export function isOtherService(
  own: ConnectionIdentity,
  { baseUrl, userId }: Pick<ConnectionEntry, 'baseUrl' | 'userId'>,
): boolean {
  if (baseUrl === null) return own.origin !== LOCAL_ORIGIN;
  return own.origin !== new URL(baseUrl).origin || own.userId !== userId;
}

/** The connection in use, where it answers and is not the project's own; null otherwise. */
function useOtherService({ connection }: Pick<ProjectSummary, 'connection'>): ConnectionEntry | null {
  const { data: status } = useAsk('connection.status', {});
  const { data: connections } = useAsk('connection.list', {});
  const used = status?.state === 'ready' ? connections?.find(({ id }) => id === status.id) : undefined;
  return used && isOtherService(connection, used) ? used : null;
}

function confirmPlace(): void {
  ask('project.confirmPlace', {})
    .then(({ step }) => notify('The project belongs here: its runs may go on.', { id: 'place', undo: undoOf(step) }))
    .catch(notifyFailure);
}

/** What a producer is told of a project that opened all the same. */
function noticeWords(notice: ProjectNotice): string {
  switch (notice.kind) {
    case 'no-log':
      return t('notice.no-log', notice);
    case 'recovered':
      return t('notice.recovered', notice);
    case 'doubtful':
    case 'repaired':
      return t(`notice.${notice.kind}`, notice);
  }
}

/** What someone should know of the project that is open, above its screen, until it is settled or put away. */
export function ProjectNotices({ project }: { readonly project: ProjectSummary }) {
  const [away, setAway] = useState<string | null>(null);
  const other = useOtherService(project);
  const { connection, moved, away: gone, readOnly, readOnlyBecause, notices } = project;
  const told = notices.map(noticeWords);
  const shown = away === told.join('\n') ? [] : told;
  if (!moved && !gone && !readOnly && !other && shown.length === 0) return null;
  return (
    <section aria-label="About this project" className={styles.notices}>
      {gone && (
        <div className={styles.notice}>
          <p>
            {gone.foundAt === null
              ? 'This project’s folder was moved, replaced or deleted while it was open. Nothing more is saved or sent until you put it back, or open the project where it is now.'
              : `This project’s folder was moved to ${gone.foundAt} while it was open. Nothing more is saved or sent until you open it there.`}
          </p>
          {gone.foundAt !== null && (
            <Button onClick={() => beforeLeaving('open', () => void ask('project.reopen', {}).catch(notifyFailure))}>
              Open it there
            </Button>
          )}
          <Button onClick={() => beforeLeaving('open', () => void ask('dialog.openProject', {}).catch(notifyFailure))}>
            Find project…
          </Button>
          <Button onClick={() => beforeLeaving('close', () => void ask('project.close', {}).catch(notifyFailure))}>
            Close project
          </Button>
        </div>
      )}
      {moved && !gone && (
        <div className={styles.notice}>
          <p>
            This project lies elsewhere than before: nothing is sent until you confirm that it belongs here. If it is a
            copy, lines that were sent from the original since then are not recorded here, and would be sent and paid
            for again.
          </p>
          {!readOnly && <Button onClick={confirmPlace}>It belongs here</Button>}
        </div>
      )}
      {other && (
        <div className={styles.notice}>
          <p>
            This project belongs to another service, {serviceName(connection.origin)}: nothing is sent or auditioned
            with
            {` ${other.name}`} unless you use it for the project.
          </p>
          {!readOnly && (
            <Button onClick={() => void adoptConnection().catch(notifyFailure)}>Use {other.name} from now on</Button>
          )}
        </div>
      )}
      {readOnly && (
        <div className={styles.notice}>
          <p>{readOnlyWords(readOnlyBecause ?? 'read-only').long}</p>
          {readOnlyBecause === 'log-missing' ? (
            <Button onClick={() => void ask('project.acceptMissingLog', {}).catch(notifyFailure)}>
              Go on without it
            </Button>
          ) : (
            <Button onClick={() => useView.getState().openDialog('duplicate')}>Make a copy…</Button>
          )}
          <Button
            title="Also shows what was changed elsewhere"
            onClick={() => void ask('project.reopen', {}).catch(notifyFailure)}
          >
            Open again
          </Button>
        </div>
      )}
      {shown.map((notice, index) => (
        <div key={notice} className={styles.notice}>
          <p>{notice}</p>
          {index === 0 && <Button onClick={() => setAway(told.join('\n'))}>Understood</Button>}
        </div>
      ))}
    </section>
  );
}
