import { Button } from '@mantine/core';
import { EmptyState } from '../ui/empty-state.tsx';
import type { LibraryDialog } from './library-dialogs.tsx';
import styles from './library-screen.module.css';
import { shownProjects, useLibraryView } from './library-view.ts';
import { ProjectList } from './project-list.tsx';
import type { ListedProject } from './use-listed-projects.ts';
import type { Opening } from './use-opening.ts';
import type { ProjectSteps } from './use-project-steps.ts';

interface ShelfProps {
  readonly projects: readonly ListedProject[];
  readonly opening: Opening;
  readonly steps: ProjectSteps;
  readonly ask: (dialog: LibraryDialog) => void;
}

/** The projects, or what to do where there are none to show. */
export function Shelf({ projects, opening, steps, ask }: ShelfProps) {
  const view = useLibraryView();
  const shown = shownProjects(projects, view);
  if (shown.length > 0) return <ProjectList projects={shown} opening={opening} steps={steps} ask={ask} />;
  return <div className={styles.none}>{nothing(view, projects, opening)}</div>;
}

function nothing(
  { shelf, search }: { shelf: string; search: string },
  projects: readonly ListedProject[],
  opening: Opening,
) {
  if (search.trim() !== '') {
    return (
      <EmptyState title={`Nothing is called “${search.trim()}”`} detail="Search looks at names and folders.">
        <Button onClick={() => useLibraryView.setState({ search: '' })}>Show all</Button>
      </EmptyState>
    );
  }
  if (shelf === 'archived') {
    return (
      <EmptyState
        title="Nothing is archived"
        detail="A project that you archive is out of sight here, and stays in its folder. Its menu has the way."
      />
    );
  }
  if (projects.length > 0) {
    return (
      <EmptyState title="All projects are archived" detail="They are on the shelf “Archived”, as they were.">
        <Button onClick={() => useLibraryView.setState({ shelf: 'archived' })}>Show the archive</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No projects yet"
      detail="Drop a script on this window to see what it would become, before anything is made. Or make the sample, to try everything."
    >
      <Button disabled={opening.busy} onClick={opening.openSample}>
        Make the sample project
      </Button>
    </EmptyState>
  );
}
