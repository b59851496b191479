import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAsk } from '../bridge/use-ask.ts';
import { runCommand, useCommand } from '../ui/commands.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import styles from './library-screen.module.css';
import { RecentProjects } from './recent-projects.tsx';
import { useOpening } from './use-opening.ts';

/** Seen once, and with fields that nothing else here has. */
const FirstStart = lazy(async () => ({ default: (await import('./first-start.tsx')).FirstStart }));

/** Where projects are found, made and opened; before the first one, the choice of a service. */
export function LibraryScreen() {
  const { data: info } = useAsk('app.info', {});
  const { data: status } = useAsk('connection.status', {});
  const { data: recent } = useAsk('library.recent', {});
  const opening = useOpening();
  // Here there is room to say what went wrong, and what to do.
  useCommand('project.open', opening.openOther);
  if (!info || !status || !recent) return null;
  if (!info.onboarded && recent.length === 0) {
    return (
      <Suspense fallback={null}>
        <FirstStart />
      </Suspense>
    );
  }
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <header className={styles.head}>
          <h1 className="screen-title">Library</h1>
          <span className={styles.grow} />
          <Button onClick={() => runCommand('project.open')}>Open…</Button>
          <Button onClick={() => runCommand('project.import')}>Import script…</Button>
          <Button variant="filled" onClick={() => runCommand('project.new')}>
            New project
          </Button>
        </header>
        {opening.error && (
          <ProblemNotice error={opening.error} {...(opening.retry && { onRetry: opening.retry })}>
            <Button onClick={opening.clear}>Put away</Button>
          </ProblemNotice>
        )}
        <RecentProjects projects={recent} opening={opening} />
        {recent.length > 0 && (
          <p className={styles.foot}>
            Drop a script anywhere on this window to see what it would become, before anything is made.{' '}
            <button type="button" className="text-button" disabled={opening.busy} onClick={opening.openSample}>
              Make the sample project
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
