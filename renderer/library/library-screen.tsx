import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAsk } from '../bridge/use-ask.ts';
import { runCommand, useCommand } from '../ui/commands.ts';
import type { LibraryDialog } from './library-dialogs.tsx';
import styles from './library-screen.module.css';
import { useLibraryView } from './library-view.ts';
import { OpeningTrouble } from './opening-trouble.tsx';
import { Shelf } from './shelf.tsx';
import { ShelfBar } from './shelf-bar.tsx';
import { useListedProjects } from './use-listed-projects.ts';
import { useOpening } from './use-opening.ts';
import { useProjectSteps } from './use-project-steps.ts';

/** Seen once, and with fields that nothing else here has. */
const FirstStart = lazy(async () => ({ default: (await import('./first-start.tsx')).FirstStart }));
/** Loaded only when needed. */
const Dialogs = lazy(async () => ({ default: (await import('./library-dialogs.tsx')).LibraryDialogs }));
const BinShelf = lazy(async () => ({ default: (await import('./bin-shelf.tsx')).BinShelf }));

/** Where projects are found, made and opened; before the first one, the choice of a service. */
export function LibraryScreen() {
  const { data: info } = useAsk('app.info', {});
  const { data: status } = useAsk('connection.status', {});
  const { data: recent } = useAsk('library.recent', {});
  const projects = useListedProjects(recent ?? []);
  const { shelf, search } = useLibraryView();
  const opening = useOpening();
  const steps = useProjectSteps();
  const [dialog, setDialog] = useState<LibraryDialog | null>(null);
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
        <ShelfBar />
        <OpeningTrouble
          opening={opening}
          project={projects.find(({ id }) => id === opening.projectId) ?? null}
          steps={steps}
          ask={setDialog}
        />
        {shelf === 'bin' ? (
          <Suspense fallback={null}>
            <BinShelf search={search} />
          </Suspense>
        ) : (
          <Shelf projects={projects} opening={opening} steps={steps} ask={setDialog} />
        )}
        {shelf === 'projects' && recent.length > 0 && (
          <p className={styles.foot}>
            Drop scripts anywhere on this window to see what they would become, or a picture on a project for its cover.{' '}
            <button type="button" className="text-button" disabled={opening.busy} onClick={opening.openSample}>
              Make the sample project
            </button>
          </p>
        )}
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs dialog={dialog} steps={steps} close={() => setDialog(null)} />
        </Suspense>
      )}
    </div>
  );
}
