import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ConnectionEntry } from '../../shared/ipc/settings-requests.ts';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import type { ProjectNotice } from '../../shared/model/problems/project-problem.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { beforeLeaving } from '../ui/overlays/before-leaving.ts';
import { adoptConnection } from '../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { readOnlyText } from '../ui/read-only.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import styles from './project-notices.module.css';

const t = words('frame');

/** All local services count as the same service, because every computer has its own. */
export function isOtherService(
  own: ConnectionIdentity,
  { baseUrl, userId }: Pick<ConnectionEntry, 'baseUrl' | 'userId'>,
): boolean {
  if (baseUrl === null) return own.origin !== LOCAL_ORIGIN;
  return own.origin !== new URL(baseUrl).origin || own.userId !== userId;
}

/** Returns the active connection if it works and isn't the one that the project uses, or null. */
function useOtherService({ connection }: Pick<ProjectSummary, 'connection'>): ConnectionEntry | null {
  const { data: status } = useAsk('connection.status', {});
  const { data: connections } = useAsk('connection.list', {});
  const used = status?.state === 'ready' ? connections?.find(({ id }) => id === status.id) : undefined;
  return used && isOtherService(connection, used) ? used : null;
}

function confirmLocation(): void {
  ask('project.confirmPlace', {})
    .then(({ step }) => notify(t('notice.confirmed'), { id: 'place', undo: undoOf(step) }))
    .catch(notifyFailure);
}

/** Returns the message about a problem found while opening the project. */
export function noticeMessage(notice: ProjectNotice): string {
  switch (notice.kind) {
    case 'no-log':
      return t('notice.opened.no-log', notice);
    case 'synced':
      return t('notice.opened.synced', notice);
    case 'recovered':
      return t('notice.opened.recovered', notice);
    case 'doubtful':
    case 'repaired':
      return t(`notice.opened.${notice.kind}`, notice);
  }
}

export function ProjectNotices({ project }: { readonly project: ProjectSummary }) {
  const [away, setAway] = useState<string | null>(null);
  const other = useOtherService(project);
  const { connection, moved, away: gone, readOnly, readOnlyBecause, notices } = project;
  const messages = notices.map(noticeMessage);
  const shown = away === messages.join('\n') ? [] : messages;
  if (!moved && !gone && !readOnly && !other && shown.length === 0) return null;
  return (
    <section aria-label={t('notice.label')} className={styles.notices}>
      {gone && (
        <div className={styles.notice}>
          <p>{gone.foundAt === null ? t('notice.gone') : t('notice.movedTo', { folder: gone.foundAt })}</p>
          {gone.foundAt !== null && (
            <Button onClick={() => beforeLeaving('open', () => void ask('project.reopen', {}).catch(notifyFailure))}>
              {t('notice.openThere')}
            </Button>
          )}
          <Button onClick={() => beforeLeaving('open', () => void ask('dialog.openProject', {}).catch(notifyFailure))}>
            {t('notice.find')}
          </Button>
          <Button onClick={() => beforeLeaving('close', () => void ask('project.close', {}).catch(notifyFailure))}>
            {t('notice.close')}
          </Button>
        </div>
      )}
      {moved && !gone && (
        <div className={styles.notice}>
          <p>{t('notice.moved')}</p>
          {!readOnly && <Button onClick={confirmLocation}>{t('notice.belongs')}</Button>}
        </div>
      )}
      {other && (
        <div className={styles.notice}>
          <p>{t('notice.otherService', { own: connection.origin, used: other.name })}</p>
          {!readOnly && (
            <Button onClick={() => void adoptConnection().catch(notifyFailure)}>
              {t('notice.useOther', { service: other.name })}
            </Button>
          )}
        </div>
      )}
      {readOnly && (
        <div className={styles.notice}>
          <p>{readOnlyText(readOnlyBecause ?? 'read-only').long}</p>
          {readOnlyBecause === 'log-missing' || readOnlyBecause === 'log-damaged' ? (
            <Button onClick={() => void ask('project.acceptMissingLog', {}).catch(notifyFailure)}>
              {t('notice.goOn')}
            </Button>
          ) : (
            <Button onClick={() => useView.getState().openDialog('duplicate')}>{t('notice.copy')}</Button>
          )}
          <Button title={t('notice.reopenHint')} onClick={() => void ask('project.reopen', {}).catch(notifyFailure)}>
            {t('notice.reopen')}
          </Button>
        </div>
      )}
      {shown.map((notice, index) => (
        <div key={notice} className={styles.notice}>
          <p>{notice}</p>
          {index === 0 && <Button onClick={() => setAway(messages.join('\n'))}>{t('notice.understood')}</Button>}
        </div>
      ))}
    </section>
  );
}
