import { Button } from '@mantine/core';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import type { LibraryDialog } from './library-dialogs.tsx';
import type { ListedProject } from './use-listed-projects.ts';
import type { Opening } from './use-opening.ts';
import type { ProjectSteps } from './use-project-steps.ts';

interface OpeningTroubleProps {
  readonly opening: Opening;
  /** The project of the list that could not be opened; null: another one. */
  readonly project: ListedProject | null;
  readonly steps: ProjectSteps;
  readonly ask: (dialog: LibraryDialog) => void;
}

/** Why a project did not open, with the ways out. */
export function OpeningTrouble({ opening, project, steps, ask }: OpeningTroubleProps) {
  const { error, retry, clear, projectId } = opening;
  const wentAway = projectId !== null && project === null;
  if (!error || wentAway) return null;
  const kind = project && error.kind === 'project' ? error.problem.kind : null;
  const hasBackup = error.kind === 'project' && error.problem.kind === 'damaged' && error.problem.backup !== null;
  const isGone = kind === 'not-found' || kind === 'not-a-project';
  /** What is done about it makes what was said untrue. */
  const doing = (work: (project: ListedProject) => void) => () => {
    clear();
    if (project) work(project);
  };
  return (
    <ProblemNotice error={error} {...(retry && { onRetry: retry })}>
      {isGone && (
        <>
          <Button onClick={doing(steps.locate)}>Locate…</Button>
          <Button onClick={doing(steps.forget)}>Take it off the list</Button>
        </>
      )}
      {kind === 'damaged' && hasBackup && (
        <Button onClick={doing((damaged) => ask({ kind: 'backups', project: damaged }))}>Choose a backup…</Button>
      )}
      {(kind === 'newer' || kind === 'read-only' || kind === 'no-permission') && (
        <Button onClick={doing(steps.reveal)}>Show in folder</Button>
      )}
      <Button onClick={clear}>Put away</Button>
    </ProblemNotice>
  );
}
