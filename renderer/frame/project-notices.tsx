import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { ask } from '../bridge/ask.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { serviceName } from '../ui/wording/errors.ts';
import { useOtherService } from './other-service.ts';
import styles from './project-notices.module.css';

/** What someone should know of the project that is open, above its screen, until it is settled or put away. */
export function ProjectNotices({ project }: { readonly project: ProjectSummary }) {
  const [away, setAway] = useState<string | null>(null);
  const other = useOtherService(project);
  const { connection, moved, readOnly, notices } = project;
  const shown = away === notices.join('\n') ? [] : notices;
  if (!moved && !readOnly && !other && shown.length === 0) return null;
  return (
    <section aria-label="About this project" className={styles.notices}>
      {moved && (
        <div className={styles.notice}>
          <p>
            This project lies elsewhere than before: nothing is sent until you confirm that it belongs here. If it is a
            copy, remember that both would send the same lines.
          </p>
          <Button onClick={() => void ask('project.confirmPlace', {}).catch(notifyFailure)}>It belongs here</Button>
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
            <Button onClick={() => void ask('project.adoptConnection', {}).catch(notifyFailure)}>
              Use {other.name} from now on
            </Button>
          )}
        </div>
      )}
      {readOnly && (
        <div className={styles.notice}>
          <p>The project can only be read: nothing can be edited or rendered.</p>
        </div>
      )}
      {shown.map((notice, index) => (
        <div key={notice} className={styles.notice}>
          <p>{notice}</p>
          {index === 0 && <Button onClick={() => setAway(notices.join('\n'))}>Understood</Button>}
        </div>
      ))}
    </section>
  );
}
